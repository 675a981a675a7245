// French names of the groups of calls in the merchants' reference.

/** By the English name. */
export const frenchGroups: Readonly<Record<string, [name: string, description: string]>> = {
  Orders: [
    'Commandes',
    'Paiements sur notre page : créez une commande, envoyez le client vers son lien, lisez le résultat.',
  ],
  'Custom checkout': [
    'Paiement intégré',
    'Paiements sur votre propre page, avec les champs de carte de la passerelle.',
  ],
  'Payment links': [
    'Liens de paiement',
    'Des liens à envoyer à vos clients, payables une ou plusieurs fois.',
  ],
  Transfers: ['Transferts', 'D’un portefeuille prépayé vers les portefeuilles mobile money.'],
  Batches: [
    'Lots',
    'De nombreux transferts ou remboursements par fichier : vérifiés, confirmés par une personne, puis envoyés.',
  ],
  'Portal: refund batches': [
    'Espace marchand : lots de remboursements',
    'Les lots de remboursements, et leur confirmation.',
  ],
  'Portal: batches': ['Espace marchand : lots', 'Les lots de transferts, et leur confirmation.'],
  Lookups: ['Vérifications', 'Numéros de téléphone, noms des abonnés et taux de change.'],
  Wallet: ['Portefeuille', 'Le portefeuille prépayé qui finance vos transferts.'],
  Team: ['Équipe', 'Les utilisateurs d’un marchand, leurs rôles et les invitations.'],
  Account: ['Compte', 'Connexion, clés, secrets et réglages d’un marchand.'],
  Balance: [
    'Solde',
    'Ce que nous vous devons pour vos paiements par carte, et les opérations qui le composent.',
  ],
  Payouts: [
    'Versements',
    'L’argent de vos paiements par carte, versé vers vos portefeuilles mobile money et vos comptes bancaires.',
  ],
  Disputes: [
    'Litiges',
    'Ce que les titulaires de carte contestent auprès de leur banque, et les justificatifs que vous y opposez.',
  ],
  Receipts: [
    'Reçus',
    'Reçus signés des paiements et des transferts, que chacun peut vérifier, même sans réseau.',
  ],
  Events: ['Flux des événements', 'Le flux des événements, pour les serveurs qui ont manqué des webhooks.'],
  Deliveries: ['Webhooks envoyés', 'Chaque webhook avec ses tentatives, et son renvoi.'],
  Webhooks: ['Webhooks', 'Les événements que nous envoyons aux marchands, et comment les vérifier.'],
  Portal: [
    'Espace marchand',
    'Ce que l’équipe d’un marchand voit et fait dans son espace : accueil, transferts, portefeuille et outils des développeurs.',
  ],
  'Portal: payments': [
    'Espace marchand : paiements',
    'Paiements, demandes de remboursement, liens de paiement et litiges dans l’espace marchand.',
  ],
  'Portal: balance': [
    'Espace marchand : solde',
    'Le solde des paiements par carte, ses relevés et les versements dans l’espace marchand.',
  ],
  'Test receiver': ['Récepteur de test', 'Un récepteur pour essayer les webhooks. En test uniquement.'],
}
