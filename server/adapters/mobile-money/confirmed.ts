import type { InquiryReply, OperatorOutcome } from '../../remittance/operators/operator.ts'

/**
 * What an inquiry makes of a callback that nobody signed: the operator's own word. Undefined as long as it has none,
 * for whoever sent the callback may have told another.
 */
export function confirmed(reported: OperatorOutcome, found: InquiryReply): OperatorOutcome | undefined {
  if (found.kind === 'pending' || found.kind === 'absent' || found.kind === 'unavailable') return undefined
  // Only the callback says why it was declined.
  return found.kind === 'declined' && reported.kind === 'declined' ? reported : found
}
