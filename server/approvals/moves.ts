// The state machine of an act that waits for a second admin.
import type { Moves } from '../kernel/moves.ts'

export type ApprovalState = 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
export type ApprovalEvent = 'approved' | 'rejected' | 'expired'

export const approvalMoves: Moves<ApprovalState, ApprovalEvent> = {
  WAITING: { approved: 'APPROVED', rejected: 'REJECTED', expired: 'EXPIRED' },
  APPROVED: {},
  REJECTED: {},
  EXPIRED: {},
}

export const approvalStates = Object.keys(approvalMoves) as ApprovalState[]
