// Forwards a sandbox merchant's events to a developer's machine, beside their normal delivery. An event is recorded as forwarded
// after the response, so a restart on either side loses none; an event may arrive twice.

import { type Sql, statement } from '../../platform/database/database.ts'
import type { Delivery, Outbound } from '../../platform/network/outbound.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type Clock, unixSeconds } from '../../platform/time/clock.ts'
import { openCallbackSecrets, type SealedSecrets, secretsOfEndpoint } from '../receiver-credentials.ts'
import { attemptHeaders } from '../sign.ts'

export type Listener = { id: bigint; since: Temporal.Instant; waiting: bigint }

/** SQL: what the listener gets of the events `e`: all, or with an endpoint `w` what that asks for. */
const isListenedTo = `e.copy_id is null and (w.id is null or e.event_type = any(w.events))`

const openOne = statement<Listener>(
  'open_webhook_listener',
  `with opened as (
     insert into webhook_listener (merchant_id, name, since) values ($1, $2, coalesce($4::timestamptz, $3))
     on conflict (merchant_id, name) do update set since = coalesce($4::timestamptz, webhook_listener.since)
     returning id, merchant_id, since)
   select o.id, o.since, (select count(*) from webhook_event e left join webhook_endpoint w on w.id = $5::uuid
                           where e.merchant_id = o.merchant_id and e.environment = 'sandbox' and e.created_at >= o.since
                             and ${isListenedTo}
                             and not exists (select from webhook_forward f
                                              where f.listener_id = o.id and f.event_id = e.id)) as waiting
     from opened o`,
)

/**
 * Opens or resumes a listener.
 * @param from.since starts with events from this time; by default where the listener of this name stopped, or now.
 * @param from.endpointId a further endpoint, whose events are forwarded; all without it.
 * @returns the listener with the number of events that are waiting already.
 */
export async function openListener(
  sql: Sql,
  from: {
    merchantId: bigint
    name: string
    now: Temporal.Instant
    since?: Temporal.Instant | undefined
    endpointId?: string | undefined
  },
): Promise<Listener> {
  const { merchantId, name, now, since = null, endpointId = null } = from
  const [listener] = await sql.rows(openOne, [merchantId, name, now, since, endpointId])
  return listener as Listener
}

export type ListenedEvent = SealedSecrets & {
  id: bigint
  event_id: string
  event_type: string
  subject: string
  signed: boolean
  body: string
}

/** In the order of creation. Tracked per event rather than by position, because an earlier event may be committed late. */
const nextEvents = statement<ListenedEvent>(
  'next_events_of_listener',
  `select e.id, e.event_id, e.event_type, e.subject, e.signed or w.id is not null as signed, e.body, w.id as endpoint_id,
          ${secretsOfEndpoint('$3')}
     from webhook_listener l
     join merchant m on m.id = l.merchant_id
     left join webhook_endpoint w on w.id = $2::uuid and w.merchant_id = l.merchant_id
     join webhook_event e on e.merchant_id = l.merchant_id and e.environment = 'sandbox' and e.created_at >= l.since
      and ${isListenedTo}
    where l.id = $1 and not exists (select from webhook_forward f where f.listener_id = l.id and f.event_id = e.id)
    order by e.created_at, e.id limit 50`,
)

const recordForwarded = statement(
  'record_forwarded_event',
  `insert into webhook_forward (listener_id, event_id, http_status, forwarded_at) values ($1, $2, $3, $4)
   on conflict (listener_id, event_id) do update set http_status = excluded.http_status`,
)

/** The next ones, with the secrets that sign at `now`. @param of.endpointId as it was opened with. */
export function eventsToForward(
  sql: Sql,
  listener: Listener,
  { now, endpointId }: { now: Temporal.Instant; endpointId: string | undefined },
): Promise<ListenedEvent[]> {
  return sql.rows(nextEvents, [listener.id, endpointId ?? null, now])
}

export type ForwardNeeds = {
  db: Sql
  /** Dates the signature and the record of the forward. */
  wallClock: Clock
  secrets: Secrets
  outbound: Outbound
}

/** Sends one event to `url` with a fresh signature. The caller retries if the handler is failing (`isRetryable`). */
export async function forward(
  { secrets, wallClock, outbound }: Omit<ForwardNeeds, 'db'>,
  event: ListenedEvent,
  to: { url: string; merchantId: bigint; attempt: number },
): Promise<Delivery> {
  const headers = attemptHeaders(event, {
    attempt: to.attempt,
    unixSeconds: unixSeconds(wallClock.now()),
    signingSecrets: () => openCallbackSecrets(secrets, to.merchantId, event),
  })
  return outbound.post({ url: to.url, body: event.body, headers })
}

/** Records that the event was forwarded; until this commits it is forwarded again. */
export async function forwarded(
  { db, wallClock }: Pick<ForwardNeeds, 'db' | 'wallClock'>,
  listener: Listener,
  event: ListenedEvent,
  status: number | null,
): Promise<void> {
  await db.rows(recordForwarded, [listener.id, event.id, status, wallClock.now()])
}

/** The handler is unreachable or failing, so the event is retried. */
export function isRetryable(delivery: Delivery): boolean {
  return delivery.kind === 'failed' || delivery.status >= 500 || delivery.status === 429
}
