// The final word of an operator: PUT with the X-CorrelationID of the request, and the transaction or the error.
// Nothing in it is signed, so it is only as trustworthy as its URL is unguessable; its hash shows damage, not forgery.
import { equalInConstantTime } from '../../../kernel/constant-time.ts'
import { parseJson } from '../../../platform/json.ts'
import type { Callback, CallbackRequest } from '../../../remittance/operator.ts'
import { contentHash } from './client.ts'
import { declineOf, errorIn, isRefusal } from './errors.ts'
import { type Transaction, transactionIn } from './translate.ts'

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

export function readCallback({ method, headers, body }: CallbackRequest): Callback {
  if (method !== 'PUT') return { kind: 'forged', cause: `sent by ${method}` }
  const reference = headers['x-correlationid']?.toLowerCase() ?? ''
  if (!uuid.test(reference)) return { kind: 'forged', cause: 'no X-CorrelationID' }
  const hash = headers['x-content-hash']
  if (hash !== undefined && !equalInConstantTime(hash.toLowerCase(), contentHash(body))) {
    return { kind: 'forged', cause: 'wrong X-Content-Hash' }
  }
  const json = parseJson(body)
  const transaction = transactionIn(json, {})
  if ('word' in transaction) {
    return { kind: 'news', reference, word: wordOf(transaction), amount: transaction.amount }
  }
  const error = errorIn(json)
  // An operator that broke down does not say that it paid nothing.
  if (error && isRefusal(error)) return { kind: 'news', reference, word: declineOf(error) }
  return { kind: 'unreadable', cause: error ? `error ${error.code}` : 'no transaction and no error' }
}

/** A reversal that was done is told as a transaction of its own, completed. */
function wordOf({ isReversal, reference, word }: Transaction): Transaction['word'] {
  return isReversal && word.kind === 'succeeded' ? { kind: 'reversed', upstreamId: reference } : word
}
