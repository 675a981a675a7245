// Explains a refused request while it is still at hand: the request log keeps what was found, and nothing that was signed.
import { createHash } from 'node:crypto'
import type { Environment } from '../../kernel/environment.ts'
import type { Explanation, RefusedRequest } from '../../merchants/request-log.ts'
import { commonStatement } from '../../platform/database/database.ts'
import { openRateLimit } from '../../platform/http/rate-limit.ts'
import { unixSeconds } from '../../platform/time/clock.ts'
import { type CheckNeeds, checkSignature, maxBody, requestSeconds } from './check-signature.ts'

const findOwner = commonStatement<{ merchantId: bigint; environment: Environment }>(
  'find_owner_of_api_key',
  `select m.id as "merchantId", m.environment from api_key k join merchant m on m.id = k.merchant_id where k.api_key = $1`,
)

/** Anyone may name a key, and an explanation computes a few hundred signatures. */
const limit = { perSecond: 10, burst: 20 }

/** Returns what explains the refusal of a signed request; undefined where the request was refused for another reason. */
export function openRefusalExplanation(needs: CheckNeeds) {
  const rate = openRateLimit(limit, { maxBuckets: 1 })
  return async (request: RefusedRequest): Promise<Explanation | undefined> => {
    // guard: explanation-rate
    if (!rate.take('all').allowed) return undefined
    const [owner] = await needs.db.rows(findOwner, [request.headers['x-api-key'] ?? ''])
    if (!owner) return undefined
    const { at, method, path, headers, body } = request
    const timestamp = headers['x-timestamp'] ?? null
    const distance = clockDistance(timestamp, unixSeconds(at))
    if (distance) return { ...distance, timestamp, body_bytes: null, body_sha256: null }
    if (body && body.length > maxBody) return undefined
    const { valid, cause, detail } = await checkSignature({ ...needs, wallClock: { now: () => at } }, owner, {
      kind: 'request',
      headers,
      body: body?.toString() ?? '',
      method,
      path,
    })
    if (valid || cause === null) return undefined
    return {
      cause,
      detail,
      timestamp,
      body_bytes: body?.length ?? null,
      body_sha256: body ? createHash('sha256').update(body).digest('hex') : null,
    }
  }
}

/** A timestamp too far from our clock is refused before the body is read, so that nothing can be said about the signature. */
function clockDistance(timestamp: string | null, now: number) {
  if (timestamp === null || !/^[0-9]{10}$/.test(timestamp)) return undefined
  const age = now - Number(timestamp)
  const most = `at most ${requestSeconds} s are accepted`
  if (age > requestSeconds)
    return { cause: 'clock_behind', detail: `X-Timestamp was ${age} s old when it arrived: ${most}` }
  if (-age > requestSeconds)
    return { cause: 'clock_ahead', detail: `X-Timestamp was ${-age} s ahead when it arrived: ${most}` }
  return undefined
}
