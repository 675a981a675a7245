// The mark of each status in lists with one line per row.
import type * as schemas from '../../api/schemas.generated.ts'
import type { MarkName } from './icons.tsx'

export const paymentMarks: Readonly<Record<schemas.AdminPaymentSummary['status'], MarkName>> = {
  PENDING: 'wait',
  SUCCESS: 'good',
  FAILED: 'bad',
  CANCELLED: 'none',
  EXPIRED: 'none',
  REFUNDED: 'back',
  PARTIALLY_REFUNDED: 'back',
  VOIDED: 'back',
}

export const transferMarks: Readonly<Record<schemas.AdminTransferSummary['status'], MarkName>> = {
  Submitted: 'wait',
  Successful: 'good',
  Failed: 'bad',
  Reversed: 'back',
  Hold: 'wait',
}

export const deliveryMarks: Readonly<Record<schemas.Delivery['status'], MarkName>> = {
  PENDING: 'wait',
  DELIVERED: 'good',
  FAILED: 'bad',
  DEAD: 'bad',
}
