// Sends payment pages compressed and with their policy, and refuses cross-site calls.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomSecret } from '../../kernel/id.ts'
import type { Language } from '../../kernel/language.ts'
import { Problem, type ProblemSpec } from '../../kernel/problem.ts'
import { signingProblems } from '../../merchants/problems.ts'
import { recordRefusal } from '../../platform/http/refusals.ts'
import { cardProblems } from '../transaction/problems.ts'
import { packPage } from './assets.ts'
import { noticePage } from './page.ts'
import { languageOf, noticePolicy } from './page-frame.ts'
import type { ResultKind } from './texts.ts'
import type { ResultPageView } from './view.ts'

/** Whether the client wants JSON: browsers ask for a page, all other clients get JSON. */
export function wantsJson(request: FastifyRequest): boolean {
  return !(request.headers.accept ?? '').includes('text/html')
}

/**
 * Whether somebody opens the address in a browser: neither a program nor a preview, nor a frame of another page, nor a browser that
 * loads it in advance.
 */
export function isVisit(request: FastifyRequest): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': target, 'sec-purpose': purpose } = request.headers
  const isWindow = mode === 'navigate' && (target === undefined || target === 'document')
  return request.method === 'GET' && isWindow && purpose === undefined && !wantsJson(request)
}

const resultKinds = new Map<ProblemSpec, ResultKind>([
  [cardProblems.transaction_cancelled, 'cancelled'],
  [cardProblems.link_exhausted, 'link_exhausted'],
  [cardProblems.link_has_no_use_left, 'link_taken'],
  [cardProblems.amount_exceeds_remaining, 'part_taken'],
  [cardProblems.rest_too_small, 'rest_too_small'],
  [cardProblems.link_cancelled, 'link_cancelled'],
  [cardProblems.link_was_cancelled, 'link_cancelled'],
  [cardProblems.merchant_suspended, 'merchant_closed'],
  [signingProblems.environment_wrong, 'merchant_closed'],
  [cardProblems.link_declined_too_often, 'link_declined'],
])
const resultKindsByStatus: Partial<Record<number, ResultKind>> = {
  403: 'forbidden',
  404: 'not_found',
  410: 'expired',
}

/** What a notice page may show besides its kind. */
type NoticeFacts = Pick<
  ResultPageView,
  'payment' | 'backUrl' | 'receiptUrl' | 'brand' | 'link' | 'fromLink' | 'retryUrl'
> & {
  locale?: Language | null | undefined
  /** Defaults to that of the problem. */
  kind?: ResultKind
}

/** Shows a problem to a browser as a page; rethrows the error for all other clients, which get JSON. */
export function showProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  facts: NoticeFacts = {},
): FastifyReply {
  if (!(error instanceof Problem) || wantsJson(request)) throw error
  recordRefusal(request, error)
  const { spec, headers } = error
  return sendNotice(
    request,
    reply.code(spec.status).headers(headers),
    facts.kind ?? resultKindOf(error),
    facts,
  )
}

/** The notice that explains a problem to a payer. */
export function resultKindOf({ spec }: Problem): ResultKind {
  return resultKinds.get(spec) ?? resultKindsByStatus[spec.status] ?? 'unavailable'
}

/** Shows a browser an error page where an API client would get a JSON error; returns undefined for other clients. */
export function showErrorPage(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
): FastifyReply | undefined {
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  if (!(isForm || /^(GET|HEAD)$/.test(request.method)) || wantsJson(request)) return undefined
  return sendNotice(
    request,
    reply.code(status),
    status >= 500 || status === 429 ? 'unavailable' : 'no_page',
    {},
  )
}

function sendNotice(
  request: FastifyRequest,
  reply: FastifyReply,
  kind: ResultKind,
  { locale, kind: _, ...facts }: NoticeFacts,
): FastifyReply {
  const query = request.query as { sig?: unknown } | null
  const nonce = randomSecret()
  const sig = typeof query?.sig === 'string' ? { sig: query.sig } : {}
  return sendPage(
    reply,
    noticePolicy(nonce),
    noticePage({ kind, ...facts, ...sig, language: languageOf(request, locale), nonce }),
  )
}

/** Sends a page compressed, with its Content-Security-Policy. */
export function sendPage(reply: FastifyReply, policy: string, page: string): FastifyReply {
  const { encoding, bytes } = packPage(page, reply.request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  // A browser never posts a form again to go back: without a copy of the page, the Back button leads to an error of the browser.
  // guard: page-of-form-kept
  if (reply.request.method === 'POST') reply.header('cache-control', 'private, no-cache')
  return reply
    .headers({
      'content-security-policy': policy,
      // The page that ends a challenge is framed by the shop, which X-Frame-Options cannot name.
      ...(policy.includes("frame-ancestors 'none'") && { 'x-frame-options': 'DENY' }),
      // Payment pages may ask the browser for a stored card (Payment Request).
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
      vary: 'Accept, Accept-Language, Accept-Encoding',
    })
    .type('text/html; charset=utf-8')
    .send(bytes)
}

/**
 * Refuses requests from forms or scripts of other sites.
 * @throws Problem 403.
 */
export function refuseCrossSite(needs: { baseUrl: string }, request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  const { origin } = request.headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new Problem(cardProblems.cross_site)
  // guard: cross-site-cancellation
  if (origin !== undefined && origin !== new URL(needs.baseUrl).origin)
    throw new Problem(cardProblems.cross_site)
}
