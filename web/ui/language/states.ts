// One word for each state, on every page that merchants and admins read. Payers read about the same states in sentences
// (server/cards/checkout/texts.ts, web/verify/texts.ts).
import { catalogue } from './language.ts'

/** The words of the states of payments, disputes, payouts, transfers, refunds and voids, webhooks, payment links, and settlements. */
export const stateTexts = catalogue({
  fr: {
    payment: {
      PENDING: 'En attente',
      SUCCESS: 'Payé',
      FAILED: 'Échoué',
      CANCELLED: 'Abandonné par le client',
      EXPIRED: 'Expiré',
      REFUNDED: 'Remboursé',
      PARTIALLY_REFUNDED: 'Remboursé en partie',
      VOIDED: 'Annulé avant règlement',
    },
    transfer: {
      Submitted: 'En cours',
      Successful: 'Arrivé',
      Failed: 'Échoué',
      Reversed: 'Repris par l’opérateur',
      Hold: 'Retenu',
    },
    refund: { SUCCESS: 'Effectué', FAILED: 'Échoué', PENDING: 'En cours' },
    delivery: { PENDING: 'En attente', DELIVERED: 'Reçu', FAILED: 'Échoué', DEAD: 'Abandonné' },
    // A link for one payment is paid, one for several is complete.
    link: { ACTIVE: 'Actif', EXPIRED: 'Expiré', EXHAUSTED: 'Complet', PAID: 'Payé', CANCELLED: 'Annulé' },
    dispute: {
      INQUIRY: 'Demande de la banque',
      OPEN: 'À répondre',
      EVIDENCE_SENT: 'Justificatifs envoyés',
      WON: 'Gagné',
      LOST: 'Perdu',
      ACCEPTED: 'Accepté',
    },
    payout: {
      REQUESTED: 'En attente d’approbation',
      APPROVED: 'Approuvé',
      SENT: 'Envoyé',
      PAID: 'Versé',
      FAILED: 'Échoué',
      RETURNED: 'Renvoyé',
      CANCELLED: 'Annulé',
    },
    settlement: { CLOSED: 'Clos' },
  },
  en: {
    payment: {
      PENDING: 'Pending',
      SUCCESS: 'Paid',
      FAILED: 'Failed',
      CANCELLED: 'Cancelled by customer',
      EXPIRED: 'Expired',
      REFUNDED: 'Refunded',
      PARTIALLY_REFUNDED: 'Partly refunded',
      VOIDED: 'Voided',
    },
    transfer: {
      Submitted: 'In progress',
      Successful: 'Delivered',
      Failed: 'Failed',
      Reversed: 'Reversed',
      Hold: 'Held',
    },
    refund: { SUCCESS: 'Completed', FAILED: 'Failed', PENDING: 'In progress' },
    delivery: { PENDING: 'Pending', DELIVERED: 'Delivered', FAILED: 'Failed', DEAD: 'Abandoned' },
    link: {
      ACTIVE: 'Active',
      EXPIRED: 'Expired',
      EXHAUSTED: 'Complete',
      PAID: 'Paid',
      CANCELLED: 'Cancelled',
    },
    dispute: {
      INQUIRY: 'Bank inquiry',
      OPEN: 'Needs a response',
      EVIDENCE_SENT: 'Evidence sent',
      WON: 'Won',
      LOST: 'Lost',
      ACCEPTED: 'Accepted',
    },
    payout: {
      REQUESTED: 'Awaiting approval',
      APPROVED: 'Approved',
      SENT: 'Sent',
      PAID: 'Paid',
      FAILED: 'Failed',
      RETURNED: 'Returned',
      CANCELLED: 'Cancelled',
    },
    settlement: { CLOSED: 'Closed' },
  },
})
