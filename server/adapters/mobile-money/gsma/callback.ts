// The final word of an operator: PUT with the X-CorrelationID of the request, and the transaction or the error.
// Nothing in it is signed: its hash shows damage, not forgery, so the operator is asked before it is believed.
import { equalInConstantTime } from '../../../kernel/constant-time.ts'
import type { Money } from '../../../kernel/money.ts'
import { parseJson } from '../../../platform/http/body/json.ts'
import type {
  Callback,
  CallbackRequest,
  InquiryAnswer,
  Word,
} from '../../../remittance/operators/operator.ts'
import { confirmed } from '../confirmed.ts'
import { contentHash } from './client.ts'
import { declineOf, errorIn, isRefusal } from './errors.ts'
import { transactionIn } from './translate.ts'

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

type News = { reference: string; word: Word; amount?: Money }
type Inquire = (news: News) => Promise<InquiryAnswer>

/** @param inquire undefined: callbacks are believed as they come. */
export async function readCallback(
  request: CallbackRequest,
  inquire: Inquire | undefined,
): Promise<Callback> {
  const told = newsIn(request)
  if ('cause' in told) return told
  const word = inquire && told.word.kind !== 'pending' ? confirmed(told.word, await inquire(told)) : told.word
  return word
    ? { kind: 'news', ...told, word }
    : { kind: 'unreadable', cause: 'not confirmed by the operator' }
}

function newsIn({ method, headers, body }: CallbackRequest): News | Exclude<Callback, { kind: 'news' }> {
  if (method !== 'PUT') return { kind: 'forged', cause: `sent by ${method}` }
  const reference = headers['x-correlationid']?.toLowerCase() ?? ''
  if (!uuid.test(reference)) return { kind: 'forged', cause: 'no X-CorrelationID' }
  const hash = headers['x-content-hash']
  if (hash !== undefined && !equalInConstantTime(hash.toLowerCase(), contentHash(body))) {
    return { kind: 'forged', cause: 'wrong X-Content-Hash' }
  }
  const json = parseJson(body)
  const transaction = transactionIn(json, {})
  if ('word' in transaction) return { reference, word: transaction.word, amount: transaction.amount }
  const error = errorIn(json)
  // An operator that broke down does not say that it paid nothing.
  if (error && isRefusal(error)) return { reference, word: declineOf(error) }
  return { kind: 'unreadable', cause: error ? `error ${error.code}` : 'no transaction and no error' }
}
