// Routes of the access control server: device data collection and step-up, under the paths of the real one.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Setup } from '../books/books.ts'
import { plainDigits } from '../browser/plain-digits.ts'
import type { Gateway } from '../gateway.ts'
import { valueAt } from '../message.ts'
import { contentHash } from '../microform/library.ts'
import { accessClaims, actOn, type ChallengeAction, readStepUp } from './challenge.ts'
import { challengeTexts, languageOf } from './challenge-texts.ts'
import { challengePage, collectPage, expiredPage, resultPage, scripts, style } from './pages.ts'

const actions: readonly ChallengeAction[] = ['open', 'verify', 'resend', 'cancel']

export function registerAccessControl(app: FastifyInstance, gateway: Gateway): void {
  app.post('/acs/V1/Cruise/Collect', async (request, reply) => {
    const form = formOf(request)
    const referenceId = valueAt(await accessClaims(gateway, form.get('JWT') ?? ''), 'ReferenceId')
    const setup = typeof referenceId === 'string' ? gateway.books.get<Setup>('setup', referenceId) : null
    // Each of these tokens can be used once; after a reload the merchant must start again from setup.
    const isStored = setup !== null && !setup.collected
    if (isStored) gateway.books.put('setup', setup.referenceId, { ...setup, collected: true })
    return sendPage(reply, collectPage(String(referenceId ?? ''), isStored), { script: scripts.collect })
  })
  app.post('/acs/V2/Cruise/StepUp', (request, reply) => stepUp(gateway, request, reply, 'open'))
  app.post('/acs/challenge', (request, reply) => {
    const wanted = formOf(request).get('action')
    return stepUp(gateway, request, reply, actions.find((action) => action === wanted) ?? 'verify')
  })
}

async function stepUp(
  gateway: Gateway,
  request: FastifyRequest,
  reply: FastifyReply,
  action: ChallengeAction,
): Promise<FastifyReply> {
  const form = formOf(request)
  const jwt = form.get('JWT') ?? ''
  const merchantData = form.get('MD') ?? ''
  const language = languageOf(request.headers['accept-language'])
  const authentication = await readStepUp(gateway, jwt)
  if (!authentication?.returnUrl)
    return sendPage(reply.code(400), expiredPage(challengeTexts[language], language), {})
  const view = actOn(
    gateway,
    authentication,
    action,
    plainDigits(form.get('code') ?? '').replace(/[\s\p{Cf}]/gu, ''),
  )
  const { challengeEnd: challengeResult, returnUrl, outcome } = view.authentication
  const framed = outcome !== 'challenge_unframed'
  if (challengeResult === null || !returnUrl) {
    return sendPage(reply, challengePage({ view, jwt, merchantData, language }), {
      script: scripts.begin,
      formAction: "'self'",
      framed,
    })
  }
  const page = resultPage({ view, merchantData, language, returnUrl })
  return sendPage(reply, page, { script: scripts.submit, formAction: new URL(returnUrl).origin, framed })
}

/**
 * Any page may frame these, because the origin of a merchant's checkout is not known in advance.
 * @param allowed.framed false for a bank that refuses frames.
 */
function sendPage(
  reply: FastifyReply,
  html: string,
  allowed: { script?: string; formAction?: string; framed?: boolean },
): FastifyReply {
  const scriptSource = allowed.script ? `'sha256-${contentHash(allowed.script)}'` : "'none'"
  const policy = [
    "default-src 'none'",
    `script-src ${scriptSource}`,
    `style-src 'sha256-${contentHash(style)}'`,
    `form-action ${allowed.formAction ?? "'none'"}`,
    "base-uri 'none'",
    `frame-ancestors ${allowed.framed === false ? "'none'" : '*'}`,
  ]
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': policy.join('; '),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .send(html)
}

function formOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '')
}
