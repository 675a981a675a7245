// Callbacks go to the URL set in the dashboard, signed unless the account says otherwise.
import type { Message } from '../books/book.ts'
import type { CallbackMessage, CallbackReport, Operators } from '../operators.ts'
import { portalUrl } from '../portal.ts'
import { keyid, newKey, signingKey } from './signatures/keys.ts'
import { signatureHeaders } from './signatures/signature.ts'
import { type Payment, paymentView } from './views.ts'

export function writeCallback(operators: Operators, report: CallbackReport): CallbackMessage | null {
  return callbackTo(operators, paymentView(report.payout as Payment), report.isForged)
}

export function callbackTo(operators: Operators, view: Message, isForged: boolean): CallbackMessage | null {
  const url = portalUrl(operators.book, 'pawapay')
  if (!url) return null
  const body = JSON.stringify(view)
  const { signedCallbacks } = operators.settings.pawapay
  const headers = signedCallbacks
    ? signedHeaders(operators, url, body, isForged)
    : { 'content-type': 'application/json' }
  return { method: 'POST', url, headers, body }
}

/** A forged callback names the right key but is signed with another. */
function signedHeaders(
  { book, settings, clock }: Operators,
  url: string,
  body: string,
  isForged: boolean,
): Record<string, string> {
  const { host, pathname } = new URL(url)
  const key = isForged ? newKey() : signingKey(book)
  const signer = { keyid, key, encoding: settings.pawapay.signatureEncoding }
  const message = { method: 'POST', authority: host, path: pathname }
  return signatureHeaders(message, Buffer.from(body), signer, clock.trueNow())
}
