// French texts of the operations about payouts, statements, fee invoices and disputes, and about who signs in, by operation id: summary and description.

const newestDisputes =
  'Du plus récent au plus ancien. `state=OPEN` donne ceux qui attendent vos justificatifs.'
const evidenceOfDispute =
  'Chaque appel ajoute des textes, et au plus un fichier, à ce qui a déjà été envoyé : cinq fichiers au plus, chacun en PDF, JPEG ou PNG, de 5 Mio au plus. Avec `submit`, les justificatifs sont envoyés, et le litige est `EVIDENCE_SENT` jusqu’à la décision de la banque.'
const removalOfFile =
  'Tant que les justificatifs ne sont pas envoyés. Un autre fichier peut être ajouté à sa place.'
const acceptance =
  'Renonce au montant contesté et aux frais, qui ont déjà quitté le solde. Cette décision est définitive.'

const ownPages =
  'Réservé aux pages de l’espace marchand : le jeton est dans un cookie qu’aucune autre route n’accepte.'
const firstFactor =
  'Le premier facteur apporte les codes de secours et ferme les autres sessions de l’utilisateur.'

export const frenchCardMoney: Readonly<Record<string, [summary: string, description?: string]>> = {
  createPayout: [
    'Demander un versement',
    'Verse l’argent disponible de vos paiements par carte vers l’une de vos destinations de versement. Le montant et les frais sont réservés aussitôt. Les versements importants attendent notre approbation, et celle d’un second utilisateur si vos règles le demandent.',
  ],
  listMerchantApprovals: [
    'Lister les approbations',
    'Les versements et remboursements qui demandent un second utilisateur, du plus récent au plus ancien. `state=WAITING` donne ceux à décider.',
  ],
  approveMerchantRequest: [
    'Approuver la demande d’un autre utilisateur',
    'Le versement ou le remboursement suit alors son cours comme sans la règle : il peut encore attendre notre approbation. Un utilisateur qui a un second facteur confirme d’abord son identité.',
  ],
  rejectMerchantRequest: [
    'Rejeter la demande d’un autre utilisateur',
    'Le versement est annulé, ou la demande de remboursement rejetée, avec ce motif.',
  ],
  readMerchantApprovalRules: ['Lire les règles d’approbation'],
  setMerchantApprovalRules: [
    'Modifier les règles d’approbation',
    'Le montant à partir duquel un versement ou un remboursement demande un second utilisateur ; null pour aucun. Les versements d’un même jour UTC s’additionnent, et les remboursements d’un même paiement aussi : un montant important ne se divise pas.',
  ],
  listPayouts: ['Lister les versements', 'Du plus récent au plus ancien.'],
  readPayout: ['Lire un versement', 'Avec son historique.'],
  cancelPayout: [
    'Annuler un versement',
    'Son argent redevient disponible. Un versement transmis à l’opérateur ne peut plus être annulé.',
  ],
  createPayoutInPortal: [
    'Demander un versement',
    'Verse l’argent disponible de vos paiements par carte vers l’une de vos destinations de versement. Le montant et les frais sont réservés aussitôt. Les versements importants attendent notre approbation, et celle d’un second utilisateur si vos règles le demandent.',
  ],
  listPayoutsInPortal: ['Lister les versements', 'Du plus récent au plus ancien.'],
  readPayoutInPortal: ['Lire un versement', 'Avec son historique.'],
  cancelPayoutInPortal: [
    'Annuler un versement',
    'Son argent redevient disponible. Un versement transmis à l’opérateur ne peut plus être annulé.',
  ],
  readPayoutTerms: [
    'Lire les frais et les limites des versements',
    'Par devise, pour ce qui est disponible maintenant.',
  ],
  lookUpPayoutDestination: [
    'Rechercher le titulaire d’un portefeuille',
    'Tel que l’opérateur le nomme, avant l’ajout du portefeuille.',
  ],
  listPayoutDestinations: ['Lister les destinations de versement'],
  addPayoutDestination: [
    'Ajouter une destination de versement',
    'Un portefeuille ou un compte bancaire. L’opérateur indique le titulaire d’un portefeuille. La destination est utilisable après un délai (`usable_from`), une fois confirmée depuis une connexion ultérieure.',
  ],
  confirmPayoutDestination: [
    'Confirmer une destination de versement',
    'Depuis une autre connexion, ouverte après l’ajout de la destination.',
  ],
  removePayoutDestination: [
    'Supprimer une destination de versement',
    'Les versements déjà demandés sont tout de même effectués.',
  ],
  readPayoutSchedule: ['Lire le calendrier des versements', 'Un par devise.'],
  setPayoutSchedule: [
    'Modifier le calendrier des versements d’une devise',
    '`daily` et `weekly` (le lundi) versent tout ce qui est disponible au début de la journée UTC, à partir du minimum.',
  ],
  stepUp: [
    'Confirmer son identité pour une modification sensible',
    'Le jeton est valable cinq minutes, pour cette connexion. Envoyez-le dans `X-Step-Up-Token`. Un utilisateur qui a un second facteur envoie `totp`, `recovery_code` ou `passkey` ; le mot de passe seul est alors refusé.',
  ],
  stepUpOptions: [
    'Commencer une confirmation par clé d’accès',
    'Passez les options à `navigator.credentials.get`, et son résultat à la confirmation dans `passkey`. Elles servent une fois, pendant cinq minutes.',
  ],
  passkeyLoginOptions: [
    'Commencer une connexion par clé d’accès',
    'Passez les options à `navigator.credentials.get` sur une page de ce service. Elles servent une fois, pendant cinq minutes.',
  ],
  logInWithPasskey: [
    'Se connecter par clé d’accès',
    'Une clé d’accès vaut les deux facteurs : ni mot de passe ni code n’est demandé.',
  ],
  openPortalSessionWithPasskey: ['Se connecter à l’espace marchand par clé d’accès', ownPages],
  listFactors: ['Lister les seconds facteurs de l’utilisateur connecté'],
  beginAuthenticatorApp: [
    'Commencer à configurer une application d’authentification',
    'Renvoie le secret, cette seule fois. Il compte dès que son premier code a été donné.',
  ],
  confirmAuthenticatorApp: ['Activer l’application d’authentification', firstFactor],
  removeAuthenticatorApp: [
    'Retirer l’application d’authentification',
    'Ferme les autres sessions de l’utilisateur.',
  ],
  beginPasskey: [
    'Commencer à enregistrer une clé d’accès',
    'Passez les options à `navigator.credentials.create`. Elles servent une fois, pendant cinq minutes, pour cette session.',
  ],
  registerPasskey: ['Enregistrer une clé d’accès', firstFactor],
  removePasskey: ['Retirer une clé d’accès', 'Ferme les autres sessions de l’utilisateur.'],
  renewRecoveryCodes: [
    'Remplacer les codes de secours',
    'Dix nouveaux codes, affichés dans cette seule réponse. Les précédents ne fonctionnent plus.',
  ],
  resetUserFactors: [
    'Réinitialiser les seconds facteurs d’un utilisateur',
    'Pour un utilisateur qui a perdu son téléphone. Ses clés d’accès, son application d’authentification, ses codes de secours et ses sessions prennent fin ; le mot de passe reste.',
  ],
  readHandOver: [
    'Savoir si la marchandise d’un reçu a été remise',
    'Pour les reçus des paiements par carte du marchand connecté ; ceux des autres sont introuvables.',
  ],
  markHandedOver: [
    'Marquer la marchandise d’un reçu comme remise',
    'Une seule fois par reçu : qui vient ensuite apprend quand et par qui elle a été remise (`outcome: marked_before`), et ne remet rien.',
  ],
  findPartsAtTill: [
    'Trouver des liens en plusieurs parties à la caisse',
    'Au plus dix liens en plusieurs parties qui peuvent être payés, quel que soit leur auteur : un caissier y trouve ceux de tous les payeurs, avec ce qu’il faut pour encaisser une partie, et aucun paiement.',
  ],
  readPartAtTill: [
    'Lire ce qu’est devenue une partie à la caisse',
    'Le lien, et le paiement commencé par l’adresse de cette vente, pendant deux jours.',
  ],
  readOwnSales: [
    'Lire les ventes du jour de l’utilisateur connecté',
    'Les paiements des liens que l’utilisateur a créés, à la caisse ou ailleurs dans l’espace marchand.',
  ],
  listSessions: ['Lister les sessions de l’utilisateur connecté'],
  endSession: ['Fermer une session'],
  endOtherSessions: [
    'Fermer toutes les autres sessions',
    'Déconnecte l’utilisateur partout ailleurs qu’ici.',
  ],
  listUsers: ['Lister les utilisateurs'],
  changeUser: [
    'Modifier le rôle ou le nom d’un utilisateur',
    'Un utilisateur dont le rôle change est déconnecté partout.',
  ],
  removeUser: [
    'Retirer un utilisateur',
    'Ses sessions sont fermées, et ses invitations ne fonctionnent plus. Les clés d’API continuent de fonctionner.',
  ],
  listInvitations: ['Lister les invitations en cours'],
  inviteUser: [
    'Inviter un utilisateur',
    'Envoyez vous-même le lien à la personne. Il fonctionne une fois, pendant sept jours, et remplace le précédent pour le même e-mail.',
  ],
  revokeInvitation: ['Retirer une invitation'],
  openInvitation: [
    'Consulter une invitation',
    'Qui invite qui, pour la personne qui a le lien. Le jeton est la partie du lien après #.',
  ],
  acceptInvitation: [
    'Accepter une invitation',
    'Le jeton est la partie du lien après #. L’utilisateur se connecte ensuite avec l’e-mail et le mot de passe.',
  ],
  receivePayout: [
    'Un versement a changé d’état',
    'Envoyé à chaque état, aux marchands qui ont demandé l’événement `PAYOUT`.',
  ],
  readStatement: [
    'Lire un relevé',
    'Le solde d’ouverture, chaque opération du solde et le solde de clôture d’un mois ou d’un jour UTC, dans une devise : en JSON, CSV, PDF ou camt.053.001.08. Deux téléchargements à la fois.',
  ],
  listFeeInvoices: [
    'Lister les factures de commissions',
    'Une par devise et par mois avec des commissions, de la plus récente à la plus ancienne. Une facture est émise une heure après la fin du mois (UTC).',
  ],
  readFeeInvoice: ['Lire une facture de commissions', 'En JSON ou en PDF. Une facture ne change jamais.'],
  readStatementInPortal: ['Lire un relevé', 'Le même que pour les requêtes signées.'],
  listStatementMonths: [
    'Lister les mois des relevés',
    'Solde d’ouverture, totaux par type, commissions et solde de clôture de chaque mois dans chaque devise, du plus récent au plus ancien.',
  ],
  listFeeInvoicesInPortal: [
    'Lister les factures de commissions',
    'Une par devise et par mois avec des commissions, de la plus récente à la plus ancienne.',
  ],
  readFeeInvoiceInPortal: ['Lire une facture de commissions', 'En JSON ou en PDF.'],
  listDisputes: ['Lister les litiges', newestDisputes],
  readDispute: ['Lire un litige', 'La clé d’API doit avoir le droit `read` ou `disputes`.'],
  sendDisputeEvidence: ['Envoyer des justificatifs pour un litige', evidenceOfDispute],
  removeDisputeFile: ['Retirer un fichier des justificatifs d’un litige', removalOfFile],
  acceptDispute: ['Accepter un litige', acceptance],
  listDisputesInPortal: ['Lister les litiges', newestDisputes],
  readDisputeInPortal: ['Lire un litige'],
  sendDisputeEvidenceInPortal: ['Envoyer des justificatifs pour un litige', evidenceOfDispute],
  removeDisputeFileInPortal: ['Retirer un fichier des justificatifs d’un litige', removalOfFile],
  acceptDisputeInPortal: ['Accepter un litige', acceptance],
}
