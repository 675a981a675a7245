// Translates replies and results about C2B payments into outcomes of collections. Only the codes and statuses listed here decide.
import type {
  CollectionInquiryReply,
  CollectionOutcome,
  CollectionReply,
} from '../../../operator-calls/collector.ts'
import { listed } from '../../reply.ts'
import type { OperatorReply } from '../call.ts'
import { type CollectionCode, declinedCollection } from '../collections.ts'
import { coded, type Duplicate, type Mode, pendingStatuses } from './translate.ts'
import { ambiguous, duplicate, type GatewayResult, processed } from './wire.ts'

export function collectionReply(
  reply: OperatorReply,
  conversation: string,
  mode: Mode,
): CollectionReply | Duplicate {
  const response = coded(reply, conversation)
  if (response.kind !== 'coded') return response
  const { code, body } = response
  const { output_TransactionID: upstreamId, output_ResponseDesc: message = '' } = body
  const traced = { ...(upstreamId && { upstreamId }) }
  if (code === duplicate) return { kind: 'duplicate' }
  if (code === processed) {
    // The asynchronous gateway has only accepted the request.
    return mode === 'sync' && upstreamId ? { kind: 'approved', upstreamId } : { kind: 'pending', ...traced }
  }
  const said = listed(codes, code)
  return said ? { ...declinedCollection(said, code, message), ...traced } : { kind: 'unknown', cause: code }
}

/** Codes of an inquiry about a payment that does not exist, or is not yet indexed. */
const unknownThere: readonly string[] = ['INS-23', 'INS-6140']

/** @param of.query id of the inquiry itself; a code other than INS-0 is about the inquiry. */
export function collectionInquiryReply(
  reply: OperatorReply,
  of: { query: string; upstreamId?: string | undefined },
): CollectionInquiryReply {
  const response = coded(reply, of.query)
  if (response.kind !== 'coded') return { kind: 'unavailable', cause: response.cause }
  const { code, body } = response
  if (unknownThere.includes(code)) return { kind: 'absent' }
  if (code !== processed) return { kind: 'unavailable', cause: code }
  const { output_OriginalTransactionID: found, output_ResponseTransactionStatus: status = 'absent' } = body
  if (of.upstreamId && found && found !== of.upstreamId) {
    return { kind: 'unavailable', cause: 'status of another transaction' }
  }
  const upstreamId = found ?? of.upstreamId
  const traced = { ...(upstreamId && { upstreamId }) }
  if (status === 'Completed' && upstreamId) return { kind: 'approved', upstreamId }
  if (status === 'Reversed') return { kind: 'reversed', ...traced }
  if (pendingStatuses.includes(status)) return { kind: 'pending', ...traced }
  const said = listed(declinedStatuses, status)
  if (said === undefined) return { kind: 'unavailable', cause: `status ${status}`, hasReplied: true }
  return { ...declinedCollection(said, status, ''), ...traced }
}

/** The outcome in a posted result. Undefined for undocumented codes and statuses: an inquiry must then find the outcome. */
export function collectionResult(result: GatewayResult): CollectionOutcome | undefined {
  const { input_ResultCode: code, input_ResultDesc: message = '', input_TransactionStatus: status } = result
  const upstreamId = result.input_TransactionID
  const traced = { ...(upstreamId && { upstreamId }) }
  if (code === undefined) return undefined
  if (ambiguous.includes(code)) return { kind: 'pending', ...traced }
  if (code !== processed) {
    const said = listed(codes, code)
    return said && { ...declinedCollection(said, code, message), ...traced }
  }
  if (status === 'Reversed') return { kind: 'reversed', ...traced }
  if (status !== undefined && status !== 'Completed') return undefined
  return upstreamId ? { kind: 'approved', upstreamId } : { kind: 'pending' }
}

const declinedStatuses: Readonly<Record<string, CollectionCode>> = {
  Cancelled: 'MM_CANCELLED',
  Expired: 'MM_NO_ANSWER',
  Declined: 'MM_DECLINED',
  Rejected: 'MM_DECLINED',
  Failed: 'MM_DECLINED',
}

const codes: Readonly<Record<string, CollectionCode>> = {
  'INS-4': 'MM_BLOCKED',
  'INS-5': 'MM_CANCELLED',
  'INS-6': 'MM_DECLINED',
  'INS-15': 'MM_LIMIT',
  'INS-990': 'MM_LIMIT',
  'INS-991': 'MM_LIMIT',
  'INS-995': 'MM_LIMIT',
  'INS-996': 'MM_BLOCKED',
  // Another list calls it "initiator authentication"; either way nobody was debited.
  'INS-2001': 'MM_WRONG_PIN',
  'INS-2006': 'MM_INSUFFICIENT_FUNDS',
  'INS-2051': 'MM_NO_WALLET',
  'INS-13': 'misconfigured',
  'INS-17': 'misconfigured',
  'INS-20': 'misconfigured',
  'INS-21': 'misconfigured',
  'INS-26': 'misconfigured',
  'INS-28': 'misconfigured',
  'INS-30': 'misconfigured',
  'INS-993': 'misconfigured',
  'INS-994': 'misconfigured',
  'INS-997': 'misconfigured',
  'INS-998': 'misconfigured',
}
