import { Badge, type Tone } from '../../ui/display/badge.tsx'
import type { PaymentLink, PaymentStatus, TransferStatus } from '../api-types.ts'
import { labelOf } from '../labels.ts'

const paymentTones: Record<PaymentStatus, Tone> = {
  PENDING: 'wait',
  SUCCESS: 'good',
  FAILED: 'bad',
  CANCELLED: 'plain',
  EXPIRED: 'plain',
  REFUNDED: 'plain',
  PARTIALLY_REFUNDED: 'plain',
  VOIDED: 'plain',
}
const transferTones: Record<TransferStatus, Tone> = {
  Submitted: 'wait',
  Successful: 'good',
  Failed: 'bad',
  Reversed: 'plain',
  Hold: 'wait',
}

export const PaymentBadge = ({ status }: { status: PaymentStatus }) => (
  <Badge tone={paymentTones[status]}>{labelOf('payment', status)}</Badge>
)

export const TransferBadge = ({ status }: { status: TransferStatus }) => (
  <Badge tone={transferTones[status]}>{labelOf('transfer', status)}</Badge>
)

/** A link for one payment is used, one for several is complete. */
export const LinkBadge = ({ link: { status, max_uses } }: { link: PaymentLink }) => (
  <Badge tone={status === 'ACTIVE' ? 'good' : 'plain'}>
    {labelOf('link', status === 'EXHAUSTED' && max_uses === 1 ? 'USED' : status)}
  </Badge>
)
