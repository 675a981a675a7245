// Callbacks go to the URL set in the portal, with the hash as a member of the body.
import type { Message } from '../books/book.ts'
import type { CallbackMessage, CallbackReport, Operators } from '../operators.ts'
import { portalUrl } from '../portal.ts'
import { statusOf } from './replies.ts'
import { callbackHash } from './security.ts'

export function writeCallback(
  operators: Operators,
  { payout, isForged }: CallbackReport,
): CallbackMessage | null {
  const { status, message } = statusOf(payout)
  const { reference: id, upstreamId } = payout
  return callbackTo(operators, { id, message, status_code: status, airtel_money_id: upstreamId }, isForged)
}

export function callbackTo(
  operators: Operators,
  transaction: Message,
  isForged: boolean,
): CallbackMessage | null {
  const url = portalUrl(operators.book, 'airtel')
  if (!url) return null
  const { secret } = operators.settings
  const hash = callbackHash(isForged ? `not ${secret}` : secret, transaction)
  return {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ transaction, hash }),
  }
}
