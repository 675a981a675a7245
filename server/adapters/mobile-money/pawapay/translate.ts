// Translates pawaPay's replies into outcomes. Only the statuses listed here decide; a reply about another payment, amount
// or wallet never does.
import type { LocalCurrency, Money } from '../../../kernel/money.ts'
import type { OperatorCode } from '../../../kernel/operators.ts'
import type {
  DeclineReason,
  InquiryReply,
  OperatorOutcome,
  PayoutReply,
} from '../../../operator-calls/operator.ts'
import { listed, moneyIn } from '../../reply.ts'
import type { OperatorReply } from '../call.ts'
import {
  idMember,
  initiation,
  type Payment,
  type Product,
  paymentIdOf,
  paymentStatus,
  providerOf,
} from './wire.ts'

/** pawaPay has seen this id before, so an inquiry must find the outcome. */
type Duplicate = { kind: 'duplicate' }

/** The facts that a reported payment must match to be accepted as the outcome of our own. */
type Expected = {
  reference: string
  transactionId: string
  operator: OperatorCode
  msisdn: string
  amount?: Money<LocalCurrency>
}

export function payoutReply(
  reply: OperatorReply,
  product: Product,
  reference: string,
): PayoutReply | Duplicate {
  if (reply.kind === 'no_reply') {
    return { kind: reply.sent ? 'unknown' : 'unreached', cause: reply.cause }
  }
  const body = initiation.parse(reply.json)
  const { failureCode = '', failureMessage = '' } = body.failureReason
  const cause = causeOf(reply)
  const isDenied = reply.status === 401 || reply.status === 403 || reply.status === 429
  if (isFinalRefusal(reply.status, failureCode)) return declined(failureCode, failureMessage)
  if (isDenied) return { kind: 'unreached', cause }
  if (reply.status !== 200) return { kind: 'unknown', cause }
  if (body[idMember[product]] !== paymentIdOf(reference)) {
    return { kind: 'unknown', cause: 'reply about another payment' }
  }
  switch (body.status) {
    case 'ACCEPTED':
      return { kind: 'pending' }
    case 'REJECTED':
      return declined(failureCode, failureMessage)
    case 'DUPLICATE_IGNORED':
      return { kind: 'duplicate' }
    default:
      return { kind: 'unknown', cause: `status ${body.status ?? 'absent'}` }
  }
}

export function inquiryReply(reply: OperatorReply, product: Product, expected: Expected): InquiryReply {
  if (reply.kind === 'no_reply') return { kind: 'unavailable', cause: reply.cause }
  const { status, data } = paymentStatus.parse(reply.json)
  if (reply.status !== 200) return { kind: 'unavailable', cause: causeOf(reply) }
  if (status === 'NOT_FOUND') return { kind: 'absent' }
  if (status !== 'FOUND') return { kind: 'unavailable', cause: `status ${status ?? 'absent'}` }
  const difference = differenceOf(data, product, expected)
  if (difference) return { kind: 'unavailable', cause: `payment of another ${difference}` }
  const outcome = outcomeOf(data)
  return outcome ?? { kind: 'unavailable', cause: `status ${data.status ?? 'absent'}`, hasReplied: true }
}

/** Why a reply is not a usable result, for the log. */
export function causeOf(reply: OperatorReply): string {
  if (reply.kind === 'no_reply') return reply.cause
  const { failureCode = '' } = initiation.parse(reply.json).failureReason
  return `HTTP ${reply.status} ${failureCode}`.trimEnd()
}

/** The name of a member that differs from what is expected; apart from id and amount, members may be missing. */
function differenceOf(data: Payment, product: Product, expected: Expected): string | undefined {
  const { phoneNumber = expected.msisdn, provider = providerOf(expected.operator) } =
    data.recipient.accountDetails
  const amount = moneyIn(data.amount, data.currency)
  if (data[idMember[product]] !== paymentIdOf(expected.reference)) return 'id'
  if (amount?.currency !== (expected.amount?.currency ?? 'USD')) return 'currency'
  if (expected.amount && expected.amount.minor !== amount.minor) return 'amount'
  if (phoneNumber !== expected.msisdn) return 'wallet'
  if (provider !== providerOf(expected.operator)) return 'operator'
  return (data.clientReferenceId ?? expected.transactionId) === expected.transactionId
    ? undefined
    : 'transfer'
}

const pendingStatuses: readonly string[] = ['ACCEPTED', 'ENQUEUED', 'PROCESSING', 'IN_RECONCILIATION']

/** Undefined for an undocumented status. */
export function outcomeOf(data: Payment): OperatorOutcome | undefined {
  const { status = '', providerTransactionId } = data
  const traced = { ...(providerTransactionId && { upstreamId: providerTransactionId }) }
  if (pendingStatuses.includes(status)) return { kind: 'pending', ...traced }
  if (status === 'REVERSED') return { kind: 'reversed', ...traced }
  if (status === 'FAILED') {
    const { failureCode = '', failureMessage = '' } = data.failureReason
    return { ...declined(failureCode, failureMessage), ...traced }
  }
  if (status !== 'COMPLETED') return undefined
  // The wallet's operator may return no id; the payment can then be found by our own reference.
  return { kind: 'succeeded', upstreamId: providerTransactionId ?? '' }
}

function declined(code: string, message: string): Extract<OperatorOutcome, { kind: 'declined' }> {
  return { kind: 'declined', reason: reasonOf(code), code, message }
}

const reasons: Readonly<Record<string, DeclineReason>> = {
  AMOUNT_OUT_OF_BOUNDS: 'AMOUNT_NOT_ACCEPTED',
  BALANCE_INSUFFICIENT: 'OPERATOR_FLOAT_EXHAUSTED',
  INVALID_AMOUNT: 'AMOUNT_NOT_ACCEPTED',
  INVALID_PHONE_NUMBER: 'RECIPIENT_NOT_FOUND',
  PAWAPAY_WALLET_OUT_OF_FUNDS: 'OPERATOR_FLOAT_EXHAUSTED',
  RECIPIENT_LIMIT_REACHED: 'RECIPIENT_LIMIT_REACHED',
  RECIPIENT_NOT_ALLOWED_TO_RECEIVE: 'RECIPIENT_NOT_ALLOWED',
  RECIPIENT_NOT_FOUND: 'RECIPIENT_NOT_FOUND',
  WALLET_LIMIT_REACHED: 'RECIPIENT_LIMIT_REACHED',
}

/** For a payment that was rejected or has failed: an unknown code is a refusal too. */
function reasonOf(code: string): DeclineReason {
  return listed(reasons, code) ?? 'REFUSED_BY_OPERATOR'
}

/** Codes with HTTP 400: the request was invalid and nothing was accepted. */
const requestFaults: readonly string[] = [
  'DUPLICATE_METADATA_FIELD',
  'INVALID_INPUT',
  'INVALID_PARAMETER',
  'MISSING_PARAMETER',
  'UNSUPPORTED_PARAMETER',
]

/** Whether an error reply is a final refusal of the payment; other errors concern the caller or prove nothing. */
export function isFinalRefusal(status: number, code: string): boolean {
  return (status === 400 && requestFaults.includes(code)) || (status === 403 && code.endsWith('_NOT_ALLOWED'))
}
