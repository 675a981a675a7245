// The delivery worker for webhooks: claims due events from the outbox, calls endpoints and records the results. Delivery is at
// least once, always with the same bytes and event id.

import { jitter, newId } from '../../kernel/id.ts'
import { coalescingBatch } from '../../platform/database/coalescing-batch.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Delivery, Outbound } from '../../platform/network/outbound.ts'
import type { Log } from '../../platform/process/log.ts'
import { continued } from '../../platform/process/telemetry.ts'
import { type Loop, startLoop } from '../../platform/process/worker-loop.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type Clock, unixSeconds } from '../../platform/time/clock.ts'
import { maxAttempts } from '../../platform/time/retry-schedule.ts'
import { authorizationHeader, openCallbackSecrets } from '../receiver-credentials.ts'
import { attemptHeaders } from '../sign.ts'
import {
  afterOutcome,
  type Breaker,
  type NotifyOfEndpoint,
  outcomeForEndpoint,
  sameBreaker,
  type Unsent,
  unknownEndpoint,
  updateBreakers,
} from './breaker.ts'
import {
  type ClaimedEvent,
  claimDue,
  lockClaims,
  pendingEndpoints,
  type RecordedAttempt,
  recordAttempts,
} from './queries.ts'
import { decideNext, maxCrashes, type Outcome, type Verdict } from './schedule.ts'

export type DeliveryNeeds = {
  db: Database
  clock: Clock
  /** Dates the signatures: receivers compare them with real time, which the sandbox's business clock does not follow. */
  wallClock: Clock
  log: Log
  secrets: Secrets
  outbound: Outbound

  /** Divides all waits; other than 1 only in a sandbox that is sped up. */
  speed: number
  notify: NotifyOfEndpoint
}

const atOnce = 256
const firstCallsOnly = 64
/** One in this many claims takes retries before new events. */
const retryShare = 4
/** Longer than a call can take, so that no lease ends while its worker is alive. */
const leaseSeconds = 30
/** How long calls in flight may continue when the worker stops. */
const gracePeriodMs = 5_000
/** How many endpoints one claim looks at; the next claim continues after them. */
const endpointsAtOnce = 500

type Result = {
  event: ClaimedEvent
  leaseToken: string
  at: Temporal.Instant
  delivery: Delivery | Unsent
  verdict: Verdict
}

/** Delivers until stopped; call `wake` after a commit that enqueued an event. */
export function startDeliveries(needs: DeliveryNeeds): Loop {
  const inFlight = new Set<Promise<void>>()
  const record = coalescingBatch<Result, undefined>((results) => recordResults(needs, results))
  let claims = 0
  let lookedUpTo = ''
  let loop: Loop | undefined

  async function claimAndDeliver(): Promise<boolean> {
    // Each call wakes the loop when it ends.
    if (inFlight.size >= atOnce) return false
    const found = await needs.db.rows(pendingEndpoints, [lookedUpTo, endpointsAtOnce, needs.clock.now()])
    const endpoints = found.flatMap(({ endpoint, ready }) => (ready ? [endpoint] : []))
    const isLast = found.length < endpointsAtOnce
    lookedUpTo = isLast ? '' : found.at(-1)!.endpoint
    // guard: idle-endpoints
    if (endpoints.length === 0) return !isLast
    // guard: retry-priority
    claims += 1
    const leaseToken = newId()
    const events = await claim(needs, {
      endpoints,
      leaseToken,
      room: atOnce - inFlight.size,
      retriesFirst: claims % retryShare === 0,
    })
    for (const event of events) {
      const delivering: Promise<void> = deliver(needs, record, { event, leaseToken })
        .catch((error) =>
          needs.log.error('webhook result could not be recorded', { event_id: event.event_id, error }),
        )
        .finally(() => {
          inFlight.delete(delivering)
          loop?.wake()
        })
      inFlight.add(delivering)
    }
    return events.length > 0 || !isLast
  }

  const options = { name: 'delivery of webhooks', idleMs: 250, isPrompt: true }
  const running = startLoop(needs.log, options, claimAndDeliver)
  loop = running
  return {
    name: running.name,
    isPrompt: running.isPrompt,
    stuckAfterMs: running.stuckAfterMs,
    wake: running.wake,
    async stop() {
      await running.stop()
      // Calls that still hang then are recorded as failed and retried by the next worker.
      const timer = setTimeout(() => needs.outbound.close(), gracePeriodMs)
      await Promise.all(inFlight)
      clearTimeout(timer)
    },
    get lastRunAt() {
      return running.lastRunAt
    },
  }
}

/** Calls the endpoint, decides what follows, and records both. */
async function deliver(
  needs: DeliveryNeeds,
  record: (result: Result) => Promise<undefined>,
  { event, leaseToken }: Pick<Result, 'event' | 'leaseToken'>,
): Promise<void> {
  const delivery = await attempt(needs, event)
  const at = needs.clock.now()
  const verdict = verdictOf(delivery, {
    attempt: event.attempts - event.attempts_before,
    now: at,
    chance: jitter(0.2),
    speed: needs.speed,
  })
  await record({ event, leaseToken, at, delivery, verdict })
  logVerdict(needs.log, event, delivery, verdict)
}

async function claim(
  { db, clock }: DeliveryNeeds,
  wanted: { endpoints: string[]; leaseToken: string; room: number; retriesFirst: boolean },
): Promise<ClaimedEvent[]> {
  const { endpoints, leaseToken, room, retriesFirst } = wanted
  return db.transaction(async (sql) => {
    await sql.rows(lockClaims)
    const now = clock.now()
    const leaseUntil = now.add({ seconds: leaseSeconds })
    return sql.rows(claimDue, [
      now,
      leaseToken,
      leaseUntil,
      room,
      firstCallsOnly,
      retriesFirst ? 1 : 0,
      endpoints,
    ])
  })
}

/** Makes one call. An event whose workers keep dying is not called again. */
async function attempt(needs: DeliveryNeeds, event: ClaimedEvent): Promise<Delivery | Unsent> {
  const { log, outbound, wallClock } = needs
  // guard: webhook-crash-limit
  if (event.crashes >= maxCrashes || event.attempts - event.attempts_before > maxAttempts)
    return { kind: 'unsent', error: 'worker_died' }
  // guard: disabled-endpoint
  if (event.is_unwanted) return { kind: 'unsent', error: 'endpoint_disabled' }
  let headers: Record<string, string>
  try {
    headers = {
      ...attemptHeaders(event, {
        attempt: event.attempts,
        unixSeconds: unixSeconds(wallClock.now()),
        signingSecrets: () => openCallbackSecrets(needs.secrets, event.merchant_id, event),
      }),
      ...authorizationHeader(needs.secrets, {
        merchantId: event.merchant_id,
        url: event.url,
        sealed: event.callback_credentials_sealed,
      }),
    }
  } catch (error) {
    log.error('webhook could not be signed', { event_id: event.event_id, error })
    return { kind: 'unsent', error: 'not_signed' }
  }
  return continued(event.trace, () => outbound.post({ url: event.url, body: event.body, headers }))
}

function verdictOf(delivery: Delivery | Unsent, when: Parameters<typeof decideNext>[1]): Verdict {
  if (delivery.kind === 'unsent' && delivery.error === 'worker_died') return { kind: 'dead' }
  if (delivery.kind === 'unsent' && delivery.error === 'endpoint_disabled') return { kind: 'failed' }
  return decideNext(outcomeOf(delivery), when)
}

function outcomeOf(delivery: Delivery | Unsent): Outcome {
  if (delivery.kind === 'responded') return delivery
  return { kind: 'failed', refusedAddress: delivery.error === 'refused_address' }
}

async function recordResults(needs: DeliveryNeeds, results: Result[]): Promise<undefined[]> {
  const rows = JSON.stringify(results.map(recordOf))
  if (results.every(({ delivery }) => outcomeForEndpoint(delivery) === 'success'))
    await recordSuccesses(needs, results, rows)
  else
    await needs.db.transaction(async (sql) => {
      await updateBreakers(sql, needs, recordedOf(results, await sql.rows(recordAttempts, [rows])))
    })
  return results.map(() => undefined)
}

/**
 * Usually needs one statement only. A success changes little about an endpoint: its limit may rise or its throttling may end.
 * If that write is lost, the next success repeats it.
 */
async function recordSuccesses(needs: DeliveryNeeds, results: Result[], rows: string): Promise<void> {
  const recorded = await needs.db.rows(recordAttempts, [rows])
  const when = { now: needs.clock.now(), speed: needs.speed }
  const changes = recorded.some((known) => {
    const breaker = known.in_flight_limit === null ? unknownEndpoint : (known as Breaker)
    return !sameBreaker(breaker, afterOutcome(breaker, 'success', when))
  })
  if (!changes) return
  await needs.db
    .transaction((sql) => updateBreakers(sql, needs, recordedOf(results, recorded)))
    // The results are recorded already, so an error here must not make the batch repeat them.
    .catch((error) => needs.log.warn('webhook breakers could not be written', { error }))
}

function recordedOf(results: Result[], recorded: RecordedAttempt[]): Result[] {
  const ids = new Set(recorded.map(({ id }) => id))
  return results.filter(({ event }) => ids.has(event.id))
}

function recordOf({ event, leaseToken, at, delivery, verdict }: Result) {
  return {
    id: String(event.id),
    lease_token: leaseToken,
    number: event.attempts,
    at: at.toString(),
    ...attemptFacts(delivery),
    state: states[verdict.kind],
    next_attempt_at: verdict.kind === 'retry' ? verdict.at.toString() : null,
  }
}

const states = { delivered: 'DELIVERED', failed: 'FAILED', dead: 'DEAD', retry: 'PENDING' } as const

function attemptFacts(delivery: Delivery | Unsent) {
  if (delivery.kind === 'unsent') return { error: delivery.error, duration_ms: 0, response_head: '' }
  const { address, durationMs: duration_ms } = delivery
  if (delivery.kind === 'failed') return { error: delivery.error, address, duration_ms, response_head: '' }
  return { http_status: delivery.status, address, duration_ms, response_head: delivery.head }
}

function logVerdict(log: Log, event: ClaimedEvent, delivery: Delivery | Unsent, verdict: Verdict): void {
  const fields = {
    event_id: event.event_id,
    attempt: event.attempts,
    state: verdict.kind,
    ...(delivery.kind === 'responded' ? { http_status: delivery.status } : { reason: delivery.error }),
  }
  if (verdict.kind === 'dead') log.warn('webhook delivery exhausted', fields)
  else log.debug('webhook attempted', fields)
}
