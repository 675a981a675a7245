// Keeps the portal signed in over a reload without a secret that scripts could read later: the token is in an HttpOnly cookie
// that browsers never send for another site. Only this route reads the cookie. It returns the token to the portal's own page if
// the token was used within the last minutes.

import type { FastifyRequest } from 'fastify'
import { deviceOf } from '../../accounts/device.ts'
import { endSession, recordUse } from '../../accounts/sessions.ts'
import { randomSecret } from '../../kernel/id.ts'
import { rightsInSample, rightsOfUsers } from '../../kernel/merchant-roles.ts'
import { Problem } from '../../kernel/problem.ts'
import { bearerToken, ownPages } from '../../platform/http/access.ts'
import { type Call, endpoint, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { preferences } from '../identity/preferences.ts'
import { otherProfile } from '../identity/test-profile.ts'
import { selfServiceProblems } from '../problems.ts'
import { loginBody, loginProblems } from './api.ts'
import { homeOf, type LiveSession, liveSession, tokenSeconds } from './bearer.ts'
import { type LoginNeeds, logIn } from './login.ts'
import {
  logInWithPasskey,
  type PasskeyLoginNeeds,
  passkeyLoginBody,
  passkeyLoginProblems,
} from './passkey-login.ts'
import { doneResponse, openedSessionResponse, sessionResponse } from './schemas.ts'

/** After this many idle minutes the token is not returned, because someone else may be at the browser. */
const idleMinutes = 15
/** As long as browsers keep a cookie. */
const deviceSeconds = 400 * 86_400

const portal = { tag: 'Portal', priority: 'status', access: ownPages, limitedAs: 'sign_in' } as const
/** The session cookie is sent to no other path. */
export const sessionPath = '/api/v1/merchant/session'
const ownPagesOnly = "For the portal's own pages only: the token is in a cookie that no other route accepts."

export const portalSessionRoutes = [
  endpoint({
    ...portal,
    id: 'openPortalSession',
    method: 'POST',
    path: sessionPath,
    summary: 'Sign in to the portal',
    description: ownPagesOnly,
    body: loginBody,
    responses: { 200: openedSessionResponse },
    problems: [...loginProblems, selfServiceProblems.cross_site],
    handle: async (needs: PasskeyLoginNeeds, call) => opened(needs, call, logIn),
  }),
  endpoint({
    ...portal,
    id: 'openPortalSessionWithPasskey',
    method: 'POST',
    path: `${sessionPath}/passkey`,
    summary: 'Sign in to the portal with a passkey',
    description: ownPagesOnly,
    body: passkeyLoginBody,
    responses: { 200: openedSessionResponse },
    problems: [...passkeyLoginProblems, selfServiceProblems.cross_site],
    handle: async (needs: PasskeyLoginNeeds, call) => opened(needs, call, logInWithPasskey),
  }),
  endpoint({
    ...portal,
    id: 'readPortalSession',
    method: 'GET',
    path: sessionPath,
    summary: 'Retrieve the session of this browser',
    description: ownPagesOnly,
    responses: { 200: sessionResponse },
    problems: [selfServiceProblems.cross_site, requestProblems.rate_limited],
    handle: async (needs: PasskeyLoginNeeds, call) => succeeded(await currentSession(needs, call)),
  }),
  endpoint({
    ...portal,
    id: 'closePortalSession',
    method: 'DELETE',
    path: sessionPath,
    summary: 'Sign out of the portal',
    description: `${ownPagesOnly} Ends the bearer token in the request or, without one, the token in the cookie.`,
    responses: { 200: doneResponse },
    problems: [selfServiceProblems.cross_site, requestProblems.rate_limited],
    handle: async (needs: PasskeyLoginNeeds, call) => {
      await close(needs, call)
      return succeeded({})
    },
  }),
]

type SessionCall = Call<unknown>

/** Signs in exactly as `login` does, and sets the cookies: of the session, and by which the browser is known next time. */
async function opened(
  needs: PasskeyLoginNeeds,
  { request, reply }: SessionCall,
  begin: typeof logInWithPasskey,
) {
  const cookies = cookiesOf(needs)
  const device = cookies.device.read(request) ?? randomSecret()
  const data = await begin(needs, jsonBody(request), deviceOf(request, device))
  const live = await liveSession(needs.db, data.access_token, needs.clock.now())
  if (!live) throw new Problem(selfServiceProblems.token_wrong)
  reply.header('set-cookie', [cookies.session.set(data.access_token), cookies.device.set(device)])
  return succeeded({ ...data, ...(await whoIs(needs, live)) })
}

/** Returns this browser's session; `access_token` is null if there is none. */
async function currentSession(needs: PasskeyLoginNeeds, { request, reply }: SessionCall) {
  const { session: cookie } = cookiesOf(needs)
  const token = cookie.read(request)
  const now = needs.clock.now()
  const live = token === undefined ? undefined : await liveSession(needs.db, token, now)
  if (token === undefined || !live) return { access_token: null }
  if (live.seenAt.until(now).total('minutes') > idleMinutes) {
    reply.header('set-cookie', cookie.clear())
    return { access_token: null }
  }
  await recordUse(needs.db, live, now)
  return { ...tokenOf(token, live, now), ...(await whoIs(needs, live)) }
}

/** A token, as sign-in returns it. */
export const tokenOf = (token: string, { session, endsAt }: LiveSession, now: Temporal.Instant) => ({
  access_token: token,
  token_type: 'Bearer' as const,
  expires_in: Math.floor(now.until(endsAt).total('seconds')),
  merchant_code: session.merchantCode,
  environment: session.environment,
})

/** Gives the browser the new token of its session. A cookie of another session stays as it is. */
export function replaceCookie(
  needs: { baseUrl: string },
  { request, reply }: Pick<SessionCall, 'request' | 'reply'>,
  { from, to }: { from: string | undefined; to: string },
): void {
  const { session: cookie } = cookiesOf(needs)
  // guard: cookie-of-switched-session
  if (from !== undefined && cookie.read(request) === from) reply.header('set-cookie', cookie.set(to))
}

/** Signs out: ends the bearer token in the request or, without one, the token in the cookie. */
async function close(needs: PasskeyLoginNeeds, { request, reply }: SessionCall): Promise<void> {
  const { session: cookie } = cookiesOf(needs)
  const stored = cookie.read(request)
  const token = bearerToken(request) ?? stored
  const now = needs.clock.now()
  const live = token === undefined ? undefined : await liveSession(needs.db, token, now)
  if (live) await endSession(needs.db, live.session)
  // Another tab may have signed in since. The cookie of a different user's session stays as it is.
  const other =
    stored === undefined || stored === token ? undefined : await liveSession(needs.db, stored, now)
  if (other && other.session.user.id !== live?.session.user.id) return
  if (other) await endSession(needs.db, other.session)
  reply.header('set-cookie', cookie.clear())
}

/** Who is signed in, which groups of routes they may call, the mode, and what every page needs before it shows a time. */
export async function whoIs({ db }: Pick<LoginNeeds, 'db'>, { session }: LiveSession) {
  const { userId: user_id, name, email, role, hasSecondFactor: second_factor } = session.user
  const isSample = session.sampleOf !== undefined
  return {
    user: { user_id, name, email, role, second_factor },
    rights: isSample
      ? rightsOfUsers(role).filter((right) => rightsInSample.includes(right))
      : rightsOfUsers(role),
    sample: isSample,
    ...(await otherProfile(db, homeOf(session), session.testOf !== undefined)),
    preferences: await preferences({ db }, session),
  }
}

/** Refuses pages of other sites, which could otherwise sign the user in, and typed addresses, which would display a token. */
export function ownPagesGuard(baseUrl: string) {
  const { origin: own } = new URL(baseUrl)
  return async (request: FastifyRequest): Promise<void> => {
    const { origin, 'sec-fetch-site': site } = request.headers
    // guard: portal-request-origin
    const isOther = (origin !== undefined && origin !== own) || (site !== undefined && site !== 'same-origin')
    if (isOther) throw new Problem(selfServiceProblems.cross_site, { address: own })
  }
}

function cookiesOf({ baseUrl }: { baseUrl: string }) {
  const secure = new URL(baseUrl).protocol === 'https:'
  return {
    session: cookieOf('likuta-portal', { secure, seconds: tokenSeconds }),
    device: cookieOf('likuta-device', { secure, seconds: deviceSeconds }),
  }
}

/**
 * The `__Host-` prefix keeps other hosts, and attackers on an unencrypted connection, from planting a session of their own; in
 * return the path must be `/`. Browsers refuse the prefix, and `Secure`, over plain http.
 */
function cookieOf(plainName: string, { secure, seconds }: { secure: boolean; seconds: number }) {
  const name = secure ? `__Host-${plainName}` : plainName
  const attributes = `Path=${secure ? '/' : sessionPath}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
  return {
    set: (token: string) => `${name}=${token}; ${attributes}; Max-Age=${seconds}`,
    clear: () => `${name}=; ${attributes}; Max-Age=0`,
    read(request: FastifyRequest): string | undefined {
      const sent = (request.headers.cookie ?? '').split('; ').filter((pair) => pair.startsWith(`${name}=`))
      const [, token] = /=([A-Za-z0-9_-]{43})$/.exec(sent[0] ?? '') ?? []
      return sent.length === 1 ? token : undefined
    },
  }
}
