// The circuit breaker of one webhook endpoint. An endpoint starts with one call at a time and with successes gets two, then
// four, so that one that hangs occupies a single slot. Five failures in a row open the breaker for half a minute, then longer;
// meanwhile its events wait without losing attempts. Then one call is let through, as at the start.
import { sentKeys, toSentKeys } from '../../platform/database/coalescing-batch.ts'
import { statement, type Tx } from '../../platform/database/database.ts'
import type { Delivery } from '../../platform/network/outbound.ts'
import type { Clock } from '../../platform/time/clock.ts'

export type Breaker = {
  consecutive_failures: number
  open_until: Temporal.Instant | null
  open_count: number
  in_flight_limit: number
  credit: number
}

export type EndpointOutcome = 'success' | 'failure' | 'throttled'

export const unknownEndpoint: Breaker = {
  consecutive_failures: 0,
  open_until: null,
  open_count: 0,
  in_flight_limit: 1,
  credit: 0,
}

const failuresToOpen = 5
const firstPauseSeconds = 30
const longestPauseSeconds = 600
const maxInFlight = 4
const successesToForgive = 20

/** Returns the breaker after one more outcome. @param speed divides the pauses, as in the schedule. */
export function afterOutcome(
  breaker: Breaker,
  outcome: EndpointOutcome,
  { now, speed }: { now: Temporal.Instant; speed: number },
): Breaker {
  if (outcome === 'success') return { ...unknownEndpoint, ...widened(breaker) }
  if (outcome === 'throttled') {
    const in_flight_limit = Math.max(1, Math.floor(breaker.in_flight_limit / 2))
    return { ...unknownEndpoint, in_flight_limit, credit: -successesToForgive }
  }
  const failed = {
    ...breaker,
    consecutive_failures: breaker.consecutive_failures + 1,
    in_flight_limit: 1,
    credit: 0,
  }
  const probing = breaker.open_count > 0
  if (failed.consecutive_failures < failuresToOpen && !probing) return failed
  // A failure of a call that was in flight when the breaker opened must not lengthen the pause.
  if (breaker.open_until !== null && Temporal.Instant.compare(breaker.open_until, now) > 0) return failed
  const pause = Math.min(firstPauseSeconds * 2 ** breaker.open_count, longestPauseSeconds)
  return {
    ...failed,
    open_until: now.add({ milliseconds: Math.round((pause / speed) * 1000) }),
    open_count: breaker.open_count + 1,
  }
}

/** Doubles the limit after as many successes as the limit allows calls. */
function widened({ in_flight_limit, credit }: Breaker): Pick<Breaker, 'in_flight_limit' | 'credit'> {
  if (in_flight_limit === maxInFlight && credit >= 0) return { in_flight_limit, credit: 0 }
  if (credit + 1 < in_flight_limit) return { in_flight_limit, credit: credit + 1 }
  return { in_flight_limit: Math.min(maxInFlight, in_flight_limit * 2), credit: 0 }
}

export function sameBreaker(a: Breaker, b: Breaker): boolean {
  return (
    a.consecutive_failures === b.consecutive_failures &&
    a.open_count === b.open_count &&
    a.in_flight_limit === b.in_flight_limit &&
    a.credit === b.credit &&
    String(a.open_until) === String(b.open_until)
  )
}

/** At its sixth pause in a row, an endpoint has failed every call for about a quarter of an hour. */
const pausesOfFailing = 6

/** What a change of the breaker says to the merchant: nothing, that each probe fails, or that the endpoint responds again. */
export function noticeOf(before: Breaker, after: Breaker): 'failing' | 'recovered' | undefined {
  // guard: failing-endpoint
  const isFailing = after.open_count >= pausesOfFailing
  if (isFailing && after.open_count > before.open_count) return 'failing'
  return before.open_count >= pausesOfFailing && !isFailing ? 'recovered' : undefined
}

/** An endpoint has failed every call for about a quarter of an hour, still fails at a later probe, or responds again. */
type EndpointNotice = {
  kind: 'failing' | 'recovered'
  merchantId: bigint
  environment: 'sandbox' | 'production'
  /** Merchant; scheme, host and port; of a further endpoint its id, too. */
  endpoint: string
}

/** Notifies the merchant, in the transaction that records it. */
export type NotifyOfEndpoint = (sql: Tx, notice: EndpointNotice, now: Temporal.Instant) => Promise<void>

/** The result for an event that was not sent: its workers kept dying, it could not be signed, or its endpoint wants nothing any more. */
export type Unsent = { kind: 'unsent'; error: 'worker_died' | 'not_signed' | 'endpoint_disabled' }

type BreakerNeeds = { clock: Clock; speed: number; notify: NotifyOfEndpoint }
type EndpointResult = {
  event: Pick<EndpointNotice, 'environment' | 'endpoint'> & { merchant_id: bigint }
  delivery: Delivery | Unsent
}

const lockBreakers = statement<Breaker & { endpoint: string }>(
  'lock_webhook_breakers',
  `with ${sentKeys('text')}
   select b.endpoint, b.consecutive_failures, b.open_until, b.open_count, b.in_flight_limit, b.credit
     from webhook_breaker b join sent on sent.key = b.endpoint order by b.endpoint for update of b`,
)

const saveBreakers = statement(
  'save_webhook_breakers',
  `insert into webhook_breaker
     (endpoint, consecutive_failures, open_until, open_count, in_flight_limit, credit, updated_at)
   select endpoint, consecutive_failures, open_until, open_count, in_flight_limit, credit, $2
     from json_to_recordset($1) as b (endpoint text, consecutive_failures integer, open_until timestamptz,
          open_count integer, in_flight_limit integer, credit integer)
   on conflict (endpoint) do update
      set consecutive_failures = excluded.consecutive_failures, open_until = excluded.open_until,
          open_count = excluded.open_count, in_flight_limit = excluded.in_flight_limit, credit = excluded.credit,
          updated_at = excluded.updated_at`,
)

/** Writes only breakers that changed, so a healthy endpoint costs no write. */
export async function updateBreakers(
  sql: Tx,
  { clock, speed, notify }: BreakerNeeds,
  results: readonly EndpointResult[],
): Promise<void> {
  const outcomes = Map.groupBy(
    results.flatMap(({ event, delivery }) => {
      const outcome = outcomeForEndpoint(delivery)
      return outcome === undefined ? [] : [{ event, outcome }]
    }),
    ({ event }) => event.endpoint,
  )
  if (outcomes.size === 0) return
  const endpoints = [...outcomes.keys()].sort()
  const rows = await sql.rows(lockBreakers, [toSentKeys(endpoints)])
  const before = new Map(rows.map((row) => [row.endpoint, row as Breaker]))
  const now = clock.now()
  const changed: (Breaker & { endpoint: string })[] = []
  for (const endpoint of endpoints) {
    const known = before.get(endpoint) ?? unknownEndpoint
    const ended = outcomes.get(endpoint)!
    const after = ended.reduce(
      (breaker, { outcome }) => afterOutcome(breaker, outcome, { now, speed }),
      known,
    )
    if (!sameBreaker(known, after)) changed.push({ ...after, endpoint })
    const kind = noticeOf(known, after)
    const { merchant_id: merchantId, environment } = ended[0]!.event
    if (kind) await notify(sql, { kind, endpoint, merchantId, environment }, now)
  }
  if (changed.length > 0) await sql.rows(saveBreakers, [JSON.stringify(changed), now])
}

/** A 4xx is about one event and does not count against the endpoint. An event that was not sent has no outcome. */
export function outcomeForEndpoint(delivery: Delivery | Unsent): EndpointOutcome | undefined {
  if (delivery.kind === 'unsent') return undefined
  if (delivery.kind === 'failed') return 'failure'
  if (delivery.status === 429) return 'throttled'
  return delivery.status < 300 || (delivery.status >= 400 && delivery.status < 500) ? 'success' : 'failure'
}
