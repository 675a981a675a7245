// Labels for the API's statuses, events and codes. A code without a label is shown as it is.
import { webhookTexts } from '../ui/deliveries/texts.ts'
import { catalogue } from '../ui/language/language.ts'
import { stateTexts } from '../ui/language/states.ts'

const labels = catalogue({
  fr: {
    origin: { order: 'Commande', microform: 'Champs sur votre site', link: 'Lien de paiement' },
    move: {
      created: 'Commande créée',
      charged: 'Paiement encaissé',
      refused: 'Paiement échoué',
      declined: 'Refusé · le client peut réessayer',
      cancelled: 'Abandonné par le client',
      expired: 'Expiré sans paiement',
    },
    authentication: {
      started: 'Authentification commencée',
      set_up: 'Authentification commencée',
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
      'screening.ok': 'Contrôle de conformité réussi',
      'screening.hold': 'Retenu pour contrôle',
      'limit.hold': 'Retenu\u00a0: plafond dépassé',
      'compliance.released': 'Libéré après contrôle',
      'compliance.rejected': 'Rejeté après contrôle',
      'fx.converted': 'Converti en USD',
      'wallet.reserved': 'Montant réservé sur votre portefeuille',
      'wallet.confirmed': 'Portefeuille débité',
      'wallet.released': 'Montant restitué à votre portefeuille',
      'wallet.reversed': 'Montant recrédité sur votre portefeuille',
      'switch.dispatched': 'Envoyé à l’opérateur',
      'telco.callback': 'Réponse de l’opérateur',
      'telco.inquiry': 'Opérateur interrogé',
      'telco.conflict': 'Réponses contradictoires de l’opérateur, en cours d’examen par nos équipes',
      'merchant.callback.sent': 'Webhook reçu par votre serveur',
      'merchant.callback.failed': 'Webhook non reçu par votre serveur',
      'settlement.closed': 'Inclus dans une clôture quotidienne',
    },
    wallet: {
      TOPUP: 'Approvision\u00adnement',
      RESERVE: 'Réservation',
      RELEASE: 'Réservation libérée',
      DEBIT: 'Transfert débité',
      FEE: 'Frais',
      REVERSAL: 'Transfert repris',
      ADJUSTMENT: 'Ajustement',
    },
  },
  en: {
    origin: { order: 'Order', microform: 'Fields on your site', link: 'Payment link' },
    move: {
      created: 'Order created',
      charged: 'Payment captured',
      refused: 'Payment failed',
      declined: 'Declined · the customer can retry',
      cancelled: 'Cancelled by customer',
      expired: 'Expired without a payment',
    },
    authentication: {
      started: 'Authentication started',
      set_up: 'Authentication started',
      enrolling: 'Authentication requested from the bank',
      challenged: 'The bank asked for a code',
      validating: 'Code sent to the bank',
      authenticated: 'Customer authenticated',
      used: 'Customer authenticated, charge requested',
      failed: 'Authentication failed',
      abandoned: 'Authentication abandoned',
    },
    timeline: {
      'inbound.accepted': 'Transfer accepted',
      'screening.ok': 'Compliance check passed',
      'screening.hold': 'Held for review',
      'limit.hold': 'Held: above a limit',
      'compliance.released': 'Released after review',
      'compliance.rejected': 'Rejected after review',
      'fx.converted': 'Converted to USD',
      'wallet.reserved': 'Amount reserved in your wallet',
      'wallet.confirmed': 'Wallet debited',
      'wallet.released': 'Amount returned to your wallet',
      'wallet.reversed': 'Amount credited back to your wallet',
      'switch.dispatched': 'Sent to the operator',
      'telco.callback': 'Operator replied',
      'telco.inquiry': 'Operator queried',
      'telco.conflict': 'Contradictory replies from the operator, under review by our team',
      'merchant.callback.sent': 'Webhook received by your server',
      'merchant.callback.failed': 'Webhook not received by your server',
      'settlement.closed': 'Included in a daily settlement',
    },
    wallet: {
      TOPUP: 'Top-up',
      RESERVE: 'Reservation',
      RELEASE: 'Reservation released',
      DEBIT: 'Transfer debited',
      FEE: 'Fee',
      REVERSAL: 'Transfer reversed',
      ADJUSTMENT: 'Adjustment',
    },
  },
})

/** The labels, with the words of the states for the events that lead to them. */
function all() {
  const states = stateTexts()
  const { REFUNDED, PARTIALLY_REFUNDED, VOIDED } = states.payment
  const own = labels()
  return {
    ...states,
    ...own,
    move: { ...own.move, refunded_in_part: PARTIALLY_REFUNDED, refunded: REFUNDED, voided: VOIDED },
    webhook: { ...webhookTexts().events, VOID: VOIDED },
  }
}

type Kind = keyof ReturnType<typeof all>

/** The label of a code; a code without a label is returned as it is. */
export function labelOf(kind: Kind, name: string): string {
  const known: Readonly<Record<string, string>> = all()[kind]
  return Object.hasOwn(known, name) ? (known[name] as string) : name
}

/** All codes of a kind with their labels, for a filter's options. */
export function labelsOf(kind: Kind): [name: string, word: string][] {
  return Object.entries(all()[kind])
}
