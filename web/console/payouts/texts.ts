import { catalogue } from '../../ui/language/language.ts'

export const payoutsTexts = catalogue({
  fr: {
    title: 'Versements',
    lead: 'L’argent des paiements par carte, versé aux marchands.',
    empty: 'Aucun versement',
    emptyText: 'Les versements que les marchands demandent apparaissent ici.',
    back: 'Versements',
    payout: 'Versement',
    payoutId: 'Identifiant du versement',
    merchant: 'Marchand',
    amount: 'Montant',
    created: 'Demandé',
    requestedBy: 'Demandé par',
    requesters: {
      api: 'le marchand, via l’API',
      portal: 'le marchand, dans son espace',
      schedule: 'son calendrier',
    },
    decidedBy: 'Décidé par',
    nameMatch: 'Nom du marchand et du titulaire',
    matches: { MATCH: 'Concordent', PARTIAL: 'Concordent en partie', NO_MATCH: 'Différents' },
    noName: 'L’opérateur ne donne pas de nom',
    declaredHolder: 'Titulaire déclaré par le marchand, non vérifié par la banque',
    destinationAge: { wallet: 'Portefeuille ajouté', bank: 'Compte ajouté' },
    held: {
      destination_not_active:
        'La destination n’est plus confirmée\u00a0: un mot de passe ou un utilisateur du marchand a changé. L’approbation reste impossible tant que le marchand ne l’a pas confirmée de nouveau dans ses réglages\u202f; vous pouvez rejeter ce versement.',
      merchant_suspended:
        'Ce marchand est suspendu\u00a0: rien ne lui est versé tant qu’il n’est pas réactivé.',
      balance_below_zero:
        'Le solde disponible de ce marchand est négatif\u00a0: rien ne lui est versé tant que ce solde n’est pas remonté à zéro.',
    },
    by: (actor: string) => `par ${actor}`,
    approvals: {
      title: 'Versements à approuver',
      lead: 'Les versements importants demandés par les marchands. Rien n’est envoyé avant votre décision.',
      empty: 'Aucun versement à approuver',
      emptyText: 'Un versement apparaît ici à partir du montant fixé pour l’approbation.',
      queue: 'File des versements à approuver',
    },
    waitingSince: (duration: string) => `en attente depuis ${duration}`,
    notFound: 'Ce versement n’est plus en attente',
    notFoundText: 'Il a déjà été approuvé, rejeté ou annulé, ou il se trouve plus loin dans la file.',
    approve: 'Approuver',
    reject: 'Rejeter',
    approveTitle: (amount: string) => `Approuver le versement de ${amount}\u202f?`,
    approveText: {
      wallet: (owner: string, merchant: string) =>
        `L’opérateur verse aussitôt cet argent de ${merchant} à ${owner}. Un versement envoyé ne peut plus être annulé.`,
      bank: (owner: string, merchant: string) =>
        `Cet argent de ${merchant} est destiné au compte de ${owner}. Il part avec le prochain lot, qu’une autre personne approuve.`,
    },
    approveHeld: (merchant: string) =>
      `${merchant} est suspendu\u00a0: l’argent ne sera versé qu’après sa réactivation.`,
    approveConfirm: (amount: string) => `Approuver ${amount}`,
    rejectTitle: (amount: string) => `Rejeter le versement de ${amount}\u202f?`,
    rejectText: 'Rien n’est versé. L’argent est de nouveau disponible pour le marchand, frais compris.',
    reasonHint: 'Le marchand verra ce motif. Il est aussi enregistré à votre nom dans le journal d’audit.',
    approved: (amount: string) => `Versement de ${amount} approuvé`,
    rejected: 'Versement rejeté',
  },
  en: {
    title: 'Payouts',
    lead: 'The money of card payments, paid out to merchants.',
    empty: 'No payouts',
    emptyText: 'The payouts that merchants request appear here.',
    back: 'Payouts',
    payout: 'Payout',
    payoutId: 'Payout ID',
    merchant: 'Merchant',
    amount: 'Amount',
    created: 'Requested',
    requestedBy: 'Requested by',
    requesters: {
      api: 'the merchant, by API',
      portal: 'the merchant, in the portal',
      schedule: 'its schedule',
    },
    decidedBy: 'Decided by',
    nameMatch: 'Merchant’s and owner’s names',
    matches: { MATCH: 'Match', PARTIAL: 'Match in part', NO_MATCH: 'Differ' },
    noName: 'The operator gives no name',
    declaredHolder: 'Holder declared by the merchant, not verified by the bank',
    destinationAge: { wallet: 'Wallet added', bank: 'Account added' },
    held: {
      destination_not_active:
        'The destination is no longer confirmed: a password or a user of the merchant has changed. It can’t be approved until the merchant confirms it again in its settings; you can reject this payout.',
      merchant_suspended: 'This merchant is suspended: nothing is paid to it until it is active again.',
      balance_below_zero:
        'The available balance of this merchant is below zero: nothing is paid to it until it is back at zero.',
    },
    by: (actor: string) => `by ${actor}`,
    approvals: {
      title: 'Payouts to approve',
      lead: 'Large payouts that merchants have requested. Nothing is sent before your decision.',
      empty: 'No payouts to approve',
      emptyText: 'A payout appears here from the amount that is set for approval.',
      queue: 'Queue of payouts to approve',
    },
    waitingSince: (duration: string) => `${duration} waiting`,
    notFound: 'This payout is no longer waiting',
    notFoundText: 'It has been approved, rejected or cancelled, or it is further down the queue.',
    approve: 'Approve',
    reject: 'Reject',
    approveTitle: (amount: string) => `Approve the payout of ${amount}?`,
    approveText: {
      wallet: (owner: string, merchant: string) =>
        `The operator pays this money of ${merchant} to ${owner} at once. A payout that was sent can’t be cancelled.`,
      bank: (owner: string, merchant: string) =>
        `This money of ${merchant} goes to the account of ${owner}. It is sent with the next batch, which another person approves.`,
    },
    approveHeld: (merchant: string) =>
      `${merchant} is suspended: the money is paid only once it is active again.`,
    approveConfirm: (amount: string) => `Approve ${amount}`,
    rejectTitle: (amount: string) => `Reject the payout of ${amount}?`,
    rejectText: 'Nothing is paid. The money is available to the merchant again, including the fee.',
    reasonHint: 'The merchant will see this reason. It is also recorded in the audit log under your name.',
    approved: (amount: string) => `Payout of ${amount} approved`,
    rejected: 'Payout rejected',
  },
})

export const payoutActionTexts = catalogue({
  fr: {
    cancel: 'Annuler le versement',
    cancelTitle: (amount: string) => `Annuler le versement de ${amount}\u202f?`,
    cancelText: 'Rien n’est versé. L’argent est de nouveau disponible pour le marchand, frais compris.',
    cancelled: 'Versement annulé',
    inquire: 'Interroger l’opérateur',
    inquireTitle: 'Interroger l’opérateur maintenant\u202f?',
    inquireText:
      'Aucun argent n’est envoyé. Si la réponse de l’opérateur est concluante, le versement est mis à jour.',
    replies: {
      pending: 'Réponse de l’opérateur\u00a0: en cours',
      succeeded: 'Réponse de l’opérateur\u00a0: versé',
      declined: 'Réponse de l’opérateur\u00a0: refusé',
      reversed: 'Réponse de l’opérateur\u00a0: repris',
      absent: 'L’opérateur ne connaît pas ce versement',
    },
    fail: { bank: 'Refusé par la banque', wallet: 'Non versé' },
    failTitle: (amount: string) => `Rendre ${amount} au marchand\u202f?`,
    failText: {
      bank: 'À faire uniquement si la banque a refusé cet ordre. Dès qu’un autre administrateur l’approuve, l’argent est de nouveau disponible pour le marchand, frais compris.',
      wallet:
        'À faire uniquement si l’opérateur confirme par écrit que le portefeuille n’a pas été crédité. Dès qu’un autre administrateur l’approuve, l’argent est de nouveau disponible pour le marchand, frais compris.',
    },
    paid: 'Versé',
    paidTitle: (amount: string) => `Enregistrer le versement de ${amount} comme versé\u202f?`,
    paidText:
      'À faire uniquement si l’opérateur confirme par écrit que le portefeuille a été crédité. Un autre administrateur doit l’approuver.',
    endRequested: 'Demande envoyée\u00a0: un autre administrateur doit l’approuver',
  },
  en: {
    cancel: 'Cancel payout',
    cancelTitle: (amount: string) => `Cancel the payout of ${amount}?`,
    cancelText: 'Nothing is paid. The money is available to the merchant again, including the fee.',
    cancelled: 'Payout cancelled',
    inquire: 'Query the operator',
    inquireTitle: 'Query the operator now?',
    inquireText: 'No money is sent. If the operator’s reply is conclusive, the payout is updated.',
    replies: {
      pending: 'Operator’s reply: in progress',
      succeeded: 'Operator’s reply: paid',
      declined: 'Operator’s reply: declined',
      reversed: 'Operator’s reply: reversed',
      absent: 'The operator has no record of this payout',
    },
    fail: { bank: 'Refused by the bank', wallet: 'Not paid' },
    failTitle: (amount: string) => `Return ${amount} to the merchant?`,
    failText: {
      bank: 'Only if the bank has refused this order. Once another admin approves it, the money is available to the merchant again, including the fee.',
      wallet:
        'Only if the operator confirms in writing that the wallet was not credited. Once another admin approves it, the money is available to the merchant again, including the fee.',
    },
    paid: 'Paid',
    paidTitle: (amount: string) => `Record the payout of ${amount} as paid?`,
    paidText:
      'Only if the operator confirms in writing that the wallet was credited. Another admin must approve it.',
    endRequested: 'Requested: another admin must approve it',
  },
})
