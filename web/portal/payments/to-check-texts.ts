import { catalogue } from '../../ui/language/language.ts'

export const toCheckTexts = catalogue({
  fr: {
    title: 'À vérifier',
    intro:
      'Paiements de ce jour peut-être effectués deux fois, et montants débités sans que le paiement aboutisse.',
    day: 'Jour',
    show: 'Afficher',
    before: 'Jour précédent',
    after: 'Jour suivant',
    none: 'Rien à vérifier ce jour-là',
    noneHint: 'Aucun doublon possible, et aucun argent arrivé trop tard.',
    cut: 'Ce jour contient plus de 200 cas. Les premiers sont affichés.',
    twins: 'Doublons possibles',
    twinsHint:
      'Même référence, même montant et même client à moins de 20\u00a0minutes. Demandez au client avant de rembourser\u00a0: il a peut-être acheté deux fois.',
    giveBack: {
      possible: 'Rembourser…',
      waiting: 'Remboursement à approuver',
      running: 'Remboursement en cours',
      done: 'Remboursé',
      impossible: 'Ne peut plus être remboursé',
    },
    late: 'Débité, mais le paiement n’a pas abouti',
    lateHint:
      'Cet argent n’est pas à vous\u00a0: il est remboursé au client sur le même numéro, sans démarche de votre part.',
    reasons: {
      LATE: 'Le client a validé alors que la commande était annulée ou expirée.',
      DOUBLE: 'La commande avait déjà été payée autrement.',
      AMOUNT: 'L’opérateur a débité un autre montant que celui demandé.',
    },
    states: {
      RETURNING: 'Remboursement en cours',
      REFUSED: 'Refusé par l’opérateur, Likuta s’en occupe',
      RETURNED: 'Remboursé au client',
    },
    reference: 'Commande',
    wallet: 'Portefeuille',
    debited: 'Débité le',
    returned: 'Remboursé le',
  },
  en: {
    title: 'To check',
    intro:
      'Payments of a day that may have been made twice, and money that was debited but paid for nothing.',
    day: 'Day',
    show: 'Show',
    before: 'Day before',
    after: 'Day after',
    none: 'Nothing to check on this day',
    noneHint: 'No possible duplicates, and no money that came too late.',
    cut: 'This day has more than 200 cases. The first ones are shown.',
    twins: 'Possible duplicates',
    twinsHint:
      'Same reference, amount and customer within 20 minutes. Ask the customer before you refund: they may have bought twice.',
    giveBack: {
      possible: 'Refund…',
      waiting: 'Refund awaits approval',
      running: 'Refund in progress',
      done: 'Refunded',
      impossible: 'Can’t be refunded any more',
    },
    late: 'Debited, but the payment failed',
    lateHint: 'This money isn’t yours: it returns to the customer’s number by itself.',
    reasons: {
      LATE: 'The customer approved after the order had ended.',
      DOUBLE: 'The order had been paid otherwise.',
      AMOUNT: 'The operator debited another amount than requested.',
    },
    states: {
      RETURNING: 'Being returned',
      REFUSED: 'Refused by the operator, Likuta is on it',
      RETURNED: 'Returned to the customer',
    },
    reference: 'Order',
    wallet: 'Wallet',
    debited: 'Debited on',
    returned: 'Returned on',
  },
})
