// What each error message of the API means in French. The API returns its messages in English, whatever the language of the reader.

/** By message, with words in braces for values. */
export const frenchMessages: Readonly<Record<string, string>> = {
  // Requests of every kind.
  'Malformed JSON body': 'Le corps JSON est mal formé',
  'Bad Request': 'Requête incorrecte',
  'Not Found': 'Rien à ce chemin',
  'Method Not Allowed': 'Méthode non autorisée',
  'A request with this Idempotency-Key is still running': 'Une requête avec cette clé est encore en cours',
  'Request body is larger than 64 KiB': 'Le corps dépasse 64 Kio',
  'Request body is larger than {limit}': 'Le corps dépasse {limit}',
  'Request body without credentials is larger than 4 KiB': 'Le corps dépasse 4 Kio, sans authentification',
  'Content-Type must be application/json': 'Le corps doit être déclaré en JSON',
  'Compressed bodies are not accepted': 'Les corps compressés ne sont pas acceptés',
  'Idempotency-Key was used with another request': 'Cette clé a servi pour une autre requête',
  'Idempotency-Key must be 1 to 255 printable ASCII characters':
    'La clé doit avoir de 1 à 255 caractères ASCII imprimables',
  'Rate limit exceeded': 'Trop de requêtes',
  'Request headers are too large': 'Les en-têtes sont trop volumineux',
  'Internal Server Error': 'Erreur de notre côté',
  'Service Unavailable': 'Service indisponible',
  // Payouts of card money.
  'Payout not found': 'Versement introuvable',
  'Payout destination not found': 'Destination de versement introuvable',
  'A merchant has at most 100 payout destinations': 'Un marchand a au plus 100 destinations de versement',
  'Payout destination not active': "Cette destination de versement n'est pas encore utilisable",
  'Payout destination is confirmed already': 'Cette destination de versement est déjà confirmée',
  'Sign in again to confirm this payout destination':
    'Reconnectez-vous pour confirmer cette destination de versement',
  'Payouts to bank accounts are not offered': 'Les versements vers un compte bancaire ne sont pas proposés',
  'Not a mobile number of an operator in DR Congo':
    "Ce numéro n'est pas celui d'un opérateur mobile de la RD Congo",
  'Insufficient available balance': 'Le solde disponible est insuffisant',
  'Payouts in CDF to wallets are made in whole francs':
    'Les versements en CDF vers un portefeuille se font en francs entiers, sans centimes',
  'This payout reference was used with other content': 'Cette référence a servi pour un autre versement',
  'A payout in state {state} cannot be cancelled': 'Dans cet état, un versement ne peut pas être annulé',
  'The payout is {state} already': 'Le versement est déjà dans cet état',
  'The admin who requested a payout cannot decide it':
    "L'administrateur qui a demandé un versement ne peut pas en décider",
  'Payout batch not found': 'Lot de versements introuvable',
  'The payout batch is {state} already': 'Une décision a déjà été prise pour ce lot de versements',
  'A payout batch in state {state} has no file': "Le fichier d'un lot n'existe qu'après son approbation",
  'No payout waits for this batch': "Aucun versement n'attend ce lot",
  'A payout to a bank is recorded as paid by a line of a bank statement':
    'Un versement à une banque est marqué payé par une ligne de relevé bancaire',
  'Only a payout whose outcome no inquiry brings is ended by hand':
    'Seul un versement dont l’issue reste inconnue se clôt à la main',
  'No operator was asked to make this payout': 'Aucun opérateur n’a reçu ce versement',
  'A payout cannot be smaller than its fee of {fee}':
    'Un versement ne peut pas être inférieur à ses frais de {fee}',
  'This payout destination has been added already': 'Cette destination de versement existe déjà',
  'Another admin must decide this payout batch':
    'Un autre administrateur doit décider de ce lot de versements',
  'A payout in state {state} is not on its way at a bank': "Ce versement n'est pas en cours à la banque",
  'This bank file cannot be read: {reason}': 'Ce fichier bancaire est illisible',
  'The statement is of an account that is not ours': "Ce relevé est celui d'un compte qui n'est pas le nôtre",
  'The statement was imported before with other content':
    'Ce relevé a déjà été importé avec un autre contenu',
  'Bank line not found': 'Ligne bancaire introuvable',
  'The bank line is {state} already': 'Une décision a déjà été prise pour cette ligne bancaire',
  'No open movement of this kind matches the bank line':
    'Aucun mouvement en attente de ce type ne correspond à la ligne bancaire',
  'The bank line has another amount than the movement':
    "Le montant de la ligne bancaire n'est pas celui du mouvement",
  'Another admin must assign this line: you approved the payout or imported its return':
    'Un autre administrateur doit rapprocher cette ligne : vous avez approuvé le versement ou importé son retour',
  'Another admin must confirm this write-off':
    'Un autre administrateur doit confirmer cette mise hors rapprochement',
  // Users of a merchant.
  'Not allowed for your role': 'Votre rôle ne le permet pas',
  'User not found': 'Utilisateur introuvable',
  'A merchant needs at least one owner': 'Un marchand garde au moins un propriétaire',
  'A rule needs a second user who can approve: invite one first':
    'Une règle demande un second utilisateur : invitez-le d’abord',
  'While approvals are required, a merchant keeps two users who can approve':
    'Tant que des approbations sont exigées, un marchand garde deux utilisateurs qui peuvent approuver',
  'A merchant has at most 100 users and open invitations':
    'Un marchand a au plus 100 utilisateurs et invitations en cours',
  'This email belongs to a user of the merchant already':
    'Cette adresse est déjà celle d’un utilisateur du marchand',
  'Invitation not found': 'Invitation introuvable',
  'This invitation is unknown, used or expired': 'Cette invitation est inconnue, utilisée ou expirée',
  'Session not found': 'Session introuvable',
  'The step-up confirms another act, payee or amount':
    "La confirmation d'identité vaut pour une autre opération, un autre bénéficiaire ou un autre montant",
  'Step-up required': "L'identité doit être confirmée de nouveau",
  'Second factor required': 'Un second facteur est demandé',
  'The code is wrong or was used already': 'Le code est incorrect ou a déjà servi',
  'The passkey is unknown or its response is invalid':
    "La clé d'accès est inconnue ou sa réponse est incorrecte",
  'This passkey is registered already': "Cette clé d'accès est déjà enregistrée",
  'A user has at most 20 passkeys': "Un utilisateur a au plus 20 clés d'accès",
  'Passkey not found': "Clé d'accès introuvable",
  'An authenticator app is set up already': "Une application d'authentification est déjà configurée",
  'No authenticator app is being set up':
    "Aucune application d'authentification n'est en cours de configuration",
  'The account has no second factor': "Le compte n'a pas de second facteur",
  // Who calls.
  'Wrong merchant code or secret': 'Code ou secret marchand incorrect',
  'Wrong email or password': 'Adresse e-mail ou mot de passe incorrect',
  'Access token missing, unknown or expired': "Jeton d'accès absent, inconnu ou expiré",
  'Missing authentication headers': "En-têtes d'authentification absents",
  'Duplicate authentication header': "En-tête d'authentification en double",
  'X-Timestamp must be Unix seconds': "L'heure doit être en secondes Unix",
  'Request timestamp expired': "L'heure de la requête est dépassée de plus de 30 secondes",
  'Request timestamp is in the future': "L'heure de la requête est dans le futur",
  'Invalid request signature': 'Signature de la requête incorrecte',
  'Unauthorized environment': "L'installation ne sert pas cet environnement",
  'IP address not allowed': 'Adresse IP non autorisée',
  'This name cannot be used': 'Ce nom ne peut pas être utilisé',
  'API key lacks scope {scope}': 'La clé d’API n’a pas le droit {scope}.',
  'Merchant suspended': 'Marchand suspendu',
  'Merchant not found': 'Marchand introuvable',
  'Admin network not allowed': "Réseau non autorisé pour l'administration",
  'Invalid admin token': "Jeton d'administration incorrect",
  'Request from a site other than {address}': "La requête vient d'un autre site que {address}",
  'Cross-site request refused': "La requête vient d'un autre site",
  // The merchant's account.
  'Invoice not found': 'Facture introuvable',
  'This deployment sends no email': 'Cette installation n’envoie pas d’e-mails',
  'Sign-up is closed on this deployment': 'La création de comptes est fermée sur cette installation',
  'Only money that was refused can go to another number':
    'Seul un montant qui a été refusé peut être envoyé à un autre numéro',
  'The wallet belongs to somebody else than the payer': 'Le portefeuille n’appartient pas au payeur',
  'The name of the payer is unknown: enter it': 'Le nom du payeur est inconnu\u00a0: saisissez-le',
  'Only sandbox merchants may do this': 'Réservé aux marchands en mode test',
  'A sample can only be read': 'Un exemple se consulte, il ne se modifie pas',
  'The sample is being made': 'La création de l’exemple est en cours',
  'There is no sample to look at': 'Il n’y a pas d’exemple à consulter',
  'This password reset link is unknown, used or expired':
    'Ce lien de réinitialisation est inconnu, déjà utilisé ou expiré',
  'No account can be created with this email': 'Aucun compte ne peut être créé avec cette adresse e-mail',
  'The address is confirmed already': 'L’adresse est déjà confirmée',
  'No telephone is set': 'Aucun téléphone n’est enregistré',
  'A merchant has at most 8 webhook endpoints': 'Un marchand a au plus 8 autres adresses de webhook',
  'This time has more than 10,000 deliveries: choose a shorter one':
    'Cette période compte plus de 10 000 envois : choisissez-en une plus courte',
  'Webhook endpoint not found': 'Adresse de webhook introuvable',
  'The webhook endpoint is disabled or deleted': 'L’adresse de webhook est désactivée ou supprimée',
  'No callback_url is set': "Aucune adresse de webhook n'est définie",
  'A go-live request is already pending': 'Une demande de passage en production est déjà en attente',
  'The merchant is already live': 'Le marchand est déjà en production',
  'A test profile stays in the sandbox': 'Un profil de test reste en mode test',
  'A merchant has a test profile from go-live on':
    'Un marchand a un profil de test dès son passage en production',
  'No go-live request is pending': "Aucune demande de passage en production n'est en attente",
  'A suspended merchant cannot go live': 'Un marchand suspendu ne peut pas passer en production',
  'The merchant is already {status}': 'Le marchand est déjà dans cet état',
  'Too many wrong passwords, try again later': 'Trop de mots de passe incorrects, réessayez plus tard',
  'The current password is wrong': 'Le mot de passe actuel est incorrect',
  '{reason}': 'La raison du refus',
  'An address is not an IP address or a CIDR network':
    "Une adresse n'est ni une adresse IP ni un réseau CIDR",
  'Delivery not found': 'Envoi introuvable',
  'No callback received': 'Aucun webhook reçu',
  // Card payments.
  "Currency '{currency}' is not supported. Allowed: CDF, USD": 'Devise non prise en charge',
  'Minimum amount for {currency} is {min}': 'Le montant est inférieur au minimum de la devise',
  'Amount must have at most two decimal places': 'Le montant a plus de deux décimales',
  'bill_to_address_state is required for US/CA':
    "L'État ou la province est obligatoire aux États-Unis et au Canada",
  'Invalid US ZIP code format (expected: 12345 or 12345-6789)': 'Code postal américain incorrect',
  'Invalid Canadian postal code format (expected: A1A1A1)': 'Code postal canadien incorrect',
  'Payment processing error': "Le paiement n'a pas pu être traité",
  'Invalid checkout signature': 'La signature du lien vers la page de paiement est incorrecte',
  'Batch not found': 'Lot introuvable',
  'The file cannot be read: {reason}': 'Le fichier est illisible : {reason}',
  'These rows were uploaded before, as batch {batch_id}':
    'Ces lignes ont déjà été envoyées, dans le lot {batch_id}',
  'A merchant can have at most 500 saved profiles': 'Un marchand peut avoir au plus 500 fiches enregistrées',
  'The batch is {state}': 'Le lot est {state}',
  'The batch has faulty rows. Confirm it with skip_faulty to leave them out':
    'Le lot a des lignes en erreur. Confirmez-le avec skip_faulty pour les laisser de côté',
  'The batch has no row that can be paid': 'Aucune ligne du lot ne peut être payée',
  'These are not the figures of the batch': 'Ce ne sont pas les chiffres du lot',
  'Whoever uploaded or corrected a batch cannot confirm it':
    'Qui a envoyé ou corrigé un lot ne peut pas le confirmer',
  'You have changed profile {profile}: another user must confirm a batch with it first':
    'Vous avez modifié la fiche {profile} : un autre utilisateur doit d’abord confirmer un lot qui la contient',
  'Row not found': 'Ligne introuvable',
  'Profile not found': 'Fiche introuvable',
  'The row is {state}; only faulty rows are corrected':
    'La ligne est {state} ; seules les lignes en erreur se corrigent',
  'A user confirms a batch in the portal': "Un utilisateur confirme un lot dans l'espace marchand",
  'It would now cost more than was confirmed. Upload the row again to confirm its new price':
    'Le prix dépasse maintenant celui qui a été confirmé. Envoyez de nouveau la ligne pour confirmer le nouveau prix',
  'No row of the batch can be sent again': 'Aucune ligne du lot ne peut être renvoyée',
  'Transaction not found': 'Paiement ou transfert introuvable',
  'Transaction expired': 'Le paiement a expiré',
  'Transaction cancelled': 'Le paiement a été annulé',
  'Transaction already finished': 'Le paiement est déjà terminé',
  'Transaction already charged': 'Le paiement est déjà débité',
  'Charge already in progress': 'Un débit est déjà en cours',
  'Amount and currency must be those of the enrolment':
    "Le montant et la devise doivent être ceux de l'enrôlement",
  'Invalid authentication_transaction_id': "Cet identifiant n'est pas celui de l'authentification",
  'Microform is not enabled for this merchant': "Le paiement intégré n'est pas activé pour ce marchand",
  'Origin not allowed': "L'origine de la page n'est pas autorisée",
  'Authentication not completed': "L'authentification n'est pas terminée",
  'A payment attempt is already in progress': 'Une tentative de paiement est déjà en cours',
  // Mobile-money payments.
  'Payment method not enabled': "Ce moyen de paiement n'est pas activé",
  'Number not allowed': "Ce numéro n'est pas autorisé",
  'No wallet at the operator': "Ce numéro n'a pas de compte chez l'opérateur",
  'Transaction already paid': 'La transaction est déjà payée',
  'Payment already in progress': 'Un paiement est déjà en cours',
  'Too many payment requests to this number': 'Trop de demandes de paiement à ce numéro',
  'Operator unavailable': "L'opérateur est indisponible",
  'Collection not found': 'Paiement mobile introuvable',
  // Cards.
  'No payment attempt to continue': 'Aucune tentative de paiement à poursuivre',
  'Invalid transient token': 'Jeton de carte incorrect',
  'Capture context expired': 'Le contexte de capture a expiré',
  'Payment gateway unreachable': 'La passerelle de paiement est injoignable',
  'Payment outcome not known yet': "Le résultat du paiement n'est pas encore connu",
  'Too many declined payments': 'Trop de paiements refusés',
  'Content-Type must be application/x-www-form-urlencoded':
    'Le corps doit être celui du formulaire de la page',
  'Reporting fetch failed': "Le rapport de la passerelle n'a pas pu être lu",
  'Payment link not found': 'Lien de paiement introuvable',
  'Payment link expired': 'Le lien de paiement a expiré',
  'Payment link exhausted': 'Le lien de paiement a déjà servi',
  'Amount exceeds remaining': 'Le montant dépasse le reste à payer',
  'Rest would be below the minimum amount': 'Le reste serait inférieur au montant minimal',
  'No receipt before a link in parts is fully paid':
    "Il n'y a de reçu que pour un lien en plusieurs parties entièrement payé",
  'Payment link has a fixed amount': 'Le montant du lien de paiement est fixe',
  'Payment link cancelled': 'Le lien de paiement a été annulé',
  'Payment link busy': 'Trop de clients ouvrent ce lien au même moment',
  'No transaction with cs_payment_id={id}': "Aucun paiement n'a ce `cs_payment_id`",
  'Transaction already fully refunded': 'Le paiement est déjà totalement remboursé',
  'Cannot refund a tx in status {status}': 'Un paiement dans cet état ne peut pas être remboursé',
  'Transaction older than 60 days': 'Le paiement a plus de 60 jours',
  'Refund amount exceeds remaining': 'Le montant dépasse ce qui reste à rembourser',
  'Refund upstream failed': "La passerelle n'a pas remboursé, ou sa réponse s'est perdue",
  'Refund request not found': 'Demande de remboursement introuvable',
  'Approval not found': 'Demande d’approbation introuvable',
  'The admin who requested this cannot decide it':
    'L’administrateur qui a fait cette demande ne peut pas la traiter',
  'Nobody decides about a sample month': 'Personne ne décide d’un mois d’exemple',
  'A user of this merchant cannot decide about it as an admin':
    'Un utilisateur de ce marchand ne peut pas intervenir sur celui-ci en tant qu’administrateur',
  'This request has already {state}': 'Cette demande a déjà été traitée ou a expiré ({state})',
  'This needs the approval of a second admin, and this deployment has only one':
    'L’approbation d’un second administrateur est nécessaire, et ce déploiement n’en a qu’un',
  'A second user of the merchant must approve this refund first':
    'Un second utilisateur du marchand doit d’abord approuver ce remboursement',
  'A second user of the merchant must approve this payout first':
    'Un second utilisateur du marchand doit d’abord approuver ce versement',
  'A refund request for this payment is waiting already':
    'Une demande de remboursement de ce paiement est déjà en attente',
  'A payment can have at most {most} refund requests within 24 hours':
    'Un paiement peut faire l’objet d’au plus {most} demandes de remboursement en 24 heures',
  'Refund request already {state}': 'La demande de remboursement est déjà traitée',
  'Payment is disputed': "Le paiement fait l'objet d'un litige",
  'Dispute not found': 'Litige introuvable',
  'Dispute is {state}': 'Le litige est dans un état qui ne le permet pas',
  'The deadline of the dispute has passed': 'Le délai de réponse au litige est dépassé',
  'A dispute has at most 5 files': 'Un litige a au plus 5 fichiers',
  'Evidence is empty': 'Les justificatifs sont vides',
  'Dispute file not found': 'Fichier du litige introuvable',
  'Dispute exception not found': 'Anomalie de litige introuvable',
  'Cannot void a tx in status {status}': 'Un paiement dans cet état ne peut pas être annulé',
  'Cannot void a mobile-money payment':
    'Un paiement par mobile money ne peut pas être annulé\u00a0: remboursez-le',
  'Transaction older than 24 hours': 'Le paiement a plus de 24 heures',
  'Void upstream failed': "La passerelle n'a pas annulé, ou sa réponse s'est perdue",
  'No receipt for a tx in status {status}': "Un paiement dans cet état n'a pas de reçu",
  'Another operation on this transaction is in progress': 'Une autre opération sur ce paiement est en cours',
  // Transfers.
  'Invalid amount': 'Montant incorrect',
  'Invalid currency': 'Devise incorrecte',
  'Invalid phone number': 'Numéro de téléphone incorrect',
  'Invalid phone number or operator': 'Numéro de téléphone ou opérateur incorrect',
  'A required field is missing or invalid': 'Un champ obligatoire est absent ou incorrect',
  'Either reference or transaction_id is required': '`reference` ou `transaction_id` est obligatoire',
  'A date is invalid': 'Une date est incorrecte',
  'This reference was used with other content': "Cette référence a servi avec d'autres champs",
  'Invalid sender_document_type': "Type de pièce d'identité de l'expéditeur incorrect",
  'Invalid receiver_document_type': "Type de pièce d'identité du bénéficiaire incorrect",
  'Invalid reason_of_transaction': 'Motif du transfert incorrect',
  'Invalid source_of_funds': 'Origine des fonds incorrecte',
  'Either receiver_current_address or receiver_permanent_address is required':
    "Une adresse du bénéficiaire est obligatoire, l'actuelle ou la permanente",
  'Insufficient wallet balance': 'Solde du portefeuille insuffisant',
  'The transfer exceeds a limit': 'Le transfert dépasse un plafond',
  'Quote not found': 'Devis introuvable',
  'The quote does not fit the request': 'Le devis ne correspond pas à la requête',
  'The quote has expired': 'Le devis a expiré',
  'The quote was used': 'Le devis a déjà servi',
  'Unused quotes promise as much as the limit allows': 'Les devis non utilisés atteignent le plafond',
  'The limit rules were changed; version {version} is in force':
    'Les règles de plafond ont été modifiées ; la version {version} est en vigueur',
  'The period has too many transfers for a dry run':
    'La période compte trop de transferts pour une simulation',
  'The beneficiary number is blacklisted': 'Le numéro du bénéficiaire est sur la liste noire',
  'The operator has no wallet with this number': "L'opérateur n'a pas de portefeuille à ce numéro",
  'The receiver name does not match the subscriber name':
    "Le nom du bénéficiaire ne correspond pas à celui de l'abonné",
  'The operator cannot be reached': "L'opérateur est injoignable",
  'The rate provider cannot be reached': 'Le fournisseur de taux est injoignable',
  'No fresh exchange rate is available': "Aucun taux de change récent n'est disponible",
  'Outbound transfers are disabled': 'Les transferts sortants sont désactivés',
  'Sandbox transfers are limited to 1 USD': 'En mode test, un transfert est limité à 1 USD',
  'No receipt for a transfer in status {status}': "Un transfert dans cet état n'a pas de reçu",
  // Administration.
  'Another admin user has this name, by which persons are told apart':
    'Un autre administrateur porte ce nom, qui sert à distinguer les personnes',
  'A former admin user had this email under another name':
    'Un ancien administrateur avait cette adresse sous un autre nom',
  'This email belongs to an admin user already': 'Cette adresse appartient déjà à un administrateur',
  'The user has this role already': "L'utilisateur a déjà ce rôle",
  'The refund right or the limit has changed since this was requested':
    'Le droit de remboursement ou le découvert autorisé a changé depuis la demande',
  'The user has changed since this was requested': "L'utilisateur a changé depuis cette demande",
  'There must be at least one owner among the admin users':
    'Au moins un administrateur doit avoir le rôle « owner »',
  'Another admin must reset your second factor':
    'Un autre administrateur doit réinitialiser votre second facteur',
  'Your second factor was reset: set up a new one with the link that you were given':
    'Votre second facteur a été réinitialisé : configurez-en un autre avec le lien que vous avez reçu',
  'A token has no user account': "Un jeton n'a pas de compte utilisateur",
  'This link is unknown, used or expired': 'Ce lien est inconnu, déjà utilisé ou expiré',
  'This invitation waits for the approval of a second admin':
    "Cette invitation attend l'approbation d'un deuxième administrateur",
  'The number is not blacklisted': "Le numéro n'est pas sur la liste noire",
  'The number is blacklisted already': 'Le numéro est déjà sur la liste noire',
  'Alert not found': 'Alerte introuvable',
  'List or version not found': 'Liste ou version introuvable',
  'The alert is closed already': "L'alerte est déjà close",
  'Adjustment not found': 'Ajustement introuvable',
  'The requester of an adjustment cannot decide it':
    "L'administrateur qui a demandé un ajustement ne peut pas en décider",
  'An adjustment needs a second admin, and this deployment has only one':
    "Un ajustement demande un deuxième administrateur, et cette installation n'en a qu'un",
  'The adjustment is {state} already, by {by}': "Un autre administrateur a déjà décidé de l'ajustement",
  'Wallet not found': 'Portefeuille introuvable',
  'Operator not found': 'Opérateur introuvable',
  'The operator is {state}': "L'opérateur est déjà dans cet état",
  'Exception not found': 'Exception introuvable',
  'Exchange rates not found': 'Taux de change introuvables',
  'These exchange rates are not waiting for approval': "Ces taux de change n'attendent pas d'approbation",
  'Later exchange rates have been published': 'Des taux de change plus récents ont été publiés',
  'Case not found': 'Dossier introuvable',
  'The case is {state}': "L'état du dossier ne le permet pas",
  'A transfer of the case is held, or an alert of it is open':
    'Un transfert du dossier est retenu, ou une de ses alertes est ouverte',
  'Whoever proposed the outcome of a case cannot decide it':
    "Celui qui a proposé l'issue d'un dossier ne peut pas en décider",
  'Whoever wrote the declaration of a case cannot confirm it':
    "Celui qui a rédigé la déclaration d'un dossier ne peut pas la confirmer",
  'Read this case before you confirm its outcome': "Ouvrez le dossier avant d'en confirmer l'issue",
  'A case needs a second admin, and this deployment has only one':
    "Un dossier demande un deuxième administrateur, et cette installation n'en a qu'un",
  'The case has no declaration': 'Le dossier ne contient aucune déclaration',
  'Declaration not found': 'Déclaration introuvable',
  'The declaration is not confirmed': "La déclaration n'est pas confirmée",
  'Paper not found': 'Pièce introuvable',
  'A case has at most 50 papers': 'Un dossier compte au plus 50 pièces',
  'Three upload links of the case are open already': "Trois liens d'envoi de ce dossier sont déjà ouverts",
  'Request for papers not found': 'Demande de pièces introuvable',
  'The upload link was withdrawn': "Ce lien d'envoi a été retiré",
  'This upload link is not valid': "Ce lien d'envoi n'est pas valable",
  'File not found': 'Fichier introuvable',
  'No more files can be sent through this link': "Ce lien ne permet pas d'envoyer plus de fichiers",
  'Pieces before this one are missing': 'Il manque des morceaux avant celui-ci',
  'The piece is empty, or longer than the rest of the file':
    'Le morceau est vide, ou dépasse la fin du fichier',
  'The transfer is not held': "Le transfert n'est pas retenu",
  'This transfer cannot be reversed: {reason}': 'Ce transfert ne peut pas être repris',
  'No inquiry is possible for this transfer: {reason}':
    "L'opérateur ne peut pas être interrogé au sujet de ce transfert",
  'The clock would be more than ten years ahead': "L'horloge avancerait de plus de dix ans",
  'The simulators did not follow the clock': "Les simulateurs n'ont pas suivi l'horloge",
}
