import type { InquiryReply, OperatorOutcome } from '../../operator-calls/operator.ts'

/**
 * The outcome to record for an unsigned callback: the one that an inquiry returned. Undefined as long as the inquiry has
 * no final outcome, because anybody could have sent the callback.
 */
export function confirmedOutcome(
  reported: OperatorOutcome,
  found: InquiryReply,
): OperatorOutcome | undefined {
  if (found.kind === 'pending' || found.kind === 'absent' || found.kind === 'unavailable') return undefined
  // Only the callback contains the reason of a decline.
  return found.kind === 'declined' && reported.kind === 'declined' ? reported : found
}
