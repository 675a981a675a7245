// Sends one call of the Airtel Africa Open API, for wallets in DR Congo, and returns its reply.

import { constants, createCipheriv, createPublicKey, publicEncrypt } from 'node:crypto'
import { randomKey } from '../../../kernel/id.ts'
import type { LocalCurrency } from '../../../kernel/money.ts'
import type { Upstream } from '../../../platform/network/upstream.ts'
import type { Log } from '../../../platform/process/log.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { type AccessTokens, callWithToken, type NoToken, openTokenCache, tokenIn } from '../access-token.ts'
import { callOperator, jsonBytes, type OperatorReply } from '../call.ts'
import type { AirtelConnection } from '../operator-settings.ts'
import { causeOf, isRejected, isTokenRefused } from './translate.ts'
import { encryptionKeyBody } from './wire.ts'

type AirtelCall = {
  /** Name of the call in the log. */
  operation: string
  method: 'GET' | 'POST'
  path: string
  body?: object
  /** The currency of the money that the call is about; dollars unless given. */
  currency?: LocalCurrency
}

export type AirtelClient = {
  call(call: AirtelCall): Promise<OperatorReply>
  /** For a body that contains the PIN encrypted for the operator; without the operator's key nothing is sent. */
  callWithPin(call: AirtelCall, bodyWith: (pin: string) => object): Promise<OperatorReply>
}

const maxReplyBytes = 64 * 1024
const keyLifeSeconds = 3600

type Needs = { upstream: Upstream; log: Log; clock: Clock; timeoutMs: number }

export function openClient(connection: AirtelConnection, needs: Needs): AirtelClient {
  const { url, pin, rsaPadding } = connection
  const tokens = openTokenCache(() => fetchToken(connection, needs), needs.clock)
  const keys = openTokenCache(() => fetchKey(), needs.clock)

  function exchange(wanted: AirtelCall, body?: Uint8Array, signature?: Record<string, string>) {
    return callWithToken(
      tokens,
      (token) =>
        callOperator(needs, `airtel ${wanted.operation}`, {
          method: wanted.method,
          url: new URL(url + wanted.path),
          headers: {
            accept: '*/*',
            authorization: `Bearer ${token}`,
            'x-country': 'CD',
            'x-currency': wanted.currency ?? 'USD',
            ...(body && { 'content-type': 'application/json' }),
            ...signature,
          },
          ...(body && { body }),
          timeoutMs: needs.timeoutMs,
          maxReplyBytes,
        }),
      isTokenRefused,
    )
  }

  async function fetchKey() {
    if (connection.publicKey) return keyOf(connection.publicKey)
    const reply = await exchange({ operation: 'key', method: 'GET', path: '/v1/rsa/encryption-keys' })
    const isRead = reply.kind === 'reply' && reply.status === 200
    const { key } = encryptionKeyBody.parse(isRead ? reply.json : undefined).data
    return key ? keyOf(key) : { kind: 'no_token' as const, cause: causeOf(reply) }
  }

  async function call(wanted: AirtelCall): Promise<OperatorReply> {
    const body = wanted.body && jsonBytes(wanted.body)
    if (!body || !connection.signMessages) return exchange(wanted, body)
    const key = await keys.get()
    const signature = key.kind === 'token' ? signatureHeaders(key.token, rsaPadding, body) : undefined
    return signature ? exchange(wanted, body, signature) : unsent(key)
  }

  return {
    call,
    async callWithPin(wanted, bodyWith) {
      const key = await keys.get()
      const sealed = key.kind === 'token' ? encryptFor(key.token, rsaPadding, pin) : undefined
      if (sealed === undefined) return unsent(key)
      const reply = await call({ ...wanted, body: bodyWith(sealed) })
      // A PIN that the operator cannot decrypt may have been encrypted for an outdated key.
      if (isRejected(reply) && key.kind === 'token') keys.forget(key.token)
      return reply
    },
  }
}

function keyOf(token: string) {
  return { kind: 'token' as const, token, lifeSeconds: keyLifeSeconds }
}

function unsent(key: Awaited<ReturnType<AccessTokens['get']>> | NoToken): OperatorReply {
  const cause = key.kind === 'no_token' ? key.cause : 'not a key'
  return { kind: 'no_reply', cause: `no encryption key: ${cause}`, sent: false }
}

async function fetchToken({ url, clientId, clientSecret }: AirtelConnection, needs: Needs) {
  const reply = await callOperator(needs, 'airtel token', {
    method: 'POST',
    url: new URL(`${url}/auth/oauth2/token`),
    headers: { accept: '*/*', 'content-type': 'application/json' },
    body: jsonBytes({ client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' }),
    timeoutMs: needs.timeoutMs,
    maxReplyBytes,
  })
  return tokenIn(reply)
}

// Encrypts what Airtel requires under its public key: the PIN of every disbursement and, for signed messages, the key
// under which the body is repeated.

type Padding = AirtelConnection['rsaPadding']

const paddings = {
  pkcs1: { padding: constants.RSA_PKCS1_PADDING },
  oaep: { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
} as const

/** @param publicKey SubjectPublicKeyInfo, DER, in Base64. @returns undefined when it is not such a key. */
function encryptFor(publicKey: string, padding: Padding, text: string): string | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    return publicEncrypt({ key, ...paddings[padding] }, Buffer.from(text)).toString('base64')
  } catch {
    return undefined
  }
}

/** Headers that repeat the body under a new AES-256-CBC key, and that key under the public one. */
function signatureHeaders(
  publicKey: string,
  padding: Padding,
  body: Uint8Array,
): Record<string, string> | undefined {
  const key = randomKey(32)
  const vector = randomKey(16)
  const sealed = encryptFor(publicKey, padding, `${base64(key)}:${base64(vector)}`)
  if (sealed === undefined) return undefined
  const cipher = createCipheriv('aes-256-cbc', key, vector)
  const signature = Buffer.concat([cipher.update(body), cipher.final()])
  return { 'x-signature': base64(signature), 'x-key': sealed }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
