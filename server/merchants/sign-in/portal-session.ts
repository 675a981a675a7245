// How the portal stays signed in over a reload without keeping a secret where scripts could find it later: the token
// lies in a cookie that no script can read and that the browser never sends for another site. Here, and only here, it is
// given back to the portal's own page, as long as it was used within the last minutes. No other route knows the cookie.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../kernel/problem.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { jsonBody, sendJson } from '../../platform/http/http.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { selfServiceProblems } from '../problems.ts'
import { bearerToken, endSession, liveSession, noteUse, tokenSeconds } from './bearer.ts'
import { type LoginNeeds, logIn } from './login.ts'
import { loginBody, ofLogins } from './login-document.ts'
import { doneResponse, sessionResponse, tokenResponse } from './schemas.ts'

const path = '/api/v1/merchant/session'
/** A token that nobody has used for longer is not given to whoever sits down at the browser. */
const idleMinutes = 15

const portal = { tag: 'Portal', authentication: 'none' } as const
const ownPagesOnly =
  'For the pages of the portal alone: the token lies in a cookie that only this path is sent.'

const endpoints = {
  openPortalSession: {
    ...portal,
    id: 'openPortalSession',
    summary: 'Sign in to the portal',
    description: ownPagesOnly,
    body: loginBody,
    responses: { 200: tokenResponse },
    problems: [...ofLogins, selfServiceProblems.cross_site],
  },
  readPortalSession: {
    ...portal,
    id: 'readPortalSession',
    summary: 'Read the session of this browser',
    description: ownPagesOnly,
    responses: { 200: sessionResponse },
    problems: [selfServiceProblems.cross_site, requestProblems.rate_limited],
  },
  closePortalSession: {
    ...portal,
    id: 'closePortalSession',
    summary: 'Sign out of the portal',
    description: `${ownPagesOnly} A bearer token that is sent is ended; without one it is the token of the cookie.`,
    responses: { 200: doneResponse },
    problems: [selfServiceProblems.cross_site, requestProblems.rate_limited],
  },
} satisfies Record<string, Endpoint>

export function registerPortalSession(app: FastifyInstance, needs: LoginNeeds & { baseUrl: string }): void {
  const { origin, protocol } = new URL(needs.baseUrl)
  const cookie = cookieOf({ secure: protocol === 'https:' })
  const onRequest = async (request: FastifyRequest) => refuseOtherSites(request, origin)

  /** Signs in, as `login` does. */
  app.post(path, { onRequest, config: { api: endpoints.openPortalSession } }, async (request, reply) => {
    const data = await logIn(needs, jsonBody(request), request.ip)
    return send(reply.header('set-cookie', cookie.set(data.access_token)), data)
  })

  /** The session of this browser; `access_token` is null where it has none. */
  app.get(path, { onRequest, config: { api: endpoints.readPortalSession } }, async (request, reply) => {
    const token = cookie.read(request)
    const now = needs.clock.now()
    const live = token === undefined ? undefined : await liveSession(needs.db, token, now)
    if (!live) return send(reply, { access_token: null })
    if (live.seenAt.until(now).total('minutes') > idleMinutes)
      return send(reply.header('set-cookie', cookie.clear()), { access_token: null })
    await noteUse(needs.db, live, now)
    return send(reply, {
      access_token: token,
      token_type: 'Bearer',
      expires_in: Math.floor(now.until(live.endsAt).total('seconds')),
      merchant_code: live.session.merchantCode,
      environment: live.session.environment,
    })
  })

  /** Signs out: the token that is sent, wherever else it is, or else the one in the cookie. */
  app.delete(path, { onRequest, config: { api: endpoints.closePortalSession } }, async (request, reply) => {
    const stored = cookie.read(request)
    const token = bearerToken(request) ?? stored
    const now = needs.clock.now()
    const live = token === undefined ? undefined : await liveSession(needs.db, token, now)
    if (live) await endSession(needs.db, live.session)
    // Another tab may have signed in since: as somebody else, what it put into the cookie stays its own.
    const other =
      stored === undefined || stored === token ? undefined : await liveSession(needs.db, stored, now)
    if (other && other.session.merchantId !== live?.session.merchantId) return send(reply, {})
    if (other) await endSession(needs.db, other.session)
    return send(reply.header('set-cookie', cookie.clear()), {})
  })
}

function send(reply: FastifyReply, data: object): FastifyReply {
  return sendJson(reply, { status: 'success', data })
}

/** A page of another site may not sign anybody in, and a typed address shows nobody a token. */
function refuseOtherSites(request: FastifyRequest, own: string): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  const isOther = (origin !== undefined && origin !== own) || (site !== undefined && site !== 'same-origin')
  if (isOther) throw new Problem(selfServiceProblems.cross_site, { address: own })
}

/**
 * With the prefix no other host, and nobody on an unencrypted connection, can plant a session of theirs; its price is
 * that the path is `/`. Browsers refuse the prefix, and the attribute, where the connection is not encrypted.
 */
function cookieOf({ secure }: { secure: boolean }) {
  const name = secure ? '__Host-likuta-portal' : 'likuta-portal'
  const attributes = `Path=${secure ? '/' : path}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
  return {
    set: (token: string) => `${name}=${token}; ${attributes}; Max-Age=${tokenSeconds}`,
    clear: () => `${name}=; ${attributes}; Max-Age=0`,
    read(request: FastifyRequest): string | undefined {
      const sent = (request.headers.cookie ?? '').split('; ').filter((pair) => pair.startsWith(`${name}=`))
      const [, token] = /=([A-Za-z0-9_-]{43})$/.exec(sent[0] ?? '') ?? []
      return sent.length === 1 ? token : undefined
    },
  }
}
