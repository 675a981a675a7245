// Translates pawaPay's replies about deposits and their refunds into outcomes. Only the statuses and codes listed here decide.
import type {
  Collection,
  CollectionInquiryReply,
  CollectionOutcome,
  CollectionReply,
  DeclinedCollection,
  RefundInquiryReply,
} from '../../../operator-calls/collector.ts'
import type { ReversalReply } from '../../../operator-calls/operator.ts'
import { listed, moneyIn } from '../../reply.ts'
import type { OperatorReply } from '../call.ts'
import { type CollectionCode, declinedCollection } from '../collections.ts'
import { causeOf, isFinalRefusal } from './translate.ts'
import {
  type CollectionBody,
  collectionInitiation,
  collectionStatus,
  paymentIdOf,
  providerOf,
} from './wire.ts'

type Duplicate = { kind: 'duplicate' }
type Started =
  | { kind: 'accepted' }
  | { kind: 'rejected'; code: string; message: string }
  | Extract<CollectionReply, { kind: 'unreached' | 'unknown' }>
  | Duplicate

/** Rejections that pass: nothing was accepted, and the same call may be accepted later. */
const passing: readonly string[] = ['PROVIDER_TEMPORARILY_UNAVAILABLE', 'REFUND_IN_PROGRESS']

function startedIn(reply: OperatorReply, member: 'depositId' | 'refundId', reference: string): Started {
  if (reply.kind === 'no_reply') {
    return { kind: reply.sent ? 'unknown' : 'unreached', cause: reply.cause }
  }
  const body = collectionInitiation.parse(reply.json)
  const { failureCode: code = '', failureMessage: message = '' } = body.failureReason
  const cause = causeOf(reply)
  if (isFinalRefusal(reply.status, code)) return { kind: 'rejected', code, message }
  if ([401, 403, 429].includes(reply.status)) return { kind: 'unreached', cause }
  if (reply.status !== 200) return { kind: 'unknown', cause }
  if (body[member] !== paymentIdOf(reference))
    return { kind: 'unknown', cause: 'reply about another payment' }
  switch (body.status) {
    case 'ACCEPTED':
      return { kind: 'accepted' }
    case 'REJECTED':
      return passing.includes(code) ? { kind: 'unreached', cause: code } : { kind: 'rejected', code, message }
    case 'DUPLICATE_IGNORED':
      return { kind: 'duplicate' }
    default:
      return { kind: 'unknown', cause: `status ${body.status ?? 'absent'}` }
  }
}

export function collectionReply(reply: OperatorReply, reference: string): CollectionReply | Duplicate {
  const started = startedIn(reply, 'depositId', reference)
  if (started.kind === 'accepted') return { kind: 'pending' }
  return started.kind === 'rejected' ? declined(started.code, started.message) : started
}

export function refundReply(reply: OperatorReply, reference: string): ReversalReply | Duplicate {
  const started = startedIn(reply, 'refundId', reference)
  if (started.kind === 'accepted') return { kind: 'pending' }
  return started.kind === 'rejected' ? { ...started, kind: 'refused' } : started
}

/** `absent`, or the payment with this id. */
function foundIn(
  reply: OperatorReply,
  member: 'depositId' | 'refundId',
  reference: string,
): { kind: 'found'; data: CollectionBody } | Extract<RefundInquiryReply, { kind: 'absent' | 'unavailable' }> {
  if (reply.kind === 'no_reply') return { kind: 'unavailable', cause: reply.cause }
  if (reply.status !== 200) return { kind: 'unavailable', cause: causeOf(reply) }
  const { status, data } = collectionStatus.parse(reply.json)
  if (status === 'NOT_FOUND') return { kind: 'absent' }
  if (status !== 'FOUND') return { kind: 'unavailable', cause: `status ${status ?? 'absent'}` }
  return data[member] === paymentIdOf(reference)
    ? { kind: 'found', data }
    : { kind: 'unavailable', cause: 'payment of another id' }
}

type Expected = Pick<Collection, 'reference'> & Partial<Pick<Collection, 'msisdn' | 'operator'>>

/** The amount is reported and compared by the core. */
export function collectionInquiryReply(reply: OperatorReply, expected: Expected): CollectionInquiryReply {
  const found = foundIn(reply, 'depositId', expected.reference)
  if (found.kind !== 'found') return found
  const { data } = found
  const { phoneNumber = expected.msisdn, provider } = data.payer.accountDetails
  const isOther =
    (expected.msisdn !== undefined && phoneNumber !== expected.msisdn) ||
    (expected.operator !== undefined && provider !== undefined && provider !== providerOf(expected.operator))
  // guard: pawapay-deposit-wallet
  if (isOther) return { kind: 'unavailable', cause: 'payment of another wallet' }
  return collectionOutcome(data) ?? undecided(data)
}

export function refundInquiryReply(reply: OperatorReply, reference: string): RefundInquiryReply {
  const found = foundIn(reply, 'refundId', reference)
  if (found.kind !== 'found') return found
  return refundOutcome(found.data) ?? undecided(found.data)
}

/** As while pawaPay itself is finding out what its provider did. */
const undecided = ({ status }: CollectionBody) =>
  ({ kind: 'unavailable', cause: `status ${status ?? 'absent'}`, hasReplied: true }) as const

/** IN_RECONCILIATION is missing: pawaPay itself is finding out. SUBMITTED is from older pages of the documentation. */
const pendingStatuses: readonly string[] = ['ACCEPTED', 'PROCESSING', 'SUBMITTED']

/** Undefined for a status that says nothing. */
export function collectionOutcome(data: CollectionBody): CollectionOutcome | undefined {
  const { status = '', providerTransactionId } = data
  const traced = { ...(providerTransactionId && { upstreamId: providerTransactionId }) }
  if (pendingStatuses.includes(status)) return { kind: 'pending', ...traced }
  if (status === 'REVERSED') return { kind: 'reversed', ...traced }
  if (status === 'FAILED') {
    const { failureCode = '', failureMessage = '' } = data.failureReason
    return { ...declined(failureCode || status, failureMessage), ...traced }
  }
  const amount = moneyIn(data.amount, data.currency)
  if (status !== 'COMPLETED' || !amount) return undefined
  // The wallet's operator may return no id; the deposit is known by our own reference.
  return { kind: 'approved', upstreamId: providerTransactionId ?? '', amount }
}

export function refundOutcome(
  data: CollectionBody,
): Extract<ReversalReply, { kind: 'pending' | 'reversed' | 'refused' }> | undefined {
  const { status = '', providerTransactionId } = data
  if (pendingStatuses.includes(status)) return { kind: 'pending' }
  if (status === 'COMPLETED') {
    return { kind: 'reversed', ...(providerTransactionId && { upstreamId: providerTransactionId }) }
  }
  if (status !== 'FAILED') return undefined
  const { failureCode: code = status, failureMessage: message = '' } = data.failureReason
  return { kind: 'refused', code, message }
}

const codes: Readonly<Record<string, CollectionCode>> = {
  PAYMENT_NOT_APPROVED: 'MM_DECLINED',
  INSUFFICIENT_BALANCE: 'MM_INSUFFICIENT_FUNDS',
  PAYER_LIMIT_REACHED: 'MM_LIMIT',
  INVALID_AMOUNT: 'MM_LIMIT',
  AMOUNT_OUT_OF_BOUNDS: 'MM_LIMIT',
  PAYER_NOT_FOUND: 'MM_NO_WALLET',
  INVALID_PHONE_NUMBER: 'MM_NO_WALLET',
  PAYMENT_IN_PROGRESS: 'MM_DECLINED',
  INVALID_CURRENCY: 'misconfigured',
  INVALID_PROVIDER: 'misconfigured',
  NO_PROVIDER: 'misconfigured',
  INVALID_INPUT: 'misconfigured',
  INVALID_PARAMETER: 'misconfigured',
  MISSING_PARAMETER: 'misconfigured',
  UNSUPPORTED_PARAMETER: 'misconfigured',
  DUPLICATE_METADATA_FIELD: 'misconfigured',
}

/** For a deposit that was rejected or has failed: an unknown code is a decline too. */
export function declined(code: string, message: string): DeclinedCollection {
  const said = listed(codes, code) ?? (code.endsWith('_NOT_ALLOWED') ? 'misconfigured' : 'MM_DECLINED')
  return declinedCollection(said, code, message)
}
