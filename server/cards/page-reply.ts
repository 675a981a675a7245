// How pages are answered: packed, with their policy; and who may act on them.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomSecret } from '../kernel/id.ts'
import { Problem, type ProblemSpec } from '../kernel/problem.ts'
import { packPage } from './checkout-assets.ts'
import { type EndKind, endPage } from './checkout-page.ts'
import type { Language } from './checkout-texts.ts'
import { languageOf } from './language.ts'
import { formPolicy } from './page-frame.ts'
import { cardProblems } from './problems.ts'

/** A browser asks for a page; anything else gets JSON. */
export function wantsJson(request: FastifyRequest): boolean {
  return !(request.headers.accept ?? '').includes('text/html')
}

const endKinds = new Map<ProblemSpec, EndKind>([
  [cardProblems.transaction_cancelled, 'cancelled'],
  [cardProblems.link_exhausted, 'link_exhausted'],
  [cardProblems.link_has_no_use_left, 'link_taken'],
  [cardProblems.link_cancelled, 'link_cancelled'],
  [cardProblems.link_was_cancelled, 'link_cancelled'],
  [cardProblems.link_suspended, 'unavailable'],
  [cardProblems.link_declined_too_often, 'unavailable'],
])
const endKindsByStatus: Partial<Record<number, EndKind>> = {
  403: 'forbidden',
  404: 'not_found',
  502: 'unavailable',
  409: 'unavailable',
}

/** A browser gets a page that says what happened; anything else the JSON error. */
export function showProblem(
  request: FastifyRequest<{ Querystring: { lang?: string } }>,
  reply: FastifyReply,
  error: unknown,
  locale?: Language | null,
): FastifyReply {
  if (!(error instanceof Problem) || wantsJson(request)) throw error
  const { spec } = error
  const nonce = randomSecret()
  return sendPage(
    reply.code(spec.status).headers(error.headers),
    formPolicy(nonce),
    endPage({
      kind: endKinds.get(spec) ?? endKindsByStatus[spec.status] ?? 'expired',
      language: languageOf(request, locale),
      nonce,
    }),
  )
}

/** Sends a page packed, with its policy. */
export function sendPage(reply: FastifyReply, policy: string, page: string): FastifyReply {
  const { encoding, bytes } = packPage(page, reply.request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  return reply
    .headers({
      'content-security-policy': policy,
      // The page a challenge ends on is framed by a shop, which only the policy can name.
      ...(policy.includes("frame-ancestors 'none'") && { 'x-frame-options': 'DENY' }),
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
      vary: 'Accept, Accept-Language, Accept-Encoding',
    })
    .type('text/html; charset=utf-8')
    .send(bytes)
}

/** Only our own page acts; a form or script of another site does not. */
export function refuseCrossSite(needs: { baseUrl: string }, request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  const { origin } = request.headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new Problem(cardProblems.cross_site)
  if (origin !== undefined && origin !== new URL(needs.baseUrl).origin)
    throw new Problem(cardProblems.cross_site)
}
