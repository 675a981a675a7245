// Forwards a sandbox merchant's events to a developer's machine, beside their real delivery. What was forwarded is
// written down after the answer, so that neither a restart here nor there loses an event; one may come twice.

import { type Sql, statement } from '../../platform/database/database.ts'
import type { Delivery, Outbound } from '../../platform/network/outbound.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { type Clock, unixSeconds } from '../../platform/time/clock.ts'
import { attemptHeaders } from '../sign.ts'

export type Listener = { id: bigint; since: Temporal.Instant; waiting: bigint }

const openOne = statement<Listener>(
  'open_webhook_listener',
  `with opened as (
     insert into webhook_listener (merchant_id, name, since) values ($1, $2, coalesce($4::timestamptz, $3))
     on conflict (merchant_id, name) do update set since = coalesce($4::timestamptz, webhook_listener.since)
     returning id, merchant_id, since)
   select o.id, o.since, (select count(*) from webhook_event e
                           where e.merchant_id = o.merchant_id and e.environment = 'sandbox' and e.created_at >= o.since
                             and not exists (select from webhook_forward f
                                              where f.listener_id = o.id and f.event_id = e.id)) as waiting
     from opened o`,
)

/**
 * @param from.since events from here on; without it, from where the listener of this name stopped, or from now.
 * @returns how many wait already.
 */
export async function openListener(
  sql: Sql,
  from: { merchantId: bigint; name: string; now: Temporal.Instant; since?: Temporal.Instant | undefined },
): Promise<Listener> {
  const [listener] = await sql.rows(openOne, [from.merchantId, from.name, from.now, from.since ?? null])
  return listener as Listener
}

export type ListenedEvent = {
  id: bigint
  event_id: string
  event_type: string
  subject: string
  signed: boolean
  body: string
  callback_secret_sealed: Buffer
}

/** In the order they were announced; not by a mark that moves on, because a commit may come late. */
const nextEvents = statement<ListenedEvent>(
  'next_events_of_listener',
  `select e.id, e.event_id, e.event_type, e.subject, e.signed, e.body, m.callback_secret_sealed
     from webhook_listener l
     join merchant m on m.id = l.merchant_id
     join webhook_event e on e.merchant_id = l.merchant_id and e.environment = 'sandbox' and e.created_at >= l.since
    where l.id = $1 and not exists (select from webhook_forward f where f.listener_id = l.id and f.event_id = e.id)
    order by e.created_at, e.id limit 50`,
)

const noteForwarded = statement(
  'note_forwarded_event',
  `insert into webhook_forward (listener_id, event_id, http_status, forwarded_at) values ($1, $2, $3, $4)
   on conflict (listener_id, event_id) do update set http_status = excluded.http_status`,
)

export function eventsToForward(sql: Sql, listener: Listener): Promise<ListenedEvent[]> {
  return sql.rows(nextEvents, [listener.id])
}

export type ForwardNeeds = {
  db: Sql
  /** Dates the signature and the note. */
  wallClock: Clock
  secrets: Secrets
  outbound: Outbound
  secretContext: (merchantId: bigint) => string
}

/** Sends one event to `url`, signed now; an answer of any status is the end of it, unless the handler is failing. */
export async function forward(
  { secrets, wallClock, outbound, secretContext }: Omit<ForwardNeeds, 'db'>,
  event: ListenedEvent,
  to: { url: string; merchantId: bigint; attempt: number },
): Promise<Delivery> {
  const headers = attemptHeaders(event, {
    attempt: to.attempt,
    unixSeconds: unixSeconds(wallClock.now()),
    secret: () => secrets.open(event.callback_secret_sealed, secretContext(to.merchantId)),
  })
  return outbound.post({ url: to.url, body: event.body, headers })
}

/** Until this is committed the event is forwarded again. */
export async function forwarded(
  { db, wallClock }: Pick<ForwardNeeds, 'db' | 'wallClock'>,
  listener: Listener,
  event: ListenedEvent,
  status: number | null,
): Promise<void> {
  await db.rows(noteForwarded, [listener.id, event.id, status, wallClock.now()])
}

/** The handler is not there, or cannot at the moment: the event waits for it. */
export function isRetryable(delivery: Delivery): boolean {
  return delivery.kind === 'failed' || delivery.status >= 500 || delivery.status === 429
}
