// Calls to the M-Pesa OpenAPI, each in a session. A session that the gateway has forgotten is opened anew, once.
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { Upstream } from '../../../platform/upstream.ts'
import { callOperator, jsonBytes, type OperatorReply } from '../call.ts'
import type { MpesaConnection } from '../operator-settings.ts'
import { readPortalKey, sealed } from './bearer.ts'
import { failed, noSession, processed } from './codes.ts'
import { openSessions, type Session } from './sessions.ts'
import { gatewayReply, sessionReply } from './wire.ts'

type Call = {
  /** For the log. */
  operation: string
  method: 'GET' | 'POST' | 'PUT'
  path: string
  query?: Record<string, string>
  body?: object
}

export type MpesaClient = {
  call(call: Call): Promise<OperatorReply>
  /** Opens a new session, which only the right API key can. */
  openSession(): Promise<Session>
}

/** Throws when the connection holds no address or no key. */
export function openClient(
  connection: MpesaConnection,
  { log, clock, upstream }: { log: Log; clock: Clock; upstream: Upstream },
): MpesaClient {
  const key = readPortalKey(connection.publicKey)
  const sessions = openSessions(connection.sessionSeconds, clock, openSession)

  function exchange({ operation, method, path, query, body }: Call, bearer: string): Promise<OperatorReply> {
    const url = new URL(`${connection.url}/${path}`)
    url.search = new URLSearchParams(query).toString()
    return callOperator({ upstream, log }, operation, {
      method,
      url,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        origin: connection.origin,
        authorization: `Bearer ${bearer}`,
      },
      ...(body && { body: jsonBytes(body) }),
      timeoutMs: connection.timeoutMs,
    })
  }

  async function openSession(): Promise<Session> {
    const asked = { operation: 'session', method: 'GET', path: 'getSession/' } as const
    const reply = await exchange(asked, sealed(key, connection.apiKey))
    if (reply.kind === 'no_reply') return { kind: 'refused', cause: reply.cause }
    const { output_ResponseCode: code, output_SessionID: session } = sessionReply.parse(reply.json)
    if (reply.status >= 300 || code !== processed || !session) {
      return { kind: 'refused', cause: `no session: HTTP ${reply.status} ${code ?? ''}`.trim() }
    }
    return { kind: 'session', bearer: sealed(key, session) }
  }

  return {
    openSession: () => sessions.renew(),
    async call(wanted) {
      const first = await sessions.current()
      if (first.kind === 'refused') return notSent(first.cause)
      const reply = await exchange(wanted, first.bearer)
      if (!isForgotten(reply)) return reply
      sessions.drop(first.bearer)
      const second = await sessions.current()
      if (second.kind === 'refused') return notSent(second.cause)
      const again = await exchange(wanted, second.bearer)
      return isForgotten(again) ? notSent('session not accepted') : again
    },
  }
}

/** Turned away before the call was looked at. A 401 with INS-6 is an outcome of the call itself. */
function isForgotten(reply: OperatorReply): boolean {
  if (reply.kind === 'no_reply') return false
  const { output_ResponseCode: code } = gatewayReply.parse(reply.json)
  return code === noSession || (reply.status === 401 && code !== failed)
}

function notSent(cause: string): OperatorReply {
  return { kind: 'no_reply', cause, sent: false }
}
