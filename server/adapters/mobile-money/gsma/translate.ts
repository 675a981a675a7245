// Translates transactions and request states into outcomes. Only the values listed here decide.
import type { Money } from '../../../kernel/money.ts'
import type {
  DeclineReason,
  OperatorOutcome,
  PayoutReply,
  ReversalReply,
  Unknown,
  Unreached,
} from '../../../operator-calls/operator.ts'
import { listed, moneyIn, part } from '../../reply.ts'
import { fact, type OperatorReply } from '../call.ts'
import { requestStateBody, transactionBody } from './wire.ts'

/** What a transaction must be about to be accepted as the outcome of our request. */
export type Expected = {
  transactionId?: string
  msisdn?: string
  amount?: Money
  isReversal?: boolean
  originalReference?: string
}

type FinalKind = 'succeeded' | 'declined' | 'reversed'
/** `transactionStatus` is free text: values that are not listed count as pending. */
const statuses: Readonly<Record<string, FinalKind>> = {
  completed: 'succeeded',
  failed: 'declined',
  reversed: 'reversed',
}

export type Transaction = { reference: string; amount: Money; outcome: OperatorOutcome }
export type NotIt = { kind: 'not_it'; cause: string }

/** The outcome of `pay`; `repeated` when the operator already knows the reference and an inquiry must find the outcome. */
export function payoutReply(reply: OperatorReply, expected: Expected): PayoutReply | { kind: 'repeated' } {
  const early = unsentOrUnknown(reply)
  if (early) return early
  const refusal = refusalIn(reply)
  if (refusal?.code === 'duplicateRequest') return { kind: 'repeated' }
  if (refusal) return declineOf(refusal)
  if (reply.kind !== 'reply') return { kind: 'unknown', cause: causeOf(reply) }
  if (reply.status === 202) return acceptedReply(reply)
  if (reply.status !== 200 && reply.status !== 201) return { kind: 'unknown', cause: causeOf(reply) }
  const transaction = transactionIn(reply.json, expected)
  return 'outcome' in transaction ? transaction.outcome : { kind: 'unknown', cause: transaction.cause }
}

export function reversalReply(
  reply: OperatorReply,
  expected: Expected,
): ReversalReply | { kind: 'repeated' } {
  const response = payoutReply(reply, expected)
  return response.kind === 'repeated' ? response : reversalOutcome(response)
}

/** The outcome of a reversal, from the outcome of its own transaction. */
export function reversalOutcome(reply: PayoutReply): ReversalReply {
  switch (reply.kind) {
    case 'reversed':
      return { kind: 'reversed', ...(reply.upstreamId && { upstreamId: reply.upstreamId }) }
    case 'declined':
      return { kind: 'refused', code: reply.code, message: reply.message }
    case 'pending':
      return { kind: 'pending' }
    case 'succeeded':
      return { kind: 'unknown', cause: 'reply about a payout, not a reversal' }
    default:
      return reply
  }
}

/** Outcomes of replies that say nothing about the payout: it was not sent, or its outcome is unknown. */
export function unsentOrUnknown(reply: OperatorReply): Unreached | Unknown | undefined {
  const cause = causeOf(reply)
  if (reply.kind === 'no_reply') return { kind: reply.sent ? 'unknown' : 'unreached', cause }
  const isTooFast = reply.status === 429 || refusalIn(reply)?.code === 'rateLimitError'
  return isTooFast || isTokenRefused(reply) ? { kind: 'unreached', cause } : undefined
}

/** 202: the operator accepted the request and reports the outcome by callback or inquiry. */
function acceptedReply(reply: OperatorReply & { kind: 'reply' }): PayoutReply {
  const state = requestStateIn(reply.json)
  return state.kind === 'not_it' ? { kind: 'unknown', cause: state.cause } : payoutState(state)
}

/** The completed transaction is read by an inquiry, which compares it with the payout. A declined payout has no operator id. */
export function payoutState({ kind, id, error }: RequestState): OperatorOutcome {
  return kind === 'failed'
    ? declineOf(error ?? { category: '', code: 'failed', message: '' })
    : { kind: 'pending', upstreamId: id }
}

export type RequestState = {
  kind: 'pending' | 'completed' | 'failed'
  id: string
  /** When the operator gives the request up, for example because the payer has not approved it. */
  expiresAt?: Temporal.Instant
  objectReference?: string
  error?: GsmaError
}

const stateKinds: Readonly<Record<string, RequestState['kind']>> = {
  pending: 'pending',
  completed: 'completed',
  failed: 'failed',
}

export function requestStateIn(json: unknown): RequestState | NotIt {
  const {
    serverCorrelationId: id,
    status,
    objectReference,
    expiryTime,
    ...state
  } = requestStateBody.parse(json)
  const kind = listed(stateKinds, status)
  if (id === undefined) return { kind: 'not_it', cause: 'no request state' }
  if (kind === undefined) return { kind: 'not_it', cause: 'request state of no known status' }
  const error = errorIn(state.error) ?? errorIn(state.errorReference)
  return {
    kind,
    id,
    ...(expiryTime && { expiresAt: expiryTime }),
    ...(objectReference && { objectReference }),
    ...(error && { error }),
  }
}

/** Reads a transaction; `not_it` when required members are missing or it is about something else. */
export function transactionIn(json: unknown, expected: Expected): Transaction | NotIt {
  const body = transactionBody.parse(json)
  const { transactionReference: reference, transactionStatus: status } = body
  const amount = moneyIn(body.amount, body.currency)
  if (reference === undefined || status === undefined || amount === undefined) {
    return { kind: 'not_it', cause: 'no transaction' }
  }
  const type = body.type?.toLowerCase()
  const difference = differenceOf({ ...body, type, amount }, expected)
  if (difference) return { kind: 'not_it', cause: `transaction of another ${difference}` }
  return { reference, amount, outcome: outcomeFor(reference, status, type === 'reversal') }
}

function outcomeFor(upstreamId: string, status: string, isReversal: boolean): OperatorOutcome {
  const reported = listed(statuses, status.toLowerCase()) ?? 'pending'
  // A reversal is a transaction of its own: once it succeeded, the payout is reversed.
  const kind = isReversal && reported === 'succeeded' ? 'reversed' : reported
  if (kind !== 'declined') return { kind, upstreamId }
  return { ...declineOf({ category: '', code: status, message: '' }), upstreamId }
}

type ReadTransaction = Omit<ReturnType<typeof transactionBody.parse>, 'amount' | 'type'> & {
  amount: Money
  type: string | undefined
}

/** The name of a member that differs from what is expected; a member that the operator omits is no difference. */
function differenceOf(reported: ReadTransaction, expected: Expected): string | undefined {
  const { amount = reported.amount } = expected
  if (amount.minor !== reported.amount.minor || amount.currency !== reported.amount.currency) return 'amount'
  if (differs(reported.requestingOrganisationTransactionReference, expected.transactionId)) return 'payout'
  if (reported.type !== undefined && differs(reported.type === 'reversal', expected.isReversal)) return 'type'
  if (differs(reported.originalTransactionReference, expected.originalReference)) return 'original'
  const wallet = reported.creditParty.find(({ key }) => key?.toLowerCase() === 'msisdn')?.value
  return differs(wallet?.replace(/^\+/, ''), expected.msisdn) ? 'wallet' : undefined
}

export function differs<T>(reported: T | undefined, expected: T | undefined): boolean {
  return reported !== undefined && expected !== undefined && reported !== expected
}

export type GsmaError = { category: string; code: string; message: string }

/** The specification uses both spellings of the description. */
const errorBody = part({
  errorCategory: fact,
  errorCode: fact,
  errorDescription: fact,
  errordescription: fact,
})

/** Categories in which the request was processed and refused, so no money moved. Other categories leave that open. */
const refusingCategories: readonly string[] = [
  'businessrule',
  'validation',
  'authorisation',
  'identification',
]
const refusingStatuses: readonly number[] = [400, 401, 404]

const reasons: Readonly<Record<string, DeclineReason>> = {
  identifierError: 'RECIPIENT_NOT_FOUND',
  incorrectState: 'RECIPIENT_NOT_ALLOWED',
  linkViolation: 'RECIPIENT_NOT_ALLOWED',
  samePartiesError: 'RECIPIENT_NOT_ALLOWED',
  dailyVolumeLimitExceeded: 'RECIPIENT_LIMIT_REACHED',
  dailyValueLimitExceeded: 'RECIPIENT_LIMIT_REACHED',
  weeklyVolumeLimitExceeded: 'RECIPIENT_LIMIT_REACHED',
  weeklyValueLimitExceeded: 'RECIPIENT_LIMIT_REACHED',
  monthlyVolumeLimitExceeded: 'RECIPIENT_LIMIT_REACHED',
  monthlyValueLimitExceeded: 'RECIPIENT_LIMIT_REACHED',
  accountMaxTotalVolumeExceeded: 'RECIPIENT_LIMIT_REACHED',
  accountMaxTotalValueExceeded: 'RECIPIENT_LIMIT_REACHED',
  maxBalanceExceeded: 'RECIPIENT_LIMIT_REACHED',
  lessThanTransactionMinValue: 'AMOUNT_NOT_ACCEPTED',
  greaterThanTransactionMaxValue: 'AMOUNT_NOT_ACCEPTED',
  negativeValue: 'AMOUNT_NOT_ACCEPTED',
  currencyNotSupported: 'AMOUNT_NOT_ACCEPTED',
  underPaymentNotAllowed: 'AMOUNT_NOT_ACCEPTED',
  overPaymentNotAllowed: 'AMOUNT_NOT_ACCEPTED',
  insufficientFunds: 'OPERATOR_FLOAT_EXHAUSTED',
}

/** Undefined when it is not a complete error object. */
export function errorIn(json: unknown): GsmaError | undefined {
  const { errorCategory, errorCode, errorDescription, errordescription } = errorBody.parse(json)
  if (errorCategory === undefined || errorCode === undefined) return undefined
  const message = errordescription ?? errorDescription ?? ''
  return { category: errorCategory.toLowerCase(), code: errorCode, message }
}

/** An error whose status and category both mean a refusal: the request was certainly not carried out. */
export function refusalIn(reply: OperatorReply): GsmaError | undefined {
  if (reply.kind !== 'reply' || !refusingStatuses.includes(reply.status)) return undefined
  const error = errorIn(reply.json)
  return error && isRefusal(error) ? error : undefined
}

export function isRefusal({ category }: GsmaError): boolean {
  return refusingCategories.includes(category)
}

/** Access is refused regardless of the request: the token has expired, or the credentials are wrong. */
export function isTokenRefused(reply: OperatorReply): boolean {
  return (
    reply.kind === 'reply' && reply.status === 401 && refusalIn(reply)?.code === 'clientAuthorisationError'
  )
}

/** The operator replied that no such resource exists, which the error page of a wrong URL does not prove. */
export function isUnknownThere(reply: OperatorReply): boolean {
  return reply.kind === 'reply' && reply.status === 404 && refusalIn(reply)?.category === 'identification'
}

export function declineOf(error: GsmaError): {
  kind: 'declined'
  reason: DeclineReason
  code: string
  message: string
} {
  const { code, message } = error
  return { kind: 'declined', reason: listed(reasons, code) ?? 'REFUSED_BY_OPERATOR', code, message }
}

/** Why a reply is not a usable result, for the log and for admins. */
export function causeOf(reply: OperatorReply): string {
  if (reply.kind === 'no_reply') return reply.cause
  const code = errorIn(reply.json)?.code
  return code ? `HTTP ${reply.status} ${code}` : `HTTP ${reply.status}`
}
