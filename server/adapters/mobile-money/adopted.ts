import type { InquiryReply, PayoutReply } from '../../remittance/operators/operator.ts'

/** What an inquiry after a payout that the operator calls a duplicate says of it: the first one may still be on its way. */
export function adopted(found: InquiryReply): PayoutReply {
  if (found.kind === 'absent') return { kind: 'unknown', cause: 'duplicate of an unknown payout' }
  if (found.kind === 'unavailable') return { kind: 'unknown', cause: `duplicate; inquiry: ${found.cause}` }
  return found
}
