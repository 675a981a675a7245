// Limits how often one caller may send requests: a token bucket per key, in the memory of this process. A bucket is a
// single number, the moment at which it will be full again, so a full bucket needs no memory.
import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { Problem } from '../../kernel/problem.ts'
import { requestProblems } from './problems.ts'

export type Rate = { perSecond: number; burst: number }

/** The caller's remaining quota after this request. */
export type Quota = {
  allowed: boolean
  limit: number
  remaining: number
  resetSeconds: number
  retryAfterSeconds: number
}

export type RateLimit = {
  take(key: string | bigint): Quota
  /** The quota before a request, without counting one. */
  look(key: string | bigint): Quota
  readonly size: number
}

/** The limits by address, each with its own setting. */
export type AddressLimit = 'page' | 'receipt' | 'test_callback' | 'sign_in' | 'sign_up'

declare module 'fastify' {
  interface FastifyContextConfig {
    limitedAs?: AddressLimit
  }
  interface FastifyRequest {
    /** Set once the request was counted; its headers are then sent with any response. */
    quota: Quota | null
  }
}

/** Takes a token if one is available. @param fullAt, now in milliseconds of one monotonic clock. */
export function takeToken(
  fullAt: number,
  now: number,
  { perSecond, burst }: Rate,
): { fullAt: number; quota: Quota } {
  const tokenMs = 1000 / perSecond
  const emptyBy = Math.max(fullAt - now, 0) / tokenMs
  // Fractions of tokens are floats, and a rounding error must not decide.
  // guard: rate-limit-burst
  const allowed = emptyBy + 1 <= burst + 1e-6
  const after = allowed ? emptyBy + 1 : emptyBy
  return {
    fullAt: now + after * tokenMs,
    quota: {
      allowed,
      limit: burst,
      remaining: Math.max(Math.floor(burst - after + 1e-6), 0),
      resetSeconds: Math.ceil((after * tokenMs) / 1000 - 1e-6),
      retryAfterSeconds: allowed
        ? 0
        : Math.max(Math.ceil(((emptyBy + 1 - burst) * tokenMs) / 1000 - 1e-6), 1),
    },
  }
}

/** @param options.maxBuckets maximum number of buckets; beyond it the oldest is dropped, and that caller starts with a new one. */
export function openRateLimit(
  rate: Rate,
  { maxBuckets = 100_000, now = () => performance.now() }: { maxBuckets?: number; now?: () => number } = {},
): RateLimit {
  const fullAts = new Map<string | bigint, number>()

  /** Checks the two oldest buckets for each new one, so that memory is freed without ever scanning all of them. */
  function makeRoom(at: number): void {
    for (let looked = 0; looked < 2; looked++) {
      const [oldest] = fullAts
      if (!oldest) return
      const [key, fullAt] = oldest
      fullAts.delete(key)
      if (fullAt > at && fullAts.size < maxBuckets - 1) fullAts.set(key, fullAt)
    }
  }

  return {
    take(key) {
      const at = now()
      const known = fullAts.get(key)
      if (known === undefined) makeRoom(at)
      const { fullAt, quota } = takeToken(known ?? at, at, rate)
      fullAts.set(key, fullAt)
      return quota
    },
    look(key) {
      const at = now()
      const { quota } = takeToken(fullAts.get(key) ?? at, at, rate)
      return { ...quota, remaining: quota.remaining + (quota.allowed ? 1 : 0) }
    },
    get size() {
      return fullAts.size
    },
  }
}

/** Counts a request at most once. @throws Problem 429 */
export function countRequest(
  limit: RateLimit,
  key: string | bigint,
  request: Pick<FastifyRequest, 'quota'>,
): void {
  if (request.quota) return
  request.quota = limit.take(key)
  refuseOver(request.quota)
}

/** Takes a token for work that costs more than other requests and has a budget of its own. @throws Problem 429 */
export function takeFromBudget(budget: RateLimit, key: string | bigint): void {
  refuseOver(budget.take(key))
}

/** @throws Problem 429 where the quota allows no request. */
export function refuseOver({ allowed, retryAfterSeconds }: Quota): void {
  if (!allowed)
    throw new Problem(requestProblems.rate_limited, {}, { 'retry-after': String(retryAfterSeconds) })
}

/** Adds the remaining quota to every response to a request that was counted. */
export function sendQuotas(app: FastifyInstance): void {
  app.decorateRequest('quota', null)
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.quota)
      reply
        .header('ratelimit-limit', request.quota.limit)
        .header('ratelimit-remaining', request.quota.remaining)
        .header('ratelimit-reset', request.quota.resetSeconds)
    done(null, payload)
  })
}

/** Limits routes by the caller's address, as each declares with `limitedAs`. Must be called before they are registered. */
export function limitByAddress(
  app: FastifyInstance,
  limits: Readonly<Record<AddressLimit, RateLimit>>,
): void {
  app.addHook('onRoute', (route) => {
    const limit = route.config?.limitedAs && limits[route.config.limitedAs]
    if (!limit) return
    const onRequest = async (request: FastifyRequest) => countRequest(limit, networkOf(request.ip), request)
    route.onRequest = [onRequest, ...[route.onRequest ?? []].flat()]
  })
}

/** An IPv6 customer can use any address of a /64, so the network is the key. Text that is no address is returned as is. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const parsed = ipaddr.process(address)
  // guard: client-network
  return parsed.kind() === 'ipv4' ? parsed.toString() : (parsed as ipaddr.IPv6).parts.slice(0, 4).join(':')
}
