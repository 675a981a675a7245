// What merchants read about each reason for which an operator declines a payout.
import type { DeclineReason } from './operator.ts'

export const declineMessages: Record<DeclineReason, string> = {
  RECIPIENT_NOT_FOUND: 'The operator has no wallet with this number',
  RECIPIENT_NOT_ALLOWED: 'The wallet may not receive this transfer',
  RECIPIENT_LIMIT_REACHED: 'The wallet has reached a limit of the operator',
  AMOUNT_NOT_ACCEPTED: 'The operator does not accept this amount',
  OPERATOR_FLOAT_EXHAUSTED: 'The operator cannot pay out at the moment',
  REFUSED_BY_OPERATOR: 'The operator refused the payout',
}
