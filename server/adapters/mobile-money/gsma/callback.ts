// Reads an operator's final callback: a PUT with the X-CorrelationID of the request, and the transaction or an error.
// It is not signed, and its hash detects damage but not forgery, so the outcome is confirmed by an inquiry.
import { equalInConstantTime } from '../../../kernel/constant-time.ts'
import type { Money } from '../../../kernel/money.ts'
import type {
  Callback,
  CallbackRequest,
  InquiryReply,
  OperatorOutcome,
} from '../../../operator-calls/operator.ts'
import { parseJson } from '../../../platform/http/body/json.ts'
import { confirmedOutcome } from '../call.ts'
import { contentHash } from './client.ts'
import { declineOf, errorIn, isRefusal, transactionIn } from './translate.ts'

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

type CallbackReport = { reference: string; outcome: OperatorOutcome; amount?: Money }
type Inquire = (report: CallbackReport) => Promise<InquiryReply>

/** @param inquire confirms the outcome; undefined where callbacks are trusted without an inquiry. */
export async function readCallback(
  request: CallbackRequest,
  inquire: Inquire | undefined,
): Promise<Callback> {
  const reported = reportIn(request)
  if ('cause' in reported) return reported
  const outcome =
    inquire && reported.outcome.kind !== 'pending'
      ? confirmedOutcome(reported.outcome, await inquire(reported))
      : reported.outcome
  return outcome
    ? { kind: 'report', ...reported, outcome }
    : { kind: 'unreadable', cause: 'not confirmed by the operator' }
}

function reportIn(request: CallbackRequest): CallbackReport | Exclude<Callback, { kind: 'report' }> {
  const written = writtenIn(request)
  if ('cause' in written) return written
  const { reference, json } = written
  const transaction = transactionIn(json, {})
  if ('outcome' in transaction) return { reference, outcome: transaction.outcome, amount: transaction.amount }
  const error = errorIn(json)
  // An internal error of the operator does not prove that nothing was paid.
  if (error && isRefusal(error)) return { reference, outcome: declineOf(error) }
  return { kind: 'unreadable', cause: error ? `error ${error.code}` : 'no transaction and no error' }
}

/** The reference and JSON of a callback in the form that the standard prescribes. */
export function writtenIn({
  method,
  headers,
  body,
}: CallbackRequest): { reference: string; json: unknown } | { kind: 'forged'; cause: string } {
  if (method !== 'PUT') return { kind: 'forged', cause: `sent by ${method}` }
  const reference = headers['x-correlationid']?.toLowerCase() ?? ''
  if (!uuid.test(reference)) return { kind: 'forged', cause: 'no X-CorrelationID' }
  const hash = headers['x-content-hash']
  if (hash !== undefined && !equalInConstantTime(hash.toLowerCase(), contentHash(body))) {
    return { kind: 'forged', cause: 'wrong X-Content-Hash' }
  }
  return { reference, json: parseJson(body) }
}
