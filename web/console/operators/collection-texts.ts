import { catalogue, formatNumber, plural } from '../../ui/language/language.ts'

type Question = {
  operator: string
  reference: string
  upstreamId: string
  amount: string
  numberEnd: string
  at: string
}

/** Texts about payments from wallets. */
export const collectionTexts = catalogue({
  fr: {
    stuck: 'Paiements bloqués',
    stuckLead:
      'Demandés il y a plus d’une heure, sans résultat\u00a0: le client a peut-être été débité. Le service continue d’interroger l’opérateur, et la commande n’accepte aucun autre paiement.',
    total: (operator: string, count: number, amount: string) =>
      `${operator}\u00a0: ${formatNumber(count)} ${plural(count, { one: 'paiement', other: 'paiements' })}, ${amount}`,
    nothingStuck: 'Aucun paiement bloqué',
    payment: 'Paiement',
    age: 'Sans résultat depuis',
    wallet: 'Portefeuille',
    amount: 'Montant',
    lastReply: 'Dernière réponse',
    inquiries: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'interrogation', other: 'interrogations' })}`,
    actions: 'Actions',
    question: 'Demande à l’opérateur',
    copyQuestion: 'Copier la demande',
    questionText: ({ operator, reference, upstreamId, amount, numberEnd, at }: Question) =>
      `Bonjour,

Quel est le résultat final de ce paiement ${operator}\u202f?

Notre référence\u00a0: ${reference}
Votre identifiant\u00a0: ${upstreamId}
Montant\u00a0: ${amount}
Numéro se terminant par\u00a0: ${numberEnd}
Demandé\u00a0: ${at}

Le compte du client a-t-il été débité\u202f? Si oui, merci d’indiquer l’identifiant et l’heure du débit. Merci de répondre par écrit.`,
  },
  en: {
    stuck: 'Stuck payments',
    stuckLead:
      'Requested more than an hour ago, without an outcome: the customer may have been debited. The service keeps inquiring, and the order takes no other payment.',
    total: (operator: string, count: number, amount: string) =>
      `${operator}: ${formatNumber(count)} ${plural(count, { one: 'payment', other: 'payments' })}, ${amount}`,
    nothingStuck: 'No stuck payments',
    payment: 'Payment',
    age: 'Without an outcome for',
    wallet: 'Wallet',
    amount: 'Amount',
    lastReply: 'Last reply',
    inquiries: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'inquiry', other: 'inquiries' })}`,
    actions: 'Actions',
    question: 'Inquiry to the operator',
    copyQuestion: 'Copy inquiry',
    questionText: ({ operator, reference, upstreamId, amount, numberEnd, at }: Question) =>
      `Hello,

What is the final outcome of this ${operator} payment?

Our reference: ${reference}
Your ID: ${upstreamId}
Amount: ${amount}
Number ending in: ${numberEnd}
Requested: ${at}

Was the customer’s wallet debited? If so, please give the ID and time of the debit. Please reply in writing.`,
  },
})
