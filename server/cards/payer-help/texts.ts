// What payers read when they ask what became of a payment, in both languages.
import type { Language } from '../../kernel/language.ts'
import type { HelpState } from './payment-help.ts'

type HelpTexts = {
  title: string
  intro: string
  date: string
  amount: string
  currency: string
  currencies: Record<'USD' | 'CDF', string>
  last: string
  lastHint: string
  search: string
  mend: string
  faults: Record<'date' | 'amount' | 'currency' | 'last', string>
  results: string
  several: string
  none: string
  noneText: string
  tooMany: string
  paidAt: string
  contact: string
  noContact: string
  privacy: string
  states: Record<HelpState, string>
  nextSteps: Record<HelpState, string>
}

export const helpTexts: Record<Language, HelpTexts> = {
  fr: {
    title: 'J’ai payé, que s’est-il passé\u202f?',
    intro:
      'Remplissez les quatre champs\u00a0: nous vous dirons ce que votre paiement est devenu et ce que vous pouvez faire.',
    date: 'Jour du paiement',
    amount: 'Montant exact',
    currency: 'Devise',
    currencies: { USD: 'USD (dollars)', CDF: 'CDF (francs)' },
    last: 'Derniers chiffres',
    lastHint: 'Les 4\u00a0derniers chiffres de la carte, ou les 3\u00a0derniers du numéro qui a payé.',
    search: 'Rechercher',
    mend: 'Vérifiez les champs indiqués.',
    faults: {
      date: 'Indiquez le jour du paiement.',
      amount: 'Indiquez le montant exact, par exemple 25,50.',
      currency: 'Choisissez la devise.',
      last: 'Indiquez 4\u00a0chiffres pour une carte, 3 pour un numéro.',
    },
    results: 'Votre paiement',
    several:
      'Plusieurs paiements correspondent. L’heure et le contact permettent de reconnaître le vôtre\u202f; si vous en avez fait deux et n’en vouliez qu’un, demandez au marchand de rembourser l’autre.',
    none: 'Aucun paiement trouvé',
    noneText:
      'Vérifiez le jour, le montant et les chiffres, sans arrondir. Si vous venez de payer, réessayez dans quelques minutes. Sinon, aucun paiement de ce montant ne nous est parvenu\u00a0: contactez le marchand avant de payer à nouveau.',
    tooMany: 'Trop de recherches ont été faites. Réessayez dans {wait}, ou contactez le marchand.',
    paidAt: 'Débité le {time}',
    contact: 'Contact du marchand',
    noContact: 'Contactez le marchand par le moyen que vous connaissez.',
    privacy: 'Nous ne demandons jamais votre code PIN, ni le numéro complet de votre carte.',
    states: {
      PAID: 'Paiement effectué',
      CHECKING: 'Vérification en cours',
      DECLINED: 'Paiement refusé',
      EXPIRED: 'Paiement expiré',
      CANCELLED: 'Paiement annulé',
      RETURNING: 'Remboursement en cours',
      RETURNED: 'Montant remboursé',
      REFUNDING: 'Remboursement en cours',
      PARTIALLY_REFUNDED: 'Remboursé en partie',
      REFUNDED: 'Paiement remboursé',
      VOIDED: 'Paiement annulé par le marchand',
    },
    nextSteps: {
      PAID: 'Le marchand a reçu votre paiement. Ne payez pas une seconde fois\u00a0: présentez-lui votre reçu, ou contactez-le s’il ne vous a rien remis.',
      CHECKING:
        'Le résultat n’est pas encore connu. Ne payez pas une seconde fois\u00a0: revenez sur cette page dans quelques minutes.',
      DECLINED: 'Aucun montant n’a été débité. Vous pouvez payer à nouveau.',
      EXPIRED:
        'Le paiement n’a pas été validé à temps et aucun débit ne nous a été signalé. Si un montant a été débité, il vous sera remboursé automatiquement. Demandez un nouveau paiement au marchand.',
      CANCELLED:
        'Le paiement a été annulé et aucun débit ne nous a été signalé. Si un montant a été débité, il vous sera remboursé automatiquement.',
      RETURNING:
        'Le montant a été débité alors que le paiement ne pouvait plus être accepté. Il vous revient sur la même carte ou le même numéro, sans démarche de votre part.',
      RETURNED:
        'Le montant a été remboursé sur la même carte ou le même numéro. Une banque peut mettre quelques jours à l’afficher.',
      REFUNDING:
        'Le marchand a demandé un remboursement. Le montant revient sur la même carte ou le même numéro, sans démarche de votre part.',
      PARTIALLY_REFUNDED:
        'Le marchand a remboursé une partie du montant sur la même carte ou le même numéro. Pour toute question sur le reste, contactez-le.',
      REFUNDED:
        'Le montant a été remboursé sur la même carte ou le même numéro. Une banque peut mettre quelques jours à l’afficher.',
      VOIDED:
        'Le marchand a annulé le paiement. Le montant bloqué sur votre carte est libéré par votre banque, en général sous quelques jours.',
    },
  },
  en: {
    title: 'I paid, what happened?',
    intro: 'Fill in the four fields: we will show what became of your payment and what you can do.',
    date: 'Day of the payment',
    amount: 'Exact amount',
    currency: 'Currency',
    currencies: { USD: 'USD (dollars)', CDF: 'CDF (francs)' },
    last: 'Last digits',
    lastHint: 'The last 4 digits of the card, or the last 3 of the phone number that paid.',
    search: 'Search',
    mend: 'Check the marked fields.',
    faults: {
      date: 'Enter the day of the payment.',
      amount: 'Enter the exact amount, such as 25.50.',
      currency: 'Choose the currency.',
      last: 'Enter 4 digits for a card, 3 for a phone number.',
    },
    results: 'Your payment',
    several:
      'Several payments match. The time and the contact show which one is yours; if you made two and wanted one, ask the merchant to refund the other.',
    none: 'No payment found',
    noneText:
      'Check the day, the amount and the digits, without rounding. If you have just paid, try again in a few minutes. Otherwise no payment of this amount has reached us: contact the merchant before you pay again.',
    tooMany: 'Too many searches were made. Try again in {wait}, or contact the merchant.',
    paidAt: 'Debited on {time}',
    contact: 'Merchant’s contact',
    noContact: 'Contact the merchant in the way you know.',
    privacy: 'We never ask for your PIN or your full card number.',
    states: {
      PAID: 'Payment made',
      CHECKING: 'Payment being checked',
      DECLINED: 'Payment declined',
      EXPIRED: 'Payment expired',
      CANCELLED: 'Payment cancelled',
      RETURNING: 'Arrived too late, being returned',
      RETURNED: 'Amount returned',
      REFUNDING: 'Refund in progress',
      PARTIALLY_REFUNDED: 'Payment refunded in part',
      REFUNDED: 'Payment refunded',
      VOIDED: 'Payment cancelled by the merchant',
    },
    nextSteps: {
      PAID: 'The merchant has received your payment. Do not pay again: show your receipt, or contact the merchant if you have received nothing.',
      CHECKING: 'The outcome is not known yet. Do not pay again: come back to this page in a few minutes.',
      DECLINED: 'Nothing was debited. You can pay again.',
      EXPIRED:
        'The payment was not approved in time, and no debit was reported to us. If an amount was debited, it returns to you without any action on your part. Ask the merchant for a new payment.',
      CANCELLED:
        'The payment was cancelled, and no debit was reported to us. If an amount was debited, it returns to you without any action on your part.',
      RETURNING:
        'The amount was debited when the payment could no longer be accepted. It returns to the same card or number without any action on your part.',
      RETURNED: 'The amount was returned to the same card or number. A bank may take a few days to show it.',
      REFUNDING:
        'The merchant has requested a refund. The amount returns to the same card or number without any action on your part.',
      PARTIALLY_REFUNDED:
        'The merchant has refunded part of the amount to the same card or number. Contact the merchant about the rest.',
      REFUNDED: 'The amount was refunded to the same card or number. A bank may take a few days to show it.',
      VOIDED:
        'The merchant has cancelled the payment. Your bank releases the amount held on your card, usually within a few days.',
    },
  },
}
