// Merchant self-service by HTTP. Answers that carry a secret or a token are not stored on their way (`no-store` is on all
// answers of the server), and no `Idempotency-Key` is kept for them.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../kernel/problem.ts'
import { jsonBody, sendJson } from '../../platform/http/http.ts'
import type { Idempotency } from '../../platform/http/idempotency.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import { zonelessMicrosecond } from '../../platform/time/clock.ts'
import { fileGoLive, goLiveOf } from '../go-live/go-live.ts'
import { type Rotation, rotate } from '../identity/credentials.ts'
import { selfServiceProblems } from '../problems.ts'
import { endSession, type Session } from '../sign-in/bearer.ts'
import { bearerRoutes, selfServicePath as path, succeeded } from '../sign-in/bearer-routes.ts'
import { changePassword, type LoginNeeds, logIn } from '../sign-in/login.ts'
import { resetPassword } from '../sign-in/password-reset.ts'
import { signUp } from '../sign-in/sign-up.ts'
import { type Deliveries, deliveriesPage, deliveryOf, resendDelivery } from './delivery-history.ts'
import * as endpoints from './endpoints.ts'
import {
  callback,
  me,
  microform,
  type ProfileNeeds,
  setCallback,
  setMicroformOf,
  setWhitelist,
  whitelist,
} from './profile.ts'

export type SelfServiceRoutes = LoginNeeds &
  ProfileNeeds & {
    merchantPrefix: string
    /** Whether strangers may become sandbox merchants by themselves. */
    signUpOpen: boolean
    /** Counts requests by merchant. */
    limit: RateLimit
    idempotency: Idempotency
    /** Counts test events by merchant: they go to whatever address it names. */
    testEventLimit: RateLimit
    sendTestEvent: (event: { merchantId: bigint; url: string; body: object }) => Promise<object>
    deliveries: Deliveries
  }

export function registerSelfServiceRoutes(app: FastifyInstance, needs: SelfServiceRoutes): void {
  registerOpenRoutes(app, needs)

  const offer = bearerRoutes(app, needs)
  offer('GET', 'me', endpoints.readProfile, (session) => me(needs, session))
  offer('POST', 'logout', endpoints.logOut, (session) => endSession(needs.db, session).then(() => undefined))
  offer('POST', 'change-password', endpoints.changePassword, (session, request) =>
    changePassword(needs, session, jsonBody(request), request.ip).then(() => undefined),
  )
  offer('POST', 'secret', endpoints.rotateMerchantSecret, async (session, request) => ({
    merchant_code: session.merchantCode,
    ...(await rotated(needs, session, request, 'merchant-secret')),
  }))
  offer('POST', 'api-keys', endpoints.rotateApiKeys, (session, request) =>
    rotated(needs, session, request, 'api-keys'),
  )
  offer('POST', 'callback-secret', endpoints.rotateCallbackSecret, (session, request) =>
    rotated(needs, session, request, 'callback-secret'),
  )
  offer('GET', 'whitelist', endpoints.readWhitelist, (session) => whitelist(needs, session))
  offer('PUT', 'whitelist', endpoints.setWhitelist, (session, request) =>
    setWhitelist(needs, session, jsonBody(request)),
  )
  offer('GET', 'callback', endpoints.readCallback, (session) => callback(needs, session))
  offer('PUT', 'callback', endpoints.setCallback, (session, request) =>
    setCallback(needs, session, jsonBody(request)),
  )
  offer('POST', 'callback/test', endpoints.testCallback, (session) => testCallback(needs, session))
  offer('GET', 'microform', endpoints.readMicroform, (session) => microform(needs, session))
  offer('PUT', 'microform', endpoints.setMicroform, (session, request) =>
    setMicroformOf(needs, session, jsonBody(request)),
  )
  offer('GET', 'go-live', endpoints.readGoLive, (session) => goLiveOf(needs.db, session))
  offer('POST', 'go-live', endpoints.requestGoLive, (session, request) =>
    fileGoLive(needs, session, jsonBody(request)),
  )
  offer('GET', 'deliveries', endpoints.listDeliveries, (session, request) =>
    deliveriesPage(needs.deliveries, session, request.query),
  )
  const idOf = (request: FastifyRequest) => (request.params as { id: string }).id
  offer('GET', 'deliveries/:id', endpoints.readDelivery, (session, request) =>
    deliveryOf(needs.deliveries, session, idOf(request)),
  )
  offer(
    'POST',
    'deliveries/:id/resend',
    endpoints.resendDelivery,
    (session, request) => resendDelivery(needs.deliveries, session, idOf(request)),
    { status: 202 },
  )
}

/** Those that need no token. */
function registerOpenRoutes(app: FastifyInstance, needs: SelfServiceRoutes): void {
  app.post(`${path}/login`, { config: { api: endpoints.logIn } }, async (request, reply) =>
    sendJson(reply, succeeded(await logIn(needs, jsonBody(request), request.ip))),
  )
  app.post(`${path}/password-reset`, { config: { api: endpoints.resetPassword } }, async (request, reply) => {
    await resetPassword(needs, jsonBody(request))
    return sendJson(reply, succeeded())
  })
  app.post(`${path}/signup`, { config: { api: endpoints.signUp } }, async (request, reply) => {
    if (!needs.signUpOpen) throw new Problem(selfServiceProblems.sign_up_closed)
    return sendJson(reply, succeeded(await signUp(needs, jsonBody(request))))
  })
}

/** Asks for nothing in its body, but a body that is broken may be a request that was cut. @throws Problem 400, 415 */
async function rotated(
  needs: SelfServiceRoutes,
  { merchantId }: Session,
  request: FastifyRequest,
  what: Rotation,
) {
  if (request.rawBody.length > 0) jsonBody(request)
  const made = await rotate(needs, { id: merchantId }, what)
  return { ...made, rotated_at: zonelessMicrosecond(needs.clock.now()) }
}

/** @throws Problem 409, 429 */
async function testCallback(needs: SelfServiceRoutes, session: Session) {
  const { callback_url: url } = await callback(needs, session)
  if (url === null) throw new Problem(selfServiceProblems.callback_missing)
  const { allowed, retryAfterSeconds } = needs.testEventLimit.take(session.merchantId)
  if (!allowed)
    throw new Problem(requestProblems.rate_limited, {}, { 'retry-after': String(retryAfterSeconds) })
  const timestamp = zonelessMicrosecond(needs.clock.now())
  const body = { event_type: 'TEST', merchant_code: session.merchantCode, timestamp }
  return needs.sendTestEvent({ merchantId: session.merchantId, url, body })
}
