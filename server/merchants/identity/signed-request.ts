// Signed requests: authenticates the merchant whose API secret signed the exact bytes. The contract fixes the order of the checks.
import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { equalInConstantTime } from '../../kernel/constant-time.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { KeyScope } from '../../kernel/merchant-roles.ts'
import { isInNetworks } from '../../kernel/networks.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Sql } from '../../platform/database/database.ts'
import { countRequest, type RateLimit } from '../../platform/http/rate-limit.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type Clock, unixSeconds } from '../../platform/time/clock.ts'
import { signingProblems } from '../problems.ts'
import { apiSecretContext } from './credentials.ts'
import { type KeyHolder, keyHolder, type Merchant, refuseOtherCell } from './merchant.ts'

/** Whether a suspended merchant may call a route. What does not say so is refused, so that a new route is. */
export function isOpenToSuspended({
  method,
  routeOptions: { config },
}: Pick<FastifyRequest, 'method' | 'routeOptions'>): boolean {
  const isOpen = typeof config.api === 'object' && config.api.openToSuspended === true
  return method === 'GET' || method === 'HEAD' || isOpen
}

const timestampToleranceSeconds = 30

/** Signs timestamp, method, path with query as sent, and body, joined by line feeds. */
export function requestSignature(
  secret: string,
  parts: { timestamp: string; method: string; path: string; body: Uint8Array },
): string {
  // guard: signed-parts
  return createHmac('sha256', secret)
    .update(`${parts.timestamp}\n${parts.method}\n${parts.path}\n`)
    .update(parts.body)
    .digest('hex')
}

export type SignedRequests = {
  /** Checks only the headers, so that an unknown caller cannot make us read a body. */
  checkHeaders(request: FastifyRequest): void
  /** Reads the merchant and runs every check. @throws Problem in the order the contract fixes. */
  authenticate(request: FastifyRequest): Promise<Merchant>
  /**
   * For work whose own statement confirms the merchant's version and returns 'stale' if it has changed. The work is tried
   * with the cached merchant first and repeated once with a fresh one. A refusal, too, is returned only after a fresh read.
   * @param isConfirmed false for a result whose version no statement has confirmed; it counts as stale.
   */
  authenticateFor<Result>(
    request: FastifyRequest,
    work: (merchant: Merchant) => Promise<Result | 'stale'>,
    isConfirmed?: (result: Result) => boolean,
  ): Promise<Result>
}

type CachedKey = KeyHolder & { apiSecret: string; readAt: number }

const cacheMs = 30_000

/**
 * Credentials are cached; statements that write join the merchant's version, so that a rotation takes effect at once.
 * @param needs.environments the environments that this deployment has a card gateway for.
 * @param needs.wallClock what timestamps are compared with: merchants' clocks do not follow the sandbox's business clock.
 * @param needs.limit counts requests by merchant, once the merchant is authenticated.
 */
export function openSignedRequests(needs: {
  db: Sql
  secrets: Secrets
  wallClock: Clock
  environments: Environment[]
  limit: RateLimit
}): SignedRequests {
  const { secrets, wallClock, environments, limit } = needs
  const holders = openHolders(needs)
  const known = {
    environments,
    placeholderSecret: secrets.mac('unknown-merchant', 'signing').toString('hex'),
  }

  async function authenticate(request: FastifyRequest): Promise<Merchant> {
    const merchant = check(request, await holders.read(authenticationHeaders(request).apiKey), known)
    countRequest(limit, merchant.id, request)
    return merchant
  }

  /** A cached merchant can pass the checks, but a refusal needs a fresh read. */
  function fromCache(request: FastifyRequest): Merchant | undefined {
    const cached = holders.cached(authenticationHeaders(request).apiKey)
    if (!cached) return undefined
    try {
      return check(request, cached, known)
    } catch {
      return undefined
    }
  }

  return {
    checkHeaders(request) {
      // A request without the other headers is in the log of the merchant whose key it names, too.
      const [apiKey] = request.raw.headersDistinct['x-api-key'] ?? []
      if (apiKey) request.caller = { apiKey }
      const { timestamp } = authenticationHeaders(request)
      checkTimestamp(timestamp, unixSeconds(wallClock.now()))
    },
    authenticate,
    async authenticateFor(request, work, isConfirmed = () => true) {
      const known = fromCache(request)
      if (known) {
        countRequest(limit, known.id, request)
        const result = await work(known).catch(async (refusal) => {
          await authenticate(request)
          throw refusal
        })
        if (result !== 'stale' && isConfirmed(result)) return result
      }
      const result = await work(await authenticate(request))
      if (result === 'stale') throw new Problem(signingProblems.merchant_unknown)
      return result
    },
  }
}

/** Looks up API keys in the database and caches them. */
function openHolders({ db, secrets }: { db: Sql; secrets: Secrets }) {
  const cache = new Map<string, CachedKey>()
  return {
    async read(apiKey: string): Promise<CachedKey | undefined> {
      const holder = await keyHolder(db, apiKey)
      if (!holder) {
        cache.delete(apiKey)
        return undefined
      }
      refuseOtherCell(db, holder.merchant)
      const apiSecret = secrets.open(holder.apiSecretSealed, apiSecretContext(apiKey))
      const fresh = { ...holder, apiSecret, readAt: performance.now() }
      cache.set(apiKey, fresh)
      return fresh
    },
    /** Returns undefined once the entry is older than `cacheMs`. */
    cached(apiKey: string): CachedKey | undefined {
      const cached = cache.get(apiKey)
      return cached && performance.now() - cached.readAt <= cacheMs ? cached : undefined
    },
  }
}

/**
 * Returns the merchant whose key signed the request. For an unknown key it computes a signature with a placeholder secret, so
 * that timing does not tell which keys exist.
 * @throws Problem 403, 404
 */
function check(
  request: FastifyRequest,
  holder: CachedKey | undefined,
  { environments, placeholderSecret }: { environments: readonly Environment[]; placeholderSecret: string },
): Merchant {
  const { timestamp, signature } = authenticationHeaders(request)
  const expected = requestSignature(holder?.apiSecret ?? placeholderSecret, {
    timestamp,
    method: request.method,
    path: request.raw.url ?? '',
    body: request.rawBody,
  })
  const matches = equalInConstantTime(expected, signature)
  if (!holder) throw new Problem(signingProblems.merchant_unknown)
  // guard: request-signature
  if (!matches) throw new Problem(signingProblems.signature_wrong)
  const { merchant } = holder
  request.merchantCode = merchant.merchantCode
  // guard: api-key-environment
  if (holder.keyEnvironment !== merchant.environment || !environments.includes(merchant.environment)) {
    throw new Problem(signingProblems.environment_wrong)
  }
  if (!isAllowed(request.ip, merchant.ipAllowlist)) throw new Problem(signingProblems.address_refused)
  // guard: suspended-merchant-signature
  if (merchant.status === 'suspended' && !isOpenToSuspended(request))
    throw new Problem(signingProblems.suspended)
  request.caller = { merchantId: merchant.id }
  requireScope(request, holder.scopes)
  return merchant
}

/** @throws Problem 403 if the key has none of the scopes that the route names. A route that names none is open to no key. */
function requireScope({ routeOptions }: FastifyRequest, scopes: readonly KeyScope[]): void {
  const { api } = routeOptions.config
  const wanted = typeof api === 'object' && api.access.by === 'signature' && api.access.scopes
  if (!wanted) throw new Error('this route names no scope of API keys')
  // guard: key-scope
  if (!wanted.some((scope) => scopes.includes(scope)))
    throw new Problem(signingProblems.scope_missing, { scope: wanted[0] })
}

const headerNames = ['x-api-key', 'x-timestamp', 'x-signature'] as const

function authenticationHeaders(request: FastifyRequest): {
  apiKey: string
  timestamp: string
  signature: string
} {
  const sent = headerNames.map((name) => request.raw.headersDistinct[name] ?? [])
  if (sent.some((values) => values.length === 0 || values[0] === ''))
    throw new Problem(signingProblems.headers_missing)
  // guard: repeated-signing-header
  if (sent.some((values) => values.length > 1)) throw new Problem(signingProblems.header_doubled)
  const [apiKey, timestamp, signature] = sent.map((values) => values[0]) as [string, string, string]
  return { apiKey, timestamp, signature }
}

function checkTimestamp(timestamp: string, now: number): void {
  if (!/^[0-9]{10}$/.test(timestamp)) throw new Problem(signingProblems.timestamp_malformed)
  const age = now - Number(timestamp)
  // A client whose clock is wrong can correct it with this header.
  const serverTime = { 'x-server-time': String(now) }
  // guard: expired-timestamp
  if (age > timestampToleranceSeconds) throw new Problem(signingProblems.timestamp_expired, {}, serverTime)
  // guard: future-timestamp
  if (-age > timestampToleranceSeconds) throw new Problem(signingProblems.timestamp_ahead, {}, serverTime)
}

/** An empty list allows every address. */
export function isAllowed(address: string, networks: readonly string[]): boolean {
  // guard: network-allowlist
  return networks.length === 0 || isInNetworks(address, networks)
}
