// Maps response codes and statuses of disbursements to outcomes. Codes that are not listed leave the outcome unknown.
import type { DeclineReason } from '../../../operator-calls/operator.ts'
import type { OperatorReply } from '../call.ts'
import { transactionBody } from './wire.ts'

export type Verdict =
  | { kind: 'succeeded' }
  | { kind: 'pending' }
  | { kind: 'reversed' }
  | { kind: 'declined'; reason: DeclineReason }
  /** The operator itself does not know the outcome yet. */
  | { kind: 'open' }
  | { kind: 'repeated' }

export const disbursementCodes: Readonly<Record<string, Verdict>> = {
  // Ambiguous, and timed out.
  DP00900001000: { kind: 'open' },
  DP00900001014: { kind: 'open' },
  DP00900001001: { kind: 'succeeded' },
  DP00900001006: { kind: 'pending' },
  DP00900001003: { kind: 'declined', reason: 'RECIPIENT_LIMIT_REACHED' },
  DP00900001004: { kind: 'declined', reason: 'AMOUNT_NOT_ACCEPTED' },
  DP00900001005: { kind: 'declined', reason: 'REFUSED_BY_OPERATOR' },
  DP00900001007: { kind: 'declined', reason: 'OPERATOR_FLOAT_EXHAUSTED' },
  DP00900001009: { kind: 'declined', reason: 'RECIPIENT_NOT_FOUND' },
  DP00900001010: { kind: 'declined', reason: 'RECIPIENT_NOT_ALLOWED' },
  DP00900001012: { kind: 'declined', reason: 'RECIPIENT_NOT_FOUND' },
  DP00900001013: { kind: 'declined', reason: 'REFUSED_BY_OPERATOR' },
  // Not found: as a reply to a payment this does not say whether the payment was made.
  DP00900001015: { kind: 'open' },
  DP00900001016: { kind: 'declined', reason: 'REFUSED_BY_OPERATOR' },
  DP00900001011: { kind: 'repeated' },
  DP00900001017: { kind: 'repeated' },
}

/** As a reply to an enquiry: there is no such disbursement. */
export const notFoundCode = 'DP00900001015'

export const statuses: Readonly<Record<string, Verdict>> = {
  TS: { kind: 'succeeded' },
  TF: { kind: 'declined', reason: 'REFUSED_BY_OPERATOR' },
  TE: { kind: 'declined', reason: 'REFUSED_BY_OPERATOR' },
  TIP: { kind: 'pending' },
  TA: { kind: 'open' },
  // The documentation has no status for a payout that was reversed later; this one is the sandbox's.
  TR: { kind: 'reversed' },
}

export const subscriberFound = 'DP02200000001'
export const subscriberUnknown = 'DP02200000000'
export const balanceReported = 'DP02100000001'

/** Codes of the router: no route, no partner, or a wrong PIN. Nothing reached the disbursement product. */
const routerRefusals: readonly string[] = [
  'ROUTER001',
  'ROUTER003',
  'ROUTER005',
  'ROUTER006',
  'ROUTER110',
  'ROUTER112',
  'ROUTER114',
  'ROUTER115',
  'ROUTER116',
]

/** The token is expired or missing: the call was not processed. */
export function isTokenRefused(reply: OperatorReply): boolean {
  if (reply.kind !== 'reply' || (reply.status !== 401 && reply.status !== 403)) return false
  return transactionBody.parse(reply.json).error === 'invalid_token'
}

/** The router returned the call without processing it. */
export function isRejected(reply: OperatorReply): boolean {
  if (reply.kind !== 'reply' || reply.status >= 500) return false
  return routerRefusals.includes(transactionBody.parse(reply.json).status_code ?? '')
}

/** Why a reply is not a usable result, for the log and for admins. */
export function causeOf(reply: OperatorReply): string {
  if (reply.kind === 'no_reply') return reply.cause
  const { status, status_code, error } = transactionBody.parse(reply.json)
  return [`HTTP ${reply.status}`, status.response_code ?? status_code ?? error].filter(Boolean).join(' ')
}
