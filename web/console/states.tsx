// Labels and colours for the statuses of payments, refunds, voids, transfers and webhooks.
import { Badge, type Tone } from '../ui/display/badge.tsx'
import { catalogue } from '../ui/language/language.ts'

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
      Reversed: 'Repris',
      Hold: 'Retenu',
    },
    undoing: { PENDING: 'En cours', SUCCESS: 'Effectué', FAILED: 'Échoué' },
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
    undoing: { PENDING: 'In progress', SUCCESS: 'Completed', FAILED: 'Failed' },
    delivery: { PENDING: 'Pending', DELIVERED: 'Delivered', FAILED: 'Failed', DEAD: 'Abandoned' },
  },
})

const tones: Record<string, Tone> = {
  PENDING: 'wait',
  SUCCESS: 'good',
  FAILED: 'bad',
  REFUNDED: 'plain',
  Submitted: 'wait',
  Successful: 'good',
  Failed: 'bad',
  Hold: 'wait',
  DELIVERED: 'good',
  DEAD: 'bad',
}

/** The badge of a status; an unknown status is shown as it is. */
export function State({ of, is }: { of: 'payment' | 'transfer' | 'undoing' | 'delivery'; is: string }) {
  const label: Readonly<Record<string, string>> = stateTexts()[of]
  return <Badge tone={tones[is] ?? 'plain'}>{label[is] ?? is}</Badge>
}
