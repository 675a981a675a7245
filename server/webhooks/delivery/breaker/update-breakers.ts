// Updates the breakers of the endpoints that were called, and notifies merchants of endpoints that fail or have recovered.
import { toSentKeys } from '../../../platform/database/batch-rows.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { Delivery } from '../../../platform/network/outbound.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { type ClaimedEvent, lockBreakers, saveBreakers } from '../queries.ts'
import {
  afterOutcome,
  type Breaker,
  type EndpointOutcome,
  noticeOf,
  sameBreaker,
  unknownEndpoint,
} from './breaker.ts'

/** An endpoint has failed every call for about a quarter of an hour, still fails at a later probe, or responds again. */
export type EndpointNotice = {
  kind: 'failing' | 'recovered'
  merchantId: bigint
  environment: 'sandbox' | 'production'
  /** Merchant, scheme, host and port. */
  endpoint: string
}

/** Notifies the merchant, in the transaction that records it. */
export type NotifyOfEndpoint = (sql: Tx, notice: EndpointNotice, now: Temporal.Instant) => Promise<void>

/** The result for an event that was not sent, because its workers kept dying or it could not be signed. */
export type Unsent = { kind: 'unsent'; error: 'worker_died' | 'not_signed' }

type BreakerNeeds = { clock: Clock; speed: number; notify: NotifyOfEndpoint }
type EndpointResult = { event: ClaimedEvent; delivery: Delivery | Unsent }

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
