// Maps the error object of the GSMA Mobile Money API (1.2, "Error Object") to outcomes.
import type { DeclineReason } from '../../../operator-calls/operator.ts'
import { listed, part } from '../../reply.ts'
import type { OperatorReply } from '../call.ts'
import { fact } from '../shape.ts'

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
