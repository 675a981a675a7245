// Caches the access token for calls to an operator and renews it before it expires. Concurrent calls share one token
// request.
import { z } from 'zod'
import type { Clock } from '../../platform/time/clock.ts'
import { part } from '../reply.ts'
import { fact, type OperatorReply } from './call.ts'

export type FreshToken = { kind: 'token'; token: string; lifeSeconds: number }
export type NoToken = { kind: 'no_token'; cause: string }

export type AccessTokens = {
  get(): Promise<{ kind: 'token'; token: string } | NoToken>
  /** Stops using this token, whatever its age; a token that already replaced it stays cached. */
  forget(token: string): void
}

/** A token is not used in the last sixth of its lifetime, or its last minute if shorter: calls must end before it expires. */
function usableSeconds(lifeSeconds: number): number {
  return Math.max(0, lifeSeconds - Math.min(60, lifeSeconds / 6))
}

/** @param fetchToken requests a token from the operator; it must not throw. */
export function openTokenCache(fetchToken: () => Promise<FreshToken | NoToken>, clock: Clock): AccessTokens {
  let stored: { token: string; until: Temporal.Instant } | undefined
  let renewal: Promise<FreshToken | NoToken> | undefined

  async function renew(): Promise<FreshToken | NoToken> {
    const requestedAt = clock.now()
    const fresh = await fetchToken()
    if (fresh.kind === 'token') {
      const milliseconds = Math.floor(usableSeconds(fresh.lifeSeconds) * 1000)
      stored = { token: fresh.token, until: requestedAt.add({ milliseconds }) }
    }
    return fresh
  }

  return {
    async get() {
      if (stored && Temporal.Instant.compare(clock.now(), stored.until) < 0) {
        return { kind: 'token', token: stored.token }
      }
      renewal ??= renew().finally(() => {
        renewal = undefined
      })
      return renewal
    },
    forget(token) {
      if (stored?.token === token) stored = undefined
    },
  }
}

/**
 * Sends a call with a token, and once more with a new one when the operator certainly refused the first for its token.
 * Without a token nothing is sent.
 */
export async function callWithToken(
  tokens: AccessTokens,
  send: (token: string) => Promise<OperatorReply>,
  isTokenRefused: (reply: OperatorReply) => boolean,
): Promise<OperatorReply> {
  const first = await tokens.get()
  if (first.kind === 'no_token') return unsent(first)
  const reply = await send(first.token)
  // A 401 drops the token even when it is not certain that the call itself was refused.
  if (reply.kind === 'reply' && (reply.status === 401 || isTokenRefused(reply))) tokens.forget(first.token)
  if (!isTokenRefused(reply)) return reply
  const second = await tokens.get()
  return second.kind === 'no_token' ? unsent(second) : send(second.token)
}

function unsent({ cause }: NoToken): OperatorReply {
  return { kind: 'no_reply', cause: `no token: ${cause}`, sent: false }
}

const tokenBody = part({
  access_token: z
    .string()
    .regex(/^[!-~]{1,4096}$/)
    .optional()
    .catch(undefined),
  token_type: fact,
  /** In seconds, as a number or as text. */
  expires_in: fact,
  error: fact,
})

const longestSeconds = 86_400

/** Reads the reply of an OAuth 2 token endpoint (RFC 6749, section 5). A token without a stated lifetime is used once. */
export function tokenIn(reply: OperatorReply): FreshToken | NoToken {
  if (reply.kind === 'no_reply') return { kind: 'no_token', cause: reply.cause }
  const body = tokenBody.parse(reply.json)
  const { access_token: token, token_type: type = 'bearer', expires_in: life = '0' } = body
  if (reply.status !== 200 || token === undefined || type.toLowerCase() !== 'bearer') {
    return { kind: 'no_token', cause: `HTTP ${reply.status} ${body.error ?? ''}`.trim() }
  }
  const seconds = /^\d{1,9}$/.test(life) ? Number(life) : 0
  return { kind: 'token', token, lifeSeconds: Math.min(seconds, longestSeconds) }
}
