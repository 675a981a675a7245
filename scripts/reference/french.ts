// French texts of the merchants' document: the summary and description of each
// operation. A test fails while one is missing; the page then shows the English text.

import { frenchBatches } from './french/batches.ts'
import { frenchBusiness } from './french/business.ts'
import { frenchCollections } from './french/collections.ts'
import { accountOperations } from './french/disputes-keys-and-approvals.ts'
import { listOperations } from './french/lists.ts'
import { frenchCardMoney } from './french-card-money.ts'

const portalPages =
  'Réservé aux pages de l’espace marchand : le jeton est dans un cookie qu’aucune autre route n’accepte.'
const withFactor =
  'Un utilisateur qui a un second facteur confirme son identité, avec l’en-tête `X-Step-Up-Token`.'
const thousand =
  'Du plus récent au plus ancien. `q` recherche ; seuls les mille résultats les plus récents sont examinés.'

/** By operation id. */
export const frenchOperations: Readonly<Record<string, [summary: string, description?: string]>> = {
  ...accountOperations,
  ...listOperations,
  createOrder: [
    'Créer une commande',
    'Envoyez le client vers `data.links` dans les 20 minutes. Le résultat vous parvient par le webhook de paiement, signé.\n\nDeux commandes de même référence sont deux paiements, sauf si elles ont la même `Idempotency-Key`. Une adresse aux États-Unis ou au Canada doit avoir son État ou sa province et son code postal.',
  ],
  readPaymentStatus: ['Lire l’état d’un paiement', 'La clé d’API doit avoir le droit `read` ou `charge`.'],
  openCheckout: [
    'Ouvrir la page de paiement',
    'Ouverte par le navigateur du client. `data.links` d’une commande est cette adresse avec sa signature : redirigez-y le client sans la modifier. Un navigateur reçoit les erreurs sous forme de page, tout autre programme en JSON.',
  ],
  openCaptureContext: [
    'Ouvrir des champs de carte',
    'Crée la transaction, et le jeton dont la bibliothèque de la passerelle a besoin pour afficher ses champs de carte.',
  ],
  setUpAuthentication: [
    'Commencer l’authentification du payeur',
    'La clé d’API doit avoir le droit `charge`.',
  ],
  enrolPayer: [
    'Inscrire le payeur au 3-D Secure',
    'Fixe le montant et indique si la banque émettrice demande une vérification. Une répétition avec le même `reference_id` reçoit la réponse enregistrée.',
  ],
  chargeToken: [
    'Débiter un jeton de carte',
    'Débite chaque `transaction_uuid` une seule fois : une répétition reçoit le résultat enregistré.',
  ],
  readCardBalance: [
    'Lire le solde des paiements par carte',
    'Un solde par devise. Un paiement est en attente jusqu’à son règlement par la passerelle, puis disponible.',
  ],
  listBalanceTransactions: [
    'Lister les opérations du solde',
    'De la plus récente à la plus ancienne. La somme de leurs montants `net` est le solde.',
  ],
  readCardBalanceInPortal: ['Lire le solde des paiements par carte'],
  readNextReleases: [
    'Lire les prochaines sommes disponibles',
    'Une par devise où des sommes sont en attente.',
  ],
  listBalanceTransactionsInPortal: [
    'Lister les opérations du solde',
    'De la plus récente à la plus ancienne. La somme de leurs montants `net` est le solde.',
  ],
  exportBalanceTransactions: ['Exporter les opérations du solde en CSV'],
  ...frenchCardMoney,
  ...frenchBatches,
  ...frenchCollections,
  readPaymentReceipt: [
    'Lire le reçu signé d’un paiement',
    'Pour un paiement abouti, même remboursé ou annulé ensuite. Chaque appel signe l’état du moment ; le code ne change jamais.',
  ],
  readTransferReceipt: [
    'Lire le reçu signé d’un transfert',
    'Pour un transfert versé, même repris ensuite. Chaque appel signe l’état du moment ; le code ne change jamais.',
  ],
  readReceiptState: [
    'Lire l’état actuel d’un reçu',
    'Pour toute personne qui a le code : indique si le paiement tient toujours ou s’il a été remboursé depuis l’émission du reçu. Le payeur n’est jamais nommé.',
  ],
  readReceiptKeys: [
    'Lire les clés qui vérifient les reçus',
    'Un ensemble de clés JWK. Conservez-le : il permet de vérifier les reçus sans réseau. En production, les clés des vrais reçus sont ici, celles des reçus de test à `/.well-known/receipt-keys.sandbox.json`.',
  ],
  readPreferences: ['Lire les préférences de l’espace marchand'],
  setPreferences: [
    'Modifier les préférences de l’espace marchand',
    'Elles décident de ce que l’espace marchand montre en premier et du fuseau horaire de ses journées.',
  ],
  readNotifications: ['Lire les réglages des notifications'],
  setNotifications: [
    'Modifier les réglages des notifications',
    'Les alertes arrivent à l’adresse e-mail du compte, les reçus à celle donnée avec le paiement. Ce qui est absent reste inchangé. Une connexion depuis un nouvel appareil est toujours signalée, à l’utilisateur qui s’est connecté.',
  ],
  readCheckout: ['Lire les réglages du paiement'],
  setCheckout: [
    'Modifier les réglages du paiement',
    'Les moyens de paiement et le nombre de tentatives s’appliquent aux paiements créés à partir de maintenant, la marque aux pages affichées à partir de maintenant. Une partie absente de `brand` ne change pas ; `null` la supprime. Si les moyens de paiement ou la marque changent, les propriétaires sont prévenus, et un utilisateur qui a un second facteur confirme son identité (step-up).',
  ],
  createPaymentLink: [
    'Créer un lien de paiement',
    'Un lien expire après 7 jours, ou à la date `expires_at`, au plus tard après 365 jours. Un lien du type `parts` reste ouvert 730 jours au plus, et par défaut.',
  ],
  listPaymentLinks: [
    'Lister les liens de paiement',
    'Du plus récent au plus ancien, sauf si `sort` indique un autre ordre.',
  ],
  readPaymentLink: ['Lire un lien de paiement', 'La clé d’API doit avoir le droit `read` ou `charge`.'],
  readPaymentLinkReceipt: [
    'Lire le reçu de toutes les parties',
    'D’un lien de type `parts` dont le total a été payé, même après un remboursement : un seul reçu signé, avec chaque paiement et le code de son propre reçu. Chaque appel signe l’état du moment ; le code ne change jamais.',
  ],
  createPartOrder: [
    'Créer une commande pour une partie',
    'Pour un lien du type `parts` ou `open` : une commande dont le paiement compte comme payé par le lien. Elle ne réserve rien tant qu’elle n’est pas en cours de paiement ; plusieurs commandes peuvent donc convenir au départ.',
  ],
  createPaymentLinks: [
    'Créer des liens de paiement par un fichier',
    'JSON `{"rows": [...]}`, chaque ligne étant le corps d’un lien, ou CSV avec les noms de ses champs en première ligne et un échéancier dans les colonnes `due_on_1`, `due_amount_1`, `due_on_2`, etc. ; 5 000 lignes et 2 Mio au plus. Tous les liens sont créés, ou aucun : 422 indique la ligne et le champ. Les mêmes lignes renvoyées dans les 30 jours donnent les premiers liens, sauf si l’un d’eux a été annulé. La clé d’API doit avoir le droit `charge`.',
  ],
  downloadLinkGroup: [
    'Télécharger qui a payé quoi dans un groupe',
    'Une ligne par lien du groupe, dans l’ordre de leur création. La clé d’API doit avoir le droit `read` ou `charge`.',
  ],
  createLinksInPortal: [
    'Créer des liens de paiement par un fichier',
    'Comme `POST /api/v1/payment-links/batch`. Dans un CSV, les colonnes peuvent avoir des noms français ou anglais (`matricule`, `nom`, `classe`, `échéance 1`), les jours peuvent s’écrire 15/01/2027, et une ligne sans `kind` est du type `parts`, avec le minimum de la devise comme partie minimale ; des jours sans montants divisent le total en parts égales.',
  ],
  listLinkGroups: [
    'Lister les groupes de liens de paiement',
    'Avec ce qui a été payé dans chacun ; d’abord le groupe du lien le plus récent.',
  ],
  readLinkGroup: [
    'Lister les liens d’un groupe',
    'Dans l’ordre de leur création, avec ce qui est payé de chacun. Les chiffres sont ceux du groupe entier, quels que soient les filtres. Les jours des échéanciers sont ceux du marchand.',
  ],
  downloadLinkGroupInPortal: [
    'Télécharger qui a payé quoi dans un groupe',
    'Une ligne par lien du groupe, dans l’ordre de leur création.',
  ],
  cancelPaymentLink: ['Annuler un lien de paiement', 'La clé d’API doit avoir le droit `charge`.'],
  openPaymentLink: [
    'Ouvrir un lien de paiement',
    'Ouvert par le navigateur du client. `data.url` d’un lien de paiement est cette adresse. Seuls les paiements comptent comme utilisations, pas les visites. Un navigateur reçoit les erreurs sous forme de page, tout autre programme en JSON.',
  ],
  sendTransfer: [
    'Envoyer de l’argent vers un portefeuille mobile money',
    'Le résultat est envoyé par webhook signé à `callback_url`, ou à l’adresse de webhook du profil marchand. Une requête refusée ne crée aucun transfert et sa `reference` peut resservir. La répétition d’une requête acceptée reçoit la première réponse. Les dates s’écrivent AAAA-MM-JJ. `receiver_current_address` ou `receiver_permanent_address` est obligatoire. Seuls les deuxièmes prénoms et `sender_msisdn` peuvent être des textes vides. Avec `quote_id`, `amount` et `currency` peuvent manquer.',
  ],
  createQuote: [
    'Obtenir un devis pour un transfert',
    'Garantit le taux et les frais pendant dix minutes, ou aussi longtemps que l’indique le profil marchand. Donnez `source_amount`, ce que l’expéditeur paie, ou `receiver_amount`, ce que le bénéficiaire reçoit en USD. Envoyez `quote_id` avec le transfert : il est payé comme promis, quel que soit le taux à ce moment.',
  ],
  readTransferRequirements: [
    'Lire ce qu’un transfert doit contenir',
    'Le schéma JSON du corps de `inbound`. `x-required-since` indique la version qui a rendu un champ obligatoire.',
  ],
  sendOutbound: ['Envoyer un transfert sortant (désactivé)'],
  listTransfers: [
    'Lister les transferts',
    'Du plus récent au plus ancien. Pour synchroniser vos données, lisez les pages jusqu’au dernier `transaction_id` connu.',
  ],
  readTransfer: [
    'Lire l’état d’un transfert',
    'Par `reference` ou par `transaction_id`. Si vous donnez les deux, ils doivent désigner le même transfert.',
  ],
  readTimeline: ['Lire la chronologie d’un transfert'],
  lookUpAccount: ['Trouver le titulaire d’un portefeuille'],
  checkPhone: [
    'Vérifier un numéro de téléphone',
    'Accepte un numéro sous toute forme ; sans indicatif, il est congolais. L’opérateur n’est pas appelé.',
  ],
  readLimits: [
    'Lire ce qui reste des plafonds',
    'Les plafonds qui refusent des transferts : ceux de la pièce, du numéro, et des deux ensemble. Les transferts de tous les partenaires comptent.',
  ],
  readRateTable: ['Lire le tableau des taux de change', 'Actualisé à 0 h, 6 h, 12 h et 18 h UTC.'],
  readLiveRate: [
    'Lire un taux de change en direct',
    'Chaque appel interroge le fournisseur de taux, dont le quota est limité. Pour afficher des taux, lisez le tableau.',
  ],
  readBalance: ['Lire le solde du portefeuille'],
  listWalletLines: [
    'Lister les mouvements du portefeuille',
    'Du plus récent au plus ancien. Chaque solde est le précédent plus le montant.',
  ],
  listSettlements: [
    'Lister les clôtures quotidiennes',
    'Un par jour UTC clos, du plus récent au plus ancien. `status` et `operator` sont sans effet ici.',
  ],
  topUpSandbox: ['Approvisionner un portefeuille de test'],
  logIn: [
    'Se connecter',
    'Cinq mots de passe incorrects en 15 minutes bloquent la connexion 15 minutes, pour cette adresse e-mail depuis cette adresse IP. Un utilisateur qui a un second facteur envoie aussi `totp` ou `recovery_code` ; il peut se connecter sans mot de passe par clé d’accès.',
  ],
  requestPasswordLink: [
    'Demander un lien par e-mail pour un nouveau mot de passe',
    'La réponse est la même, que cette adresse ait un compte ou non. Un utilisateur qui a confirmé cette adresse reçoit au plus un lien en dix minutes ; il fonctionne une seule fois, pendant une heure.',
  ],
  resetPassword: [
    'Choisir un nouveau mot de passe avec un lien à usage unique',
    'Le jeton est la partie qui suit # dans le lien reçu. Toutes les sessions se terminent ; les clés d’API restent valables.',
  ],
  signUp: ['Créer un compte marchand de test'],
  readProfile: ['Lire le profil'],
  logOut: ['Se déconnecter'],
  changePassword: [
    'Changer le mot de passe',
    'De 12 à 128 caractères, sauf les mots de passe courants. Met fin à toutes les autres sessions.',
  ],
  rotateMerchantSecret: ['Remplacer le secret marchand', `L’ancien est refusé immédiatement. ${withFactor}`],
  rotateApiKeys: ['Remplacer la clé d’API', `L’ancienne est refusée immédiatement. ${withFactor}`],
  rotateCallbackSecret: [
    'Remplacer le secret des webhooks',
    `Dès lors, les webhooks sont signés avec le nouveau secret, y compris les nouvelles tentatives et les renvois. Avec \`overlap_hours\`, chacun porte aussi une signature de l’ancien, jusqu’à \`previous_valid_until\`, pour que vos serveurs changent l’un après l’autre. ${withFactor}`,
  ],
  readWhitelist: ['Lire la liste des adresses IP autorisées'],
  setWhitelist: [
    'Remplacer la liste des adresses IP autorisées',
    'S’applique aux requêtes signées et à celles qui portent le secret marchand. Une liste vide autorise toutes les adresses. Si elle change, les propriétaires sont prévenus, et un utilisateur qui a un second facteur confirme son identité (step-up).',
  ],
  readCallback: ['Lire l’adresse de webhook des transferts'],
  setCallback: [
    'Définir l’adresse de webhook des transferts et les événements facultatifs',
    'Si elle change, les propriétaires sont prévenus, et un utilisateur qui a un second facteur confirme son identité (step-up).',
  ],
  readWebhookCertification: ['Lire le dernier contrôle du récepteur de webhooks'],
  certifyWebhookHandler: [
    'Contrôler le récepteur de webhooks',
    'Envoie environ 35 requêtes à l’adresse de webhook et renvoie le rapport signé de 24 contrôles. Dure jusqu’à 45 secondes. En mode test seulement, une fois par 60 secondes.',
  ],
  testCallback: ['Envoyer un événement de test signé à l’adresse de webhook'],
  listWebhookEndpoints: [
    'Lister les autres adresses de webhook',
    'Celles qui reçoivent des copies des événements, en plus de l’adresse de webhook. De la plus ancienne à la plus récente.',
  ],
  addWebhookEndpoint: [
    'Ajouter une adresse de webhook',
    `Chaque événement demandé y est dès lors copié, avec le même identifiant d’événement, signé avec un secret propre à l’adresse, même si l’original n’est pas signé. Ses envois et ses nouvelles tentatives sont indépendants : une adresse qui ne répond pas ne retarde aucune autre. ${withFactor} Les propriétaires sont prévenus.`,
  ],
  changeWebhookEndpoint: [
    'Modifier une adresse de webhook',
    `Ce qui est absent reste inchangé. ${withFactor} Les propriétaires sont prévenus.`,
  ],
  removeWebhookEndpoint: [
    'Supprimer une adresse de webhook',
    'Plus rien n’y est envoyé : les envois en attente se terminent en FAILED. Ses envois restent dans la liste. En production, une confirmation d’identité est nécessaire, avec l’en-tête `X-Step-Up-Token`. Les propriétaires sont prévenus.',
  ],
  rotateWebhookEndpointSecret: [
    'Remplacer le secret d’une adresse de webhook',
    `Dès lors, ses webhooks sont signés avec le nouveau secret, y compris les nouvelles tentatives et les renvois. Avec \`overlap_hours\`, chacun porte aussi une signature de l’ancien, jusqu’à \`previous_valid_until\`. ${withFactor} Les propriétaires sont prévenus.`,
  ],
  readMicroform: ['Lire les réglages du paiement intégré'],
  setMicroform: [
    'Modifier les réglages du paiement intégré',
    'S’ils changent, les propriétaires sont prévenus, et un utilisateur qui a un second facteur confirme son identité (step-up).',
  ],
  readGoLive: ['Lire l’état de la demande de passage en production'],
  ...frenchBusiness,
  readEventFeed: [
    'Lire le flux des événements',
    'Tous les événements des 90 derniers jours, dans l’ordre pour chaque paiement ou transfert, chacun une fois, que ses webhooks soient arrivés ou non. Conservez `next_after` et reprenez à cet endroit : aucun événement n’est manqué, même s’il était encore en cours d’écriture lors de votre lecture. Les requêtes signées reçoivent les erreurs sous la forme `{detail}` ; celles qui portent le code et le secret marchand, sous la forme `{status, code, message}`. La clé d’API doit avoir le droit `read`.',
  ],
  listDeliveries: ['Lister les envois de webhooks', 'Du plus récent au plus ancien, avec leurs tentatives.'],
  readDelivery: [
    'Lire un envoi, avec son contenu et les réponses reçues',
    'Pour un virement au marchand, réservé aux rôles qui peuvent lire ces virements.',
  ],
  resendDelivery: ['Renvoyer un webhook'],
  resendDeliveriesOfTime: [
    'Renvoyer les webhooks d’une période',
    'Les renvoie dans l’ordre de leur création, l’un après l’autre et au plus `rate` par seconde, avec les mêmes identifiants et les mêmes octets, et l’en-tête `X-Service-Replay: true`. Les nouveaux webhooks ne les attendent pas. Au plus 10 000 à la fois.',
  ],
  openPortalSession: ['Se connecter à l’espace marchand', portalPages],
  readPortalSession: ['Lire la session de ce navigateur', portalPages],
  closePortalSession: [
    'Se déconnecter de l’espace marchand',
    `${portalPages} Met fin au jeton de la requête ou, à défaut, à celui du cookie.`,
  ],
  readPortalOverview: ['Lire les chiffres du jour et de la semaine', 'Les jours sont des jours UTC.'],
  listPayments: ['Lister les paiements', thousand],
  readPayment: ['Lire un paiement avec son historique'],
  readMoneyPath: [
    'Lire où se trouve l’argent d’un paiement',
    'En attente, disponible, ou versé sur un portefeuille ou un compte bancaire.',
  ],
  requestRefund: [
    'Demander le remboursement d’un paiement',
    'Sans `amount`, tout ce qui reste du paiement. La demande attend notre accord (`WAITING`), sauf si le marchand peut rembourser lui-même : le paiement est alors remboursé aussitôt, et la demande est `REFUNDED`, `FAILED`, ou `APPROVED` tant que le résultat du remboursement n’est pas connu. Un paiement a une seule demande ouverte à la fois.',
  ],
  listRefundRequests: [
    'Lister les demandes de remboursement d’un paiement',
    'De la plus ancienne à la plus récente.',
  ],
  readRefundRequest: ['Lire une demande de remboursement'],
  withdrawRefundRequest: ['Retirer une demande de remboursement', 'Seulement tant qu’elle attend.'],
  listTransfersInPortal: ['Lister les transferts, avec montant reçu et frais', thousand],
  readTransferInPortal: ['Lire un transfert avec sa chronologie'],
  search: [
    'Rechercher des paiements et des transferts',
    'Les dix plus récents de chaque, par référence, identifiant, téléphone, e-mail, montant ou derniers chiffres de la carte.',
  ],
  listLinksInPortal: ['Lister les liens de paiement'],
  listPaymentsOfLink: [
    'Lister les paiements d’un lien de paiement',
    'Du plus récent au plus ancien, quelle que soit leur issue.',
  ],
  createLinkInPortal: ['Créer un lien de paiement'],
  readLinkInPortal: ['Lire un lien de paiement'],
  readLinkReceiptInPortal: ['Lire le reçu de toutes les parties d’un lien de paiement'],
  cancelLinkInPortal: ['Annuler un lien de paiement'],
  listSettlementsInPortal: ['Lister les clôtures quotidiennes'],
  readWallet: ['Lire le solde du portefeuille'],
  listWalletLinesInPortal: ['Lister les mouvements du portefeuille'],
  listRequests: ['Lister les dernières requêtes et leurs réponses'],
  readChecklist: ['Lire la liste des étapes avant la production'],
  checkSignature: ['Expliquer pourquoi une signature est refusée'],
  topUpInPortal: ['Approvisionner le portefeuille de test'],
  tryOrder: ['Créer une commande de test'],
  tryTransfer: [
    'Créer un transfert de test',
    'Les pièces d’identité sont préremplies, comme le nom du titulaire du portefeuille.',
  ],
  readSample: ['Consulter l’état du mois d’exemple'],
  makeSample: [
    'Créer un mois d’exemple',
    'Crée un mois d’activité fictive dans un compte à part\u00a0: paiements, refus, remboursements, litiges, versements, transferts et un lot. La création prend quelques secondes et se suit en lisant son état. Un second appel ne crée rien de plus. Aucun webhook ni message n’est envoyé.',
  ],
  removeSample: [
    'Supprimer le mois d’exemple',
    'Supprime tout. Seul le journal d’audit garde trace de sa création et de sa suppression.',
  ],
  switchMode: [
    'Changer de mode',
    'Renvoie un nouveau jeton pour l’autre profil du marchand, qui a son propre `merchant_code`, ses clés et son activité. Le jeton de la requête prend fin, avec les confirmations d’identité qu’il portait ; le nouveau expire quand l’ancien aurait expiré. Un marchand a un profil de test dès son passage en production.',
  ],
  viewSample: [
    'Afficher le mois d’exemple',
    'Dès lors, cette session consulte l’exemple, sans rien pouvoir modifier, ou de nouveau le compte.',
  ],
  listEvents: ['Lister les webhooks que le récepteur de test a reçus pour ce marchand'],
  exportPayments: ['Exporter les paiements en CSV'],
  exportTransfers: ['Exporter les transferts en CSV'],
  receiveTestCallback: [
    'Recevoir un webhook de test',
    'Accepte tout JSON et le conserve 24 heures, au plus 500 par canal.',
  ],
  listTestCallbacks: [
    'Lister les webhooks reçus',
    'Du plus récent au plus ancien. Une page a au plus `limit` éléments et 1 Mio ; `count` porte sur toutes les pages et `pagination.pages` est leur nombre.',
  ],
  readLastTestCallback: ['Lire le dernier webhook reçu'],
  clearTestCallbacks: ['Supprimer les webhooks reçus'],
  receivePayment: [
    'Paiement terminé',
    'Le résultat d’un paiement. Fiez-vous à ce webhook, pas à la redirection du navigateur.',
  ],
  receivePaymentCancellation: [
    'Paiement abandonné par le client',
    'Non signé, pour information seulement. Le résultat signé, FAILED, est envoyé séparément.',
  ],
  receiveRefund: ['Paiement remboursé', 'Envoyé après un remboursement demandé avec `notify_merchant`.'],
  receiveDispute: [
    'Paiement contesté',
    'Un litige a changé, ou sa date limite approche. Envoyé à l’adresse de rappel de votre profil, si elle a demandé les événements `DISPUTE`.',
  ],
  receiveVoid: [
    'Paiement annulé avant règlement',
    'Envoyé après une annulation demandée avec `notify_merchant`.',
  ],
  receiveTransfer: [
    'Résultat d’un transfert',
    'Envoyé à nouveau avec l’état `Reversed` si l’opérateur reprend le versement.',
  ],
  receiveTest: [
    'Test de votre récepteur de webhooks',
    'Envoyé une seule fois, à la demande du marchand, sans nouvelle tentative.',
  ],
}
