// Translates replies about merchant payments into outcomes of collections. Only the codes and statuses listed here decide.
import type {
  CollectionInquiryReply,
  CollectionOutcome,
  CollectionReply,
} from '../../../operator-calls/collector.ts'
import type { ReversalReply } from '../../../operator-calls/operator.ts'
import { listed } from '../../reply.ts'
import type { OperatorReply } from '../call.ts'
import { type CollectionCode, declinedCollection } from '../collections.ts'
import { bodyOf, causeOf, isAboutAnother, isMisconfigured, unsentOrUnknown } from './translate.ts'
import type { CallbackTransaction, TransactionBody } from './wire.ts'

/** `repeated`: the operator already knows the id, so an inquiry must find out the outcome. */
type Repeated = { kind: 'repeated' }

/** The transaction status of this reply means nothing: `SUCCESS` was seen beside the code of a payment in process. */
export function collectionReply(reply: OperatorReply, id: string): CollectionReply | Repeated {
  if (isMisconfigured(reply)) return declinedCollection('misconfigured', causeOf(reply), '')
  const early = unsentOrUnknown(reply)
  if (early) return early
  const body = bodyOf(reply)
  const unknown = { kind: 'unknown' as const, cause: causeOf(reply) }
  if (!body || isAboutAnother(body, id)) return unknown
  const said = listed(codes, body.status.response_code)
  switch (said) {
    case undefined:
    case 'open':
    case 'absent':
      return unknown
    case 'repeated':
      return { kind: 'repeated' }
    case 'pending':
      return { kind: 'pending' }
    case 'approved':
      return approvalOf(body) ?? unknown
    default:
      return declineOf(said, body)
  }
}

/** Only the status of this very transaction counts; the code of a declined one adds the reason. */
export function collectionInquiryReply(reply: OperatorReply, id: string): CollectionInquiryReply {
  const body = bodyOf(reply)
  const unavailable = { kind: 'unavailable' as const, cause: causeOf(reply) }
  if (!body || isAboutAnother(body, id)) return unavailable
  const { id: named, status, airtel_money_id: upstreamId } = body.data.transaction
  const said = listed(codes, body.status.response_code)
  if (status === undefined) return said === 'absent' ? { kind: 'absent' } : unavailable
  // guard: airtel-collection-id
  if (named !== id) return unavailable
  const traced = { ...(upstreamId && { upstreamId }) }
  switch (listed(statuses, status)) {
    case 'approved':
      return isDecline(said) ? unavailable : (approvalOf(body) ?? unavailable)
    case 'pending':
      return { kind: 'pending' }
    case 'reversed':
      return { kind: 'reversed', ...traced }
    case 'expired':
      return { ...declineOf('MM_NO_ANSWER', body), ...traced }
    case 'declined':
      return { ...declineOf(isDecline(said) ? said : 'MM_DECLINED', body), ...traced }
    default:
      return { ...unavailable, hasReplied: true }
  }
}

/** The outcome in a callback; undefined when it has none. */
export function collectionCallback(transaction: CallbackTransaction): CollectionOutcome | undefined {
  const { status_code: status = '', message = '', airtel_money_id: upstreamId } = transaction
  const traced = { ...(upstreamId && { upstreamId }) }
  switch (listed(statuses, status)) {
    case 'approved':
      return upstreamId ? { kind: 'approved', upstreamId } : undefined
    case 'pending':
      return { kind: 'pending' }
    case 'reversed':
      return { kind: 'reversed', ...traced }
    case 'expired':
      return { ...declinedCollection('MM_NO_ANSWER', status, message), ...traced }
    case 'declined':
      return { ...declinedCollection('MM_DECLINED', status, message), ...traced }
    default:
      return undefined
  }
}

export function collectionRefundReply(reply: OperatorReply): ReversalReply | Repeated {
  const early = unsentOrUnknown(reply)
  if (early) return early
  const body = bodyOf(reply)
  const unknown = { kind: 'unknown' as const, cause: causeOf(reply) }
  const said = listed(codes, body?.status.response_code)
  if (!body || said === undefined || said === 'open') return unknown
  const { airtel_money_id: upstreamId } = body.data.transaction
  if (said === 'repeated') return { kind: 'repeated' }
  if (said === 'pending') return { kind: 'pending' }
  if (said !== 'approved') return { kind: 'refused', ...reasonOf(body) }
  return body.status.success === true ? { kind: 'reversed', ...(upstreamId && { upstreamId }) } : unknown
}

function approvalOf({ data, status }: TransactionBody): CollectionOutcome | undefined {
  const { airtel_money_id: upstreamId } = data.transaction
  return upstreamId && status.success === true ? { kind: 'approved', upstreamId } : undefined
}

function declineOf(said: CollectionCode, body: TransactionBody) {
  const { code, message } = reasonOf(body)
  return declinedCollection(said, code, message)
}

function reasonOf({ data, status }: TransactionBody): { code: string; message: string } {
  const { message, status: reported = '' } = data.transaction
  return { code: status.response_code ?? reported, message: message ?? status.message ?? '' }
}

type Said = CollectionCode | 'approved' | 'pending' | 'open' | 'absent' | 'repeated'

const undecided: readonly (Said | undefined)[] = [
  undefined,
  'approved',
  'pending',
  'open',
  'absent',
  'repeated',
]

function isDecline(said: Said | undefined): said is CollectionCode {
  return !undecided.includes(said)
}

const codes: Readonly<Record<string, Said>> = {
  // Ambiguous, and timed out.
  DP00800001000: 'open',
  DP00800001024: 'open',
  DP00800001001: 'approved',
  DP00800001006: 'pending',
  DP00800001002: 'MM_WRONG_PIN',
  DP00800001003: 'MM_LIMIT',
  DP00800001004: 'MM_LIMIT',
  DP00800001005: 'MM_NO_ANSWER',
  DP00800001007: 'MM_INSUFFICIENT_FUNDS',
  DP00800001008: 'MM_DECLINED',
  DP00800001009: 'MM_DECLINED',
  DP00800001010: 'MM_NO_WALLET',
  DP00800001025: 'absent',
  DP00800001026: 'misconfigured',
  DP00800001029: 'MM_NO_ANSWER',
  // Duplicates are documented for disbursements only.
  DP00800001011: 'repeated',
  DP00800001017: 'repeated',
  DP00900001011: 'repeated',
  DP00900001017: 'repeated',
}

const statuses: Readonly<Record<string, 'approved' | 'declined' | 'expired' | 'pending' | 'reversed'>> = {
  TS: 'approved',
  TF: 'declined',
  TE: 'expired',
  TIP: 'pending',
  // The documentation has no status for a refunded payment; this one is the sandbox's.
  TR: 'reversed',
}
