import type { InquiryReply, PayoutReply } from '../../operator-calls/operator.ts'

/** The outcome of a payout that the operator calls a duplicate, from an inquiry: the first request may still be in progress. */
export function outcomeOfDuplicate(found: InquiryReply): PayoutReply {
  if (found.kind === 'absent') return { kind: 'unknown', cause: 'duplicate of an unknown payout' }
  if (found.kind === 'unavailable') return { kind: 'unknown', cause: `duplicate; inquiry: ${found.cause}` }
  return found
}
