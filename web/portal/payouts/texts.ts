import { catalogue, formatNumber, plural } from '../../ui/language/language.ts'

export const pageTexts = catalogue({
  fr: {
    title: 'Versements',
    intro:
      'L’argent disponible de vos paiements par carte, versé vers votre portefeuille mobile money ou votre compte bancaire.',
    list: 'Versements',
    settings: 'Réglages',
    available: 'Disponible',
    reserved: (amount: string) => `${amount} réservés pour des versements en cours`,
    fees: (fee: string) => `Frais de ${fee} par versement`,
    feesOfBoth: (wallet: string, bank: string) =>
      `Vers un portefeuille\u00a0: ${wallet}\nVers un compte bancaire\u00a0: ${bank}`,
    fee: (fee: string) => `frais de ${fee}`,
    free: 'sans frais',
    noFees: 'Sans frais',
    request: 'Demander un versement',
    needsDestination:
      'Ajoutez un portefeuille mobile money ou un compte bancaire à votre nom pour recevoir vos versements.',
    addDestination: 'Choisir où recevoir mes versements',
    state: 'État',
    currency: 'Devise',
    count: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'versement', other: 'versements' })}`,
    none: 'Aucun versement pour l’instant',
    noneHint: 'Demandez un versement, ou choisissez un calendrier de versements automatiques.',
    noMoney: 'Rien à verser pour l’instant',
    noMoneyHint:
      'Vos paiements par carte deviennent disponibles quelques jours après leur encaissement. Vous pourrez alors les faire verser ici.',
    next: (amount: string, day: string) => `${amount} disponibles le\u00a0${day}`,
    balance: 'Voir le solde',
    one: 'Versement',
    what: {
      REQUESTED:
        'Nous approuvons les versements importants avant de les envoyer. Vous pouvez encore annuler celui-ci.',
      APPROVED: 'Ce versement va être envoyé à l’opérateur. Vous pouvez encore l’annuler.',
      SENT: 'L’opérateur effectue ce versement.',
      PAID: '',
      FAILED: 'Ce versement a été refusé. L’argent est de nouveau dans votre solde, frais compris.',
      RETURNED:
        'L’opérateur a renvoyé l’argent après le versement. Il est de nouveau dans votre solde, frais compris.',
      CANCELLED: 'L’argent est de nouveau dans votre solde, frais compris.',
    },
    /** Why a payout waits, and what the merchant can do about it. */
    holds: {
      'destination not active':
        'Un mot de passe ou un utilisateur de votre compte a changé\u00a0: par sécurité, ce versement attend que vous confirmiez de nouveau sa destination. Si vous reconnaissez cette destination, confirmez-la. Sinon, annulez le versement.',
      'merchant suspended':
        'Votre compte est suspendu\u00a0: ce versement partira dès sa réactivation. Contactez-nous pour en connaître la raison.',
      'balance below zero':
        'Votre solde disponible est négatif\u00a0: ce versement partira dès que le solde sera remonté à zéro. Vous pouvez encore l’annuler.',
    } as Readonly<Record<string, string>>,
    approvedAgain:
      'Sa destination est de nouveau confirmée. Nous approuvons ce versement une nouvelle fois avant de l’envoyer. Vous pouvez encore l’annuler.',
    heldNote: 'destination à confirmer',
    checkDestination: 'Vérifier la destination',
    secondUser:
      'Un autre utilisateur de votre équipe doit approuver ce versement. Vous pouvez encore l’annuler.',
    approvals: 'Voir les approbations',
    bankWhat: {
      APPROVED: 'Ce versement va être transmis à la banque. Vous pouvez encore l’annuler.',
      SENT: 'Le virement est en cours. Il arrive en général sous 1 à 2 jours ouvrés.',
      FAILED: 'La banque a refusé ce versement. L’argent est de nouveau dans votre solde, frais compris.',
      RETURNED:
        'La banque a renvoyé l’argent après le versement. Il est de nouveau dans votre solde, frais compris.',
    },
    cancel: 'Annuler le versement',
    cancelTitle: (amount: string) => `Annuler le versement de ${amount}\u202f?`,
    cancelText: 'Rien n’est versé. L’argent est aussitôt de nouveau disponible, frais compris.',
    cancelled: 'Versement annulé.',
  },
  en: {
    title: 'Payouts',
    intro: 'The available money of your card payments, paid out to your mobile-money wallet or bank account.',
    list: 'Payouts',
    settings: 'Settings',
    available: 'Available',
    reserved: (amount: string) => `${amount} reserved for payouts in progress`,
    fees: (fee: string) => `${fee} fee per payout`,
    feesOfBoth: (wallet: string, bank: string) => `To a wallet: ${wallet}\nTo a bank account: ${bank}`,
    fee: (fee: string) => `${fee} fee`,
    free: 'no fee',
    noFees: 'No fee',
    request: 'Request a payout',
    needsDestination: 'Add a wallet or bank account to get paid out.',
    addDestination: 'Choose where to be paid',
    state: 'Status',
    currency: 'Currency',
    count: (count: number) => `${formatNumber(count)} ${plural(count, { one: 'payout', other: 'payouts' })}`,
    none: 'No payouts yet',
    noneHint: 'Request a payout, or choose a schedule to be paid automatically.',
    noMoney: 'Nothing to pay out yet',
    noMoneyHint:
      'Your card payments become available a few days after they succeed. You can then have them paid out here.',
    next: (amount: string, day: string) => `${amount} available on\u00a0${day}`,
    balance: 'View balance',
    one: 'Payout',
    what: {
      REQUESTED: 'We approve large payouts before we send them. You can still cancel this one.',
      APPROVED: 'This payout is about to be sent to the operator. You can still cancel it.',
      SENT: 'The operator is making this payout.',
      PAID: '',
      FAILED: 'This payout was declined. The money is back in your balance, including the fee.',
      RETURNED:
        'The operator returned the money after the payout. It is back in your balance, including the fee.',
      CANCELLED: 'The money is back in your balance, including the fee.',
    },
    holds: {
      'destination not active':
        'A password or a user of your account has changed. For your security, this payout waits until you confirm its destination again. If you recognize the destination, confirm it. If not, cancel the payout.',
      'merchant suspended':
        'Your account is suspended: this payout will be sent once it is active again. Contact us to find out why.',
      'balance below zero':
        'Your available balance is below zero: this payout will be sent as soon as it is back at zero. You can still cancel it.',
    } as Readonly<Record<string, string>>,
    approvedAgain:
      'Its destination is confirmed again. We approve this payout once more before we send it. You can still cancel it.',
    heldNote: 'destination to be confirmed',
    checkDestination: 'Check the destination',
    secondUser: 'Another user of your team must approve this payout. You can still cancel it.',
    approvals: 'View approvals',
    bankWhat: {
      APPROVED: 'This payout is about to be sent to the bank. You can still cancel it.',
      SENT: 'The transfer is on its way. It usually arrives within 1 to 2 business days.',
      FAILED: 'The bank declined this payout. The money is back in your balance, including the fee.',
      RETURNED:
        'The bank returned the money after the payout. It is back in your balance, including the fee.',
    },
    cancel: 'Cancel payout',
    cancelTitle: (amount: string) => `Cancel the payout of ${amount}?`,
    cancelText: 'Nothing is paid. The money is available again at once, including the fee.',
    cancelled: 'Payout cancelled.',
  },
})

export const requestTexts = catalogue({
  fr: {
    title: 'Demander un versement',
    amount: 'Montant',
    amountHint: (most: string) => `Au plus ${most}, frais déduits.`,
    amountWrong: (most: string) => `Saisissez un montant jusqu’à ${most}.`,
    wholeFrancs: 'Les francs sont versés sans centimes\u00a0: saisissez un montant entier.',
    nothing: (currency: string) => `Rien n’est disponible en ${currency}.`,
    currency: 'Devise',
    destination: 'Vers',
    reference: 'Votre référence',
    referenceHint: 'Elle figure sur vos relevés et ne sert qu’à un seul versement.',
    check: 'Continuer',
    back: 'Modifier',
    confirm: (amount: string) => `Verser ${amount}`,
    ask: (amount: string) => `Demander ${amount}`,
    question: 'Vérifiez avant de confirmer.',
    approval: 'Ce versement est important\u00a0: nous l’approuverons avant de l’envoyer.',
    userApproval: 'À partir de ce montant, un autre utilisateur de votre équipe doit approuver le versement.',
    total: 'Retiré de votre solde',
    requested: (amount: string) => `Versement de ${amount} demandé.`,
    unconfirmed:
      'Cette destination n’est pas encore confirmée. Reconnectez-vous, puis confirmez-la dans les réglages.',
    confirmable: 'Cette destination n’est pas encore confirmée. Confirmez-la dans les réglages.',
    openSettings: 'Confirmer cette destination',
    usableFrom: (time: string) => `Cette destination sera utilisable à partir du ${time}.`,
    option: (name: string, when: string) => `${name} (${when})`,
    later: (time: string) => `utilisable le ${time}`,
    toConfirm: 'à confirmer',
    insufficient: 'Le solde disponible ne suffit plus. Vérifiez le montant.',
    used: 'Cette référence a déjà servi pour un autre versement. Modifiez-la.',
    unanswered:
      'Nous n’avons pas reçu de réponse. Confirmez à nouveau sans risque\u00a0: une référence n’est versée qu’une fois.',
  },
  en: {
    title: 'Request a payout',
    amount: 'Amount',
    amountHint: (most: string) => `At most ${most}, after the fee.`,
    amountWrong: (most: string) => `Enter an amount up to ${most}.`,
    wholeFrancs: 'Francs are paid out without centimes: enter a whole amount.',
    nothing: (currency: string) => `Nothing is available in ${currency}.`,
    currency: 'Currency',
    destination: 'To',
    reference: 'Your reference',
    referenceHint: 'It appears on your statements. A reference is paid only once.',
    check: 'Continue',
    back: 'Change',
    confirm: (amount: string) => `Pay out ${amount}`,
    ask: (amount: string) => `Request ${amount}`,
    question: 'Check before you confirm.',
    approval: 'This is a large payout: we approve it before we send it.',
    userApproval: 'From this amount on, another user of your team must approve the payout.',
    total: 'Taken from your balance',
    requested: (amount: string) => `Payout of ${amount} requested.`,
    unconfirmed: 'This destination isn’t confirmed yet. Sign in again, then confirm it in the settings.',
    confirmable: 'This destination isn’t confirmed yet. Confirm it in the settings.',
    openSettings: 'Confirm this destination',
    usableFrom: (time: string) => `This destination can be used from ${time.replace(', ', ' at ')}.`,
    option: (name: string, when: string) => `${name} (${when})`,
    later: (time: string) => `usable from ${time.replace(', ', ' at ')}`,
    toConfirm: 'to be confirmed',
    insufficient: 'The available balance is no longer enough. Check the amount.',
    used: 'This reference was already used for another payout. Change it.',
    unanswered: 'We received no response. You can safely confirm again: a reference is paid only once.',
  },
})
