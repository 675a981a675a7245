// pawaPay's Merchant API v2 for DR Congo: an aggregator for Vodacom, Airtel and Orange. There is no name lookup.
import type { CallbackMessage, CallbackReport, Operators, Protocol } from '../operators.ts'
import { portalUrl } from '../portal.ts'
import { registerControls } from './controls.ts'
import { CallRefused, technicalStatus } from './failures.ts'
import { refusalOf, registerRoutes } from './routes.ts'
import { keyid, newKey, signingKey } from './signatures/keys.ts'
import { signatureHeaders } from './signatures/signature.ts'
import { type Payment, paymentView } from './views.ts'

export const pawapay: Protocol = {
  name: 'pawapay',
  register: registerRoutes,
  registerControls,
  writeCallback,
  // Only this status ends pawaPay's retries.
  accepts: (status) => status === 200,
  outage: () => ({
    status: technicalStatus.UNKNOWN_ERROR,
    body: refusalOf(
      new CallRefused('UNKNOWN_ERROR', 'Unable to process the request due to an unknown problem'),
    ),
  }),
}

function writeCallback(operators: Operators, report: CallbackReport): CallbackMessage | null {
  const url = portalUrl(operators.book, 'pawapay')
  if (!url) return null
  const body = JSON.stringify(paymentView(report.payout as Payment))
  const { signedCallbacks } = operators.settings.pawapay
  const headers = signedCallbacks
    ? signedHeaders(operators, url, body, report.isForged)
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
