// Delivers the outbox: claims what is due, calls, records. At least once, the same bytes and event id every time.
import { jitter, newId } from '../kernel/id.ts'
import { batched } from '../platform/batch.ts'
import { type Clock, unixSeconds } from '../platform/clock.ts'
import type { Database, Sql } from '../platform/database.ts'
import type { Log } from '../platform/log.ts'
import { type Loop, startLoop } from '../platform/loop.ts'
import type { Delivery, Outbound } from '../platform/outbound.ts'
import type { Secrets } from '../platform/secrets.ts'
import { afterOutcome, type Breaker, closedBreaker, type EndpointOutcome, sameBreaker } from './breaker.ts'
import {
  type ClaimedEvent,
  claimDue,
  lockBreakers,
  recordAttempts,
  saveBreakers,
  tryClaimLock,
} from './queries.ts'
import { decideNext, mostAttempts, type Outcome, type Verdict } from './schedule.ts'
import { signatureHeaders } from './sign.ts'

export type DeliveryNeeds = {
  db: Database
  clock: Clock
  /** Dates the signatures: receivers compare them with their own time, which no sandbox moves. */
  wallClock: Clock
  log: Log
  secrets: Secrets
  outbound: Outbound
  /** What a merchant's callback secret is sealed for. */
  secretContext: (merchantId: bigint) => string
  /** Divides all waits; 1 but in a hurried sandbox. */
  speed: number
}

const atOnce = 64
/** Longer than a call may take, so that a lease never runs out under a live worker. */
const leaseSeconds = 60

type Result = {
  event: ClaimedEvent
  leaseToken: string
  at: Temporal.Instant
  delivery: Delivery | 'worn_out'
  verdict: Verdict
}

/** Works until it is stopped; `wake` after a commit that announced something. */
export function startDeliveries(needs: DeliveryNeeds): Loop {
  const inFlight = new Set<Promise<void>>()
  const record = batched<Result, undefined>((results) => recordResults(needs, results))
  let loop: Loop | undefined

  async function deliver(event: ClaimedEvent, leaseToken: string): Promise<void> {
    const delivery = await attempt(needs, event)
    const at = needs.clock.now()
    const verdict =
      delivery === 'worn_out'
        ? ({ kind: 'dead' } as const)
        : decideNext(outcomeOf(delivery), {
            attempt: event.attempts,
            now: at,
            chance: jitter(0.2),
            speed: needs.speed,
          })
    await record({ event, leaseToken, at, delivery, verdict })
    tell(needs.log, event, delivery, verdict)
  }

  async function claimAndDeliver(): Promise<boolean> {
    if (inFlight.size >= atOnce) await Promise.race(inFlight)
    const leaseToken = newId()
    const events = await claim(needs, leaseToken, atOnce - inFlight.size)
    for (const event of events) {
      const delivering: Promise<void> = deliver(event, leaseToken)
        .catch((error) =>
          needs.log.error('a delivery could not be recorded', { event_id: event.event_id, error }),
        )
        .finally(() => {
          inFlight.delete(delivering)
          loop?.wake()
        })
      inFlight.add(delivering)
    }
    return events.length > 0
  }

  const running = startLoop(needs.log, { name: 'delivery of webhooks', idleMs: 250 }, claimAndDeliver)
  loop = running
  return {
    wake: running.wake,
    async stop() {
      await running.stop()
      await Promise.all(inFlight)
    },
    get lastRunAt() {
      return running.lastRunAt
    },
  }
}

async function claim(
  { db, clock }: DeliveryNeeds,
  leaseToken: string,
  most: number,
): Promise<ClaimedEvent[]> {
  return db.transaction(async (sql) => {
    const [lock] = await sql.rows(tryClaimLock)
    if (!lock?.locked) return []
    const now = clock.now()
    return sql.rows(claimDue, [now, leaseToken, now.add({ seconds: leaseSeconds }), most])
  })
}

/** One call. An event that was claimed more often than may be tried, because its workers died, is not called again. */
async function attempt(needs: DeliveryNeeds, event: ClaimedEvent): Promise<Delivery | 'worn_out'> {
  if (event.attempts > mostAttempts) return 'worn_out'
  const { secrets, outbound, wallClock } = needs
  const now = unixSeconds(wallClock.now())
  const secret = secrets.open(event.callback_secret_sealed, needs.secretContext(event.merchant_id))
  return outbound.post({
    url: event.url,
    body: event.body,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'User-Agent': 'Mosolo-Webhooks/1',
      'X-Service-Event-Id': event.event_id,
      'X-Service-Attempt': String(event.attempts),
      ...(event.signed ? signatureHeaders(secret, event.body, now) : { 'X-Service-Timestamp': String(now) }),
    },
  })
}

function outcomeOf(delivery: Delivery): Outcome {
  if (delivery.kind === 'answered') return delivery
  return { kind: 'failed', refusedAddress: delivery.error === 'refused_address' }
}

async function recordResults(needs: DeliveryNeeds, results: Result[]): Promise<undefined[]> {
  const rows = results.map(({ event, leaseToken, at, delivery, verdict }) => ({
    id: String(event.id),
    lease_token: leaseToken,
    number: event.attempts,
    at: at.toString(),
    ...attemptFacts(delivery),
    state: states[verdict.kind],
    next_attempt_at: verdict.kind === 'retry' ? verdict.at.toString() : null,
  }))
  await needs.db.transaction(async (sql) => {
    await sql.rows(recordAttempts, [JSON.stringify(rows)])
    await updateBreakers(sql, needs, results)
  })
  return results.map(() => undefined)
}

const states = { delivered: 'DELIVERED', failed: 'FAILED', dead: 'DEAD', retry: 'PENDING' } as const

function attemptFacts(delivery: Delivery | 'worn_out') {
  if (delivery === 'worn_out') return { error: 'worker_died', duration_ms: 0, response_head: '' }
  const { address, durationMs: duration_ms } = delivery
  if (delivery.kind === 'failed') return { error: delivery.error, address, duration_ms, response_head: '' }
  // PostgreSQL stores no NUL in text.
  return {
    http_status: delivery.status,
    address,
    duration_ms,
    response_head: delivery.head.replaceAll('\0', ''),
  }
}

/** Healthy endpoints have no row and cost no write. */
async function updateBreakers(sql: Sql, { clock, speed }: DeliveryNeeds, results: Result[]): Promise<void> {
  const outcomes = results.filter(({ delivery }) => delivery !== 'worn_out')
  const endpoints = [...new Set(outcomes.map(({ event }) => event.endpoint))].sort()
  const before = new Map(
    (await sql.rows(lockBreakers, [endpoints])).map((row) => [row.endpoint, row as Breaker]),
  )
  const now = clock.now()
  const changed: (Breaker & { endpoint: string })[] = []
  for (const endpoint of endpoints) {
    const known = before.get(endpoint) ?? closedBreaker
    const after = outcomes
      .filter(({ event }) => event.endpoint === endpoint)
      .reduce(
        (breaker, { delivery }) =>
          afterOutcome(breaker, endpointOutcome(delivery as Delivery), { now, speed }),
        known,
      )
    if (!sameBreaker(known, after)) changed.push({ ...after, endpoint })
  }
  if (changed.length > 0) await sql.rows(saveBreakers, [JSON.stringify(changed), now])
}

/** A 4xx is the merchant's word on one event, not a sign that the endpoint is ill. */
function endpointOutcome(delivery: Delivery): EndpointOutcome {
  if (delivery.kind === 'failed') return 'failure'
  if (delivery.status === 429) return 'throttled'
  return delivery.status < 300 || (delivery.status >= 400 && delivery.status < 500) ? 'success' : 'failure'
}

function tell(log: Log, event: ClaimedEvent, delivery: Delivery | 'worn_out', verdict: Verdict): void {
  const fields = {
    event_id: event.event_id,
    attempt: event.attempts,
    state: verdict.kind,
    ...(delivery !== 'worn_out' && delivery.kind === 'answered' && { http_status: delivery.status }),
    ...(delivery !== 'worn_out' && delivery.kind === 'failed' && { reason: delivery.error }),
  }
  if (verdict.kind === 'dead') log.warn('a webhook was given up', fields)
  else log.debug('webhook attempted', fields)
}
