// pawaPay's failure codes in our words.
import type { DeclineReason } from '../../../remittance/operators/operator.ts'
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

/** Of a payment that was rejected or has failed: a code that pawaPay may add tomorrow is a refusal too. */
export function reasonOf(code: string): DeclineReason {
  return listed(reasons, code) ?? 'REFUSED_BY_OPERATOR'
}

/** Codes under HTTP 400: the request was wrong and nothing was taken. */
const requestFaults: readonly string[] = [
  'DUPLICATE_METADATA_FIELD',
  'INVALID_INPUT',
  'INVALID_PARAMETER',
  'MISSING_PARAMETER',
  'UNSUPPORTED_PARAMETER',
]

/** Whether an error reply refuses the payment for good; other errors are about who asks, or about nothing known. */
export function isFinalRefusal(status: number, code: string): boolean {
  return (status === 400 && requestFaults.includes(code)) || (status === 403 && code.endsWith('_NOT_ALLOWED'))
}
