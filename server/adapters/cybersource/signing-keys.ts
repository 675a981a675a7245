// Fetches and caches, by key id, the public keys with which the gateway signs capture contexts.
import type { CryptoKey, JWTPayload } from 'jose'
import { decodeProtectedHeader } from 'jose/decode/protected_header'
import * as errors from 'jose/errors'
import { jwtVerify } from 'jose/jwt/verify'
import { importJWK } from 'jose/key/import'
import type { Unavailable } from '../../cards/gateway/gateway.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { GatewayClient } from './client.ts'
import { causeOf, isSuccess, traced } from './translate.ts'
import { publicKeyBody } from './wire.ts'

export type SigningKeys = {
  /** The verified claims of a JWT from the gateway; `invalid` when it is forged, expired or malformed. */
  verify(jwt: string): Promise<{ kind: 'verified'; payload: JWTPayload } | { kind: 'invalid' } | Unavailable>
}

type Key = { key: CryptoKey; fetchedAt: Temporal.Instant }
type Fetched = ({ kind: 'key' } & Key) | { kind: 'invalid' } | Unavailable

/** A key is refetched when a signature fails, but at most once a minute, so that forged tokens cannot cause a flood of calls. */
const minAge = { minutes: 1 }
const maxJwtLength = 16_384

export function openSigningKeys(client: GatewayClient, clock: Clock): SigningKeys {
  const known = new Map<string, Key>()
  const underway = new Map<string, Promise<Fetched>>()

  async function fetchKey(kid: string): Promise<Fetched> {
    const fetched = await readKey(client, kid, clock.now())
    if (fetched.kind === 'key') known.set(kid, fetched)
    return fetched
  }
  function fetchOnce(kid: string): Promise<Fetched> {
    const running = underway.get(kid) ?? fetchKey(kid).finally(() => underway.delete(kid))
    underway.set(kid, running)
    return running
  }
  return {
    async verify(jwt) {
      const kid = keyIdOf(jwt)
      if (kid === undefined) return { kind: 'invalid' }
      const cached = known.get(kid)
      const first = cached ? { kind: 'key' as const, ...cached } : await fetchOnce(kid)
      if (first.kind !== 'key') return first
      const payload = await verifyWith(jwt, first.key, clock)
      if (typeof payload === 'object') return { kind: 'verified', payload }
      if (payload === 'invalid' || !isOlder(first.fetchedAt, clock.now())) return { kind: 'invalid' }
      const second = await fetchOnce(kid)
      if (second.kind !== 'key') return second
      const repeated = await verifyWith(jwt, second.key, clock)
      return typeof repeated === 'object' ? { kind: 'verified', payload: repeated } : { kind: 'invalid' }
    },
  }
}

function isOlder(fetchedAt: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(fetchedAt.add(minAge), now) <= 0
}

/** The claims of a JWT that was signed with this key and has not expired. */
export async function verifyWith(
  jwt: string,
  key: CryptoKey,
  clock: Clock,
): Promise<JWTPayload | 'forged' | 'invalid'> {
  try {
    const { payload } = await jwtVerify(jwt, key, {
      algorithms: ['RS256'],
      currentDate: new Date(clock.now().epochMilliseconds),
      requiredClaims: ['exp', 'jti'],
    })
    return payload
  } catch (error) {
    return error instanceof errors.JWSSignatureVerificationFailed ? 'forged' : 'invalid'
  }
}

/** The key id becomes part of a path and comes from a token that is not verified yet, so its format is checked. */
export function keyIdOf(jwt: string): string | undefined {
  if (jwt.length > maxJwtLength) return undefined
  try {
    const { alg, kid } = decodeProtectedHeader(jwt)
    return alg === 'RS256' && kid !== undefined && /^[\w-]{1,64}$/.test(kid) ? kid : undefined
  } catch {
    return undefined
  }
}

async function readKey(client: GatewayClient, kid: string, now: Temporal.Instant): Promise<Fetched> {
  const reply = await client.call({
    operation: 'public key',
    method: 'GET',
    path: `/flex/v2/public-keys/${kid}`,
    accept: 'application/json',
  })
  if (reply.kind === 'reply' && (reply.status === 404 || reply.status === 400)) return { kind: 'invalid' }
  if (!isSuccess(reply)) return { kind: 'unavailable', cause: causeOf(reply), ...traced(reply) }
  const { kty, n, e, use, kid: named } = publicKeyBody.parse(reply.json)
  const unusable: Unavailable = { kind: 'unavailable', cause: 'unusable public key', ...traced(reply) }
  // The encryption key of the card fields is published too, but it must not verify signatures.
  if (use === 'enc') return { kind: 'invalid' }
  if (kty !== 'RSA' || !n || !e || (named !== undefined && named !== kid)) return unusable
  const key = await importKey({ n, e })
  return key ? { kind: 'key', key, fetchedAt: now } : unusable
}

/** Undefined when the numbers do not form an RSA key. */
export async function importKey({ n, e }: { n: string; e: string }): Promise<CryptoKey | undefined> {
  try {
    const key = await importJWK({ kty: 'RSA', n, e, alg: 'RS256' }, 'RS256')
    return key instanceof Uint8Array ? undefined : key
  } catch {
    return undefined
  }
}
