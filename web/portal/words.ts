// The service's own words, as people read them. A word that is not here is shown as it came.
import { catalogue } from '../ui/language.ts'

const words = catalogue({
  fr: {
    payment: {
      PENDING: 'En attente',
      SUCCESS: 'Payé',
      FAILED: 'Refusé',
      CANCELLED: 'Annulé',
      EXPIRED: 'Expiré',
      REFUNDED: 'Remboursé',
      PARTIALLY_REFUNDED: 'Remboursé en partie',
      VOIDED: 'Annulé après coup',
    },
    transfer: {
      Submitted: 'En cours',
      Successful: 'Arrivé',
      Failed: 'Échoué',
      Reversed: 'Repris',
      Hold: 'Retenu',
    },
    delivery: { PENDING: 'En cours', DELIVERED: 'Reçu', FAILED: 'Refusé', DEAD: 'Abandonné' },
    link: { ACTIVE: 'Actif', EXPIRED: 'Expiré', EXHAUSTED: 'Épuisé', CANCELLED: 'Annulé' },
    refund: { SUCCESS: 'Fait', FAILED: 'Échoué', PENDING: 'En cours' },
    settlement: { CLOSED: 'Clos' },
    origin: { order: 'Commande', microform: 'Page du marchand', link: 'Lien de paiement' },
    operator: { vodacom: 'Vodacom', airtel: 'Airtel', orange: 'Orange', africell: 'Africell' },
    move: {
      created: 'Commande créée',
      charged: 'Paiement encaissé',
      refused: 'Paiement refusé',
      cancelled: 'Annulé par le client',
      expired: 'Lien expiré sans paiement',
      refunded_in_part: 'Remboursé en partie',
      refunded: 'Remboursé en entier',
      voided: 'Annulé après coup',
    },
    authentication: {
      ready: 'Authentification préparée',
      enrolling: 'Authentification demandée à la banque',
      challenged: 'La banque a demandé un code',
      validating: 'Code envoyé à la banque',
      authenticated: 'Client authentifié',
      used: 'Client authentifié, paiement demandé à la banque',
      failed: 'Authentification échouée',
      abandoned: 'Authentification abandonnée',
    },
    timeline: {
      'inbound.accepted': 'Transfert accepté',
      'screening.ok': 'Contrôle de conformité passé',
      'screening.hold': 'Retenu pour contrôle',
      'compliance.released': 'Libéré après contrôle',
      'compliance.rejected': 'Rejeté après contrôle',
      'fx.converted': 'Converti en USD',
      'wallet.reserved': 'Montant réservé dans votre portefeuille',
      'wallet.confirmed': 'Portefeuille débité',
      'wallet.released': 'Montant rendu à votre portefeuille',
      'wallet.reversed': 'Montant recrédité à votre portefeuille',
      'switch.dispatched': 'Envoyé à l’opérateur',
      'telco.callback': 'Réponse de l’opérateur',
      'telco.inquiry': 'Question posée à l’opérateur',
      'telco.conflict': 'Réponses contraires de l’opérateur, examinées par nos équipes',
      'merchant.callback.sent': 'Webhook reçu par votre serveur',
      'merchant.callback.failed': 'Webhook non reçu par votre serveur',
      'settlement.closed': 'Compris dans un règlement',
    },
    wallet: {
      TOPUP: 'Approvisionnement',
      RESERVE: 'Réservation',
      RELEASE: 'Réservation rendue',
      DEBIT: 'Transfert payé',
      FEE: 'Frais',
      REVERSAL: 'Transfert repris',
      ADJUSTMENT: 'Correction',
    },
  },
  en: {
    payment: {
      PENDING: 'Pending',
      SUCCESS: 'Paid',
      FAILED: 'Declined',
      CANCELLED: 'Cancelled',
      EXPIRED: 'Expired',
      REFUNDED: 'Refunded',
      PARTIALLY_REFUNDED: 'Partly refunded',
      VOIDED: 'Voided',
    },
    transfer: {
      Submitted: 'On its way',
      Successful: 'Delivered',
      Failed: 'Failed',
      Reversed: 'Reversed',
      Hold: 'Held',
    },
    delivery: { PENDING: 'On its way', DELIVERED: 'Delivered', FAILED: 'Refused', DEAD: 'Given up' },
    link: { ACTIVE: 'Active', EXPIRED: 'Expired', EXHAUSTED: 'Used up', CANCELLED: 'Cancelled' },
    refund: { SUCCESS: 'Done', FAILED: 'Failed', PENDING: 'On its way' },
    settlement: { CLOSED: 'Closed' },
    origin: { order: 'Order', microform: 'Merchant’s page', link: 'Payment link' },
    operator: { vodacom: 'Vodacom', airtel: 'Airtel', orange: 'Orange', africell: 'Africell' },
    move: {
      created: 'Order created',
      charged: 'Payment taken',
      refused: 'Payment refused',
      cancelled: 'Cancelled by the customer',
      expired: 'Link expired without a payment',
      refunded_in_part: 'Partly refunded',
      refunded: 'Refunded in full',
      voided: 'Voided',
    },
    authentication: {
      ready: 'Authentication prepared',
      enrolling: 'Bank asked for authentication',
      challenged: 'The bank asked for a code',
      validating: 'Code sent to the bank',
      authenticated: 'Customer authenticated',
      used: 'Customer authenticated, bank asked for the payment',
      failed: 'Authentication failed',
      abandoned: 'Authentication abandoned',
    },
    timeline: {
      'inbound.accepted': 'Transfer accepted',
      'screening.ok': 'Compliance check passed',
      'screening.hold': 'Held for review',
      'compliance.released': 'Released after review',
      'compliance.rejected': 'Rejected after review',
      'fx.converted': 'Converted to USD',
      'wallet.reserved': 'Amount reserved in your wallet',
      'wallet.confirmed': 'Wallet debited',
      'wallet.released': 'Amount given back to your wallet',
      'wallet.reversed': 'Amount credited to your wallet again',
      'switch.dispatched': 'Sent to the operator',
      'telco.callback': 'Answer of the operator',
      'telco.inquiry': 'Operator was asked',
      'telco.conflict': 'The operator contradicted itself; our people look at it',
      'merchant.callback.sent': 'Webhook received by your server',
      'merchant.callback.failed': 'Webhook not received by your server',
      'settlement.closed': 'Part of a settlement',
    },
    wallet: {
      TOPUP: 'Top-up',
      RESERVE: 'Reservation',
      RELEASE: 'Reservation given back',
      DEBIT: 'Transfer paid',
      FEE: 'Fee',
      REVERSAL: 'Transfer reversed',
      ADJUSTMENT: 'Adjustment',
    },
  },
})

type Kind = keyof ReturnType<typeof words>

/** What people call it. */
export function word(kind: Kind, name: string): string {
  const known: Readonly<Record<string, string>> = words()[kind]
  return Object.hasOwn(known, name) ? (known[name] as string) : name
}

/** All there is of a kind, for a list to choose from. */
export function wordsOf(kind: Kind): [name: string, word: string][] {
  return Object.entries(words()[kind])
}
