// Calls to the M-Pesa OpenAPI. Each call needs a session, which is opened with the API key and named in every other call.

import { constants, createPublicKey, type KeyObject, publicEncrypt } from 'node:crypto'
import type { Upstream } from '../../../platform/network/upstream.ts'
import type { Log } from '../../../platform/process/log.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { callWithToken, type FreshToken, type NoToken, openTokenCache } from '../access-token.ts'
import { callOperator, jsonBytes, type OperatorReply } from '../call.ts'
import type { MpesaConnection } from '../operator-settings.ts'
import { gatewayReply, noSession, processed, sessionReply } from './wire.ts'

type Call = {
  /** Name of the call in the log. */
  operation: string
  method: 'GET' | 'POST' | 'PUT'
  path: string
  query?: Record<string, string>
  body?: object
  /** For a call that the gateway answers only once the payer has. */
  timeoutMs?: number
}

export type MpesaClient = {
  call(call: Call): Promise<OperatorReply>
  /** Opens a session that is not used, which succeeds only with the right API key. */
  openSession(): Promise<FreshToken | NoToken>
}

/** @throws when the connection's URL or public key is invalid. */
export function openClient(
  connection: MpesaConnection,
  { log, clock, upstream, timeoutMs }: { log: Log; clock: Clock; upstream: Upstream; timeoutMs: number },
): MpesaClient {
  const key = readPortalKey(connection.publicKey)
  const ownBearer = sealed(key, connection.apiKey)
  const sessions = openTokenCache(openSession, clock)

  function exchange(wanted: Call, bearer: string): Promise<OperatorReply> {
    const { operation, method, path, query, body } = wanted
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
      timeoutMs: wanted.timeoutMs ?? timeoutMs,
    })
  }

  async function openSession(): Promise<FreshToken | NoToken> {
    const reply = await exchange({ operation: 'session', method: 'GET', path: 'getSession/' }, ownBearer)
    if (reply.kind === 'no_reply') return { kind: 'no_token', cause: reply.cause }
    const { output_ResponseCode: code, output_SessionID: session } = sessionReply.parse(reply.json)
    if (reply.status >= 300 || code !== processed || !session) {
      return { kind: 'no_token', cause: `HTTP ${reply.status} ${code ?? ''}`.trimEnd() }
    }
    return { kind: 'token', token: sealed(key, session), lifeSeconds: connection.sessionSeconds }
  }

  return {
    openSession,
    call: (wanted) => callWithToken(sessions, (bearer) => exchange(wanted, bearer), isSessionRefused),
  }
}

/** The session was refused before the call was processed. A 401 with a code, such as INS-6, is a result of the call. */
export function isSessionRefused(reply: OperatorReply): boolean {
  if (reply.kind === 'no_reply') return false
  const { output_ResponseCode: code } = gatewayReply.parse(reply.json)
  return code === noSession || (reply.status === 401 && code === undefined)
}

/** @param publicKey SubjectPublicKeyInfo in Base64, as shown in the portal. @throws when it is not a valid key. */
function readPortalKey(publicKey: string): KeyObject {
  return createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
}

/** The gateway supports only PKCS#1 v1.5 padding. */
function sealed(key: KeyObject, secret: string): string {
  const padding = constants.RSA_PKCS1_PADDING
  return publicEncrypt({ key, padding }, Buffer.from(secret)).toString('base64')
}
