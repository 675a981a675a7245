// The state machine of a merchant's request to refund a payment.
import { finalStates, type Moves } from '../../kernel/moves.ts'

export type RefundRequestState =
  | 'WAITING'
  | 'APPROVED'
  | 'REFUNDED'
  | 'FAILED'
  | 'REJECTED'
  | 'WITHDRAWN'
  | 'EXPIRED'
export type RefundRequestEvent =
  | 'approved'
  | 'rejected'
  | 'withdrawn'
  | 'expired'
  | 'refunded'
  | 'refund_failed'

export const refundRequestMoves: Moves<RefundRequestState, RefundRequestEvent> = {
  WAITING: { approved: 'APPROVED', rejected: 'REJECTED', withdrawn: 'WITHDRAWN', expired: 'EXPIRED' },
  // The refund is being made, or its outcome is not known yet.
  APPROVED: { refunded: 'REFUNDED', refund_failed: 'FAILED' },
  REFUNDED: {},
  FAILED: {},
  REJECTED: {},
  WITHDRAWN: {},
  EXPIRED: {},
}

const ended = new Set(finalStates(refundRequestMoves))

/** Whether a request has ended, so that its state never changes again. */
export function hasEnded({ state }: { state: RefundRequestState }): boolean {
  return ended.has(state)
}

export const refundRequestStates = Object.keys(refundRequestMoves) as RefundRequestState[]

/**
 * SQL: the state of the request `q`, whose refund is `r`. Only decisions are stored with a request. Its refund's outcome is
 * stored with the refund, so that the two cannot disagree.
 */
export const stateInSql = `case when q.state = 'APPROVED' and r.status = 'SUCCESS' then '${refundRequestMoves.APPROVED.refunded}'
  when q.state = 'APPROVED' and r.status = 'FAILED' then '${refundRequestMoves.APPROVED.refund_failed}' else q.state end`
