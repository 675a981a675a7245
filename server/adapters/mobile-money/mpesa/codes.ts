// Response codes of the M-Pesa OpenAPI, market vodacomDRC. The Mozambican gateway uses the same prefix but gives several
// numbers other meanings, so its table must not be used here.
import type { DeclineReason } from '../../../operator-calls/operator.ts'
import { listed } from '../../reply.ts'

export const processed = 'INS-0'
export const timedOut = 'INS-9'
export const duplicate = 'INS-10'
/** For a reversal: the transaction to reverse does not exist. For an inquiry its meaning is not documented. */
export const unknownThere = 'INS-23'
export const noSession = 'INS-989'
export const noSubscriber = 'INS-2051'

/** Definite refusals: nothing was paid, and nothing will be. */
const refusals: Readonly<Record<string, DeclineReason>> = {
  'INS-6': 'REFUSED_BY_OPERATOR',
  'INS-13': 'REFUSED_BY_OPERATOR',
  'INS-15': 'AMOUNT_NOT_ACCEPTED',
  'INS-17': 'REFUSED_BY_OPERATOR',
  'INS-20': 'REFUSED_BY_OPERATOR',
  'INS-21': 'REFUSED_BY_OPERATOR',
  'INS-26': 'REFUSED_BY_OPERATOR',
  'INS-28': 'REFUSED_BY_OPERATOR',
  'INS-30': 'REFUSED_BY_OPERATOR',
  'INS-990': 'RECIPIENT_LIMIT_REACHED',
  'INS-991': 'RECIPIENT_LIMIT_REACHED',
  'INS-993': 'REFUSED_BY_OPERATOR',
  'INS-994': 'REFUSED_BY_OPERATOR',
  'INS-995': 'AMOUNT_NOT_ACCEPTED',
  'INS-996': 'REFUSED_BY_OPERATOR',
  'INS-997': 'REFUSED_BY_OPERATOR',
  'INS-998': 'REFUSED_BY_OPERATOR',
  'INS-2006': 'OPERATOR_FLOAT_EXHAUSTED',
  [noSubscriber]: 'RECIPIENT_NOT_FOUND',
}

/** Codes after which the payment may or may not have been made. */
export const ambiguous: readonly string[] = ['INS-1', timedOut, duplicate]

/** Undefined for a code that is no refusal, or is undocumented. */
export function refusalOf(code: string | undefined): DeclineReason | undefined {
  return listed(refusals, code)
}
