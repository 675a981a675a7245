// How the pages of a payment are sent, those it ends on, and what a browser reads instead of a JSON error.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomSecret } from '../kernel/id.ts'
import { type CheckoutNeeds, cancelLink, returnLink } from './checkout.ts'
import { packPage } from './checkout-assets.ts'
import { type EndView, endPage, endPolicy } from './checkout-page.ts'
import { amountText } from './events.ts'
import { languageOf } from './language.ts'
import type { TransactionRow } from './queries.ts'

export function paymentFacts(transaction: TransactionRow) {
  return {
    transactionUuid: transaction.transaction_uuid,
    merchantName: transaction.merchant_name,
    reference: transaction.merchant_reference,
    amount: amountText(transaction),
    currency: transaction.currency,
    sandbox: transaction.environment === 'sandbox',
  }
}

/** Back to the merchant, who is told the outcome as after a payment. Nothing while there is none. */
export function wayBack(needs: CheckoutNeeds, transaction: TransactionRow): { backUrl?: string | null } {
  const { status, return_url, cancel_url } = transaction
  if (status === 'CANCELLED') return { backUrl: (cancel_url ?? return_url) && cancelLink(needs, transaction) }
  if (status === 'EXPIRED') return { backUrl: cancel_url ?? return_url }
  return status === 'PENDING' ? {} : { backUrl: return_url && returnLink(needs, transaction) }
}

/** What a browser reads where a program would get a JSON error; nothing for who does not want a page. */
export function showErrorPage(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
): FastifyReply | undefined {
  if (!/^(GET|HEAD)$/.test(request.method) || wantsJson(request)) return undefined
  return sendEnd(request, reply.code(status), { kind: status >= 500 ? 'unavailable' : 'no_page' })
}

export function sendEnd(
  request: FastifyRequest,
  reply: FastifyReply,
  view: Pick<EndView, 'kind' | 'payment' | 'backUrl'>,
): FastifyReply {
  const query = request.query as { sig?: unknown } | null
  const nonce = randomSecret()
  const sig = typeof query?.sig === 'string' ? { sig: query.sig } : {}
  return sendPage(reply, endPolicy(nonce), endPage({ ...view, ...sig, language: languageOf(request), nonce }))
}

export function wantsJson(request: FastifyRequest): boolean {
  return !(request.headers.accept ?? '').includes('text/html')
}

export function sendPage(reply: FastifyReply, policy: string, page: string): FastifyReply {
  const { encoding, bytes } = packPage(page, reply.request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  return reply
    .headers({
      'content-security-policy': policy,
      'x-frame-options': policy.includes("frame-ancestors 'none'") ? 'DENY' : 'SAMEORIGIN',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
      vary: 'Accept, Accept-Language, Accept-Encoding',
    })
    .type('text/html; charset=utf-8')
    .send(bytes)
}
