// Maps pawaPay's failure codes to decline reasons.
import type { DeclineReason } from '../../../operator-calls/operator.ts'
import { listed } from '../../reply.ts'

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
export function reasonOf(code: string): DeclineReason {
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
