import { Badge, type Tone } from '../../ui/display/badge.tsx'
import type { PaymentLink, Payout, TransferStatus } from '../api-types.ts'
import { labelOf } from '../labels.ts'

const transferTones: Record<TransferStatus, Tone> = {
  Submitted: 'wait',
  Successful: 'good',
  Failed: 'bad',
  Reversed: 'plain',
  Hold: 'wait',
}

export const TransferBadge = ({ status }: { status: TransferStatus }) => (
  <Badge tone={transferTones[status]}>{labelOf('transfer', status)}</Badge>
)

const payoutTones: Record<Payout['state'], Tone> = {
  REQUESTED: 'wait',
  APPROVED: 'wait',
  SENT: 'wait',
  PAID: 'good',
  FAILED: 'bad',
  RETURNED: 'bad',
  CANCELLED: 'plain',
}

export const PayoutBadge = ({ state }: { state: Payout['state'] }) => (
  <Badge tone={payoutTones[state]}>{labelOf('payout', state)}</Badge>
)

/** A link whose payments were all made: one for one payment is paid, one for several is complete. */
export const LinkBadge = ({ link: { status, max_uses } }: { link: PaymentLink }) => (
  <Badge tone={status === 'ACTIVE' || status === 'EXHAUSTED' ? 'good' : 'plain'}>
    {labelOf('link', status === 'EXHAUSTED' && max_uses === 1 ? 'PAID' : status)}
  </Badge>
)
