// One word for each state, on every page: of payments, transfers, refunds and voids, webhooks, and operators.
import { catalogue } from './language.ts'

/** The words of the states of payments, transfers, refunds and voids, and webhooks. */
export const stateTexts = catalogue({
  fr: {
    payment: {
      PENDING: 'En attente',
      SUCCESS: 'Payé',
      FAILED: 'Échoué',
      CANCELLED: 'Annulé',
      EXPIRED: 'Expiré',
      REFUNDED: 'Remboursé',
      PARTIALLY_REFUNDED: 'Partiellement remboursé',
      VOIDED: 'Débit annulé',
    },
    transfer: {
      Submitted: 'En cours',
      Successful: 'Arrivé',
      Failed: 'Échoué',
      Reversed: 'Restitué',
      Hold: 'Retenu',
    },
    refund: { SUCCESS: 'Effectué', FAILED: 'Échoué', PENDING: 'En cours' },
    delivery: { PENDING: 'En attente', DELIVERED: 'Livré', FAILED: 'Échoué', DEAD: 'Abandonné' },
  },
  en: {
    payment: {
      PENDING: 'Pending',
      SUCCESS: 'Paid',
      FAILED: 'Failed',
      CANCELLED: 'Cancelled',
      EXPIRED: 'Expired',
      REFUNDED: 'Refunded',
      PARTIALLY_REFUNDED: 'Partially refunded',
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
  },
})
