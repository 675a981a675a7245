// The states of payments, of their refunds and voids, of transfers and of webhooks, in words and colours.
import { Badge, type Tone } from '../ui/display/badge.tsx'
import { catalogue } from '../ui/language/language.ts'

export const stateTexts = catalogue({
  fr: {
    payment: {
      PENDING: 'En attente',
      SUCCESS: 'Payé',
      FAILED: 'Échoué',
      CANCELLED: 'Abandonné',
      EXPIRED: 'Expiré',
      REFUNDED: 'Remboursé',
      PARTIALLY_REFUNDED: 'Remboursé en partie',
      VOIDED: 'Annulé',
    },
    transfer: {
      Submitted: 'En route',
      Successful: 'Arrivé',
      Failed: 'Échoué',
      Reversed: 'Repris',
      Hold: 'Retenu',
    },
    undoing: { PENDING: 'En cours', SUCCESS: 'Fait', FAILED: 'Refusé' },
    delivery: { PENDING: 'En attente', DELIVERED: 'Livré', FAILED: 'Refusé', DEAD: 'Abandonné' },
  },
  en: {
    payment: {
      PENDING: 'Pending',
      SUCCESS: 'Paid',
      FAILED: 'Failed',
      CANCELLED: 'Cancelled',
      EXPIRED: 'Expired',
      REFUNDED: 'Refunded',
      PARTIALLY_REFUNDED: 'Refunded in part',
      VOIDED: 'Voided',
    },
    transfer: {
      Submitted: 'On its way',
      Successful: 'Arrived',
      Failed: 'Failed',
      Reversed: 'Reversed',
      Hold: 'Held',
    },
    undoing: { PENDING: 'Under way', SUCCESS: 'Done', FAILED: 'Refused' },
    delivery: { PENDING: 'Pending', DELIVERED: 'Delivered', FAILED: 'Refused', DEAD: 'Given up' },
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

/** A state the pages have no word for is shown as it is called. */
export function State({ of, is }: { of: 'payment' | 'transfer' | 'undoing' | 'delivery'; is: string }) {
  const label: Readonly<Record<string, string>> = stateTexts()[of]
  return <Badge tone={tones[is] ?? 'plain'}>{label[is] ?? is}</Badge>
}
