// The state machine of an act that waits for a second admin.
import type { Moves } from '../../kernel/moves.ts'

export type ApprovalState = 'WAITING' | 'APPROVED' | 'REJECTED' | 'EXPIRED' | 'WITHDRAWN'
export type ApprovalEvent = 'approved' | 'rejected' | 'expired' | 'withdrawn'

export const approvalMoves: Moves<ApprovalState, ApprovalEvent> = {
  WAITING: { approved: 'APPROVED', rejected: 'REJECTED', expired: 'EXPIRED', withdrawn: 'WITHDRAWN' },
  APPROVED: {},
  REJECTED: {},
  EXPIRED: {},
  WITHDRAWN: {},
}

export const approvalStates = Object.keys(approvalMoves) as ApprovalState[]
