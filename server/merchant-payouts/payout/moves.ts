// The states of a payout to a merchant and the moves between them. Every change goes through `movePayout`.
import type { Moves } from '../../kernel/moves.ts'

export const payoutStates = [
  'REQUESTED',
  'APPROVED',
  'SENT',
  'PAID',
  'FAILED',
  'RETURNED',
  'CANCELLED',
] as const
export type PayoutState = (typeof payoutStates)[number]

export type PayoutEvent =
  | 'approved'
  | 'rejected'
  | 'cancelled'
  | 'held'
  | 'sent'
  | 'refused'
  | 'paid'
  | 'declined'
  | 'returned'

export const payoutMoves: Moves<PayoutState, PayoutEvent> = {
  REQUESTED: { approved: 'APPROVED', rejected: 'CANCELLED', cancelled: 'CANCELLED' },
  // SENT is recorded before the operator is called, and with the approval of a batch before its file can be downloaded, so an
  // approved payout was certainly not sent. `refused` is our own word: since it was approved, its number was blacklisted or its
  // wallet has changed hands. `held`: its destination is no longer active, so an admin approves it again.
  APPROVED: { sent: 'SENT', refused: 'FAILED', cancelled: 'CANCELLED', held: 'REQUESTED' },
  SENT: { paid: 'PAID', declined: 'FAILED' },
  PAID: { returned: 'RETURNED' },
  FAILED: {},
  RETURNED: {},
  CANCELLED: {},
}
