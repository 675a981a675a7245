// What a merchant sees of the deliveries to it, and sending one again.
import { type Clock, zonelessMicrosecond } from '../platform/clock.ts'
import { type Database, type Sql, statement } from '../platform/database.ts'

type DeliveryState = 'PENDING' | 'DELIVERED' | 'FAILED' | 'DEAD'

export type DeliveryView = {
  id: number
  event_id: string
  event_type: string
  url: string
  status: DeliveryState
  attempts: { at: string; http_status: number | null; error: string | null; duration_ms: number }[]
  next_attempt_at: string | null
  created_at: string
}

type EventRow = Omit<DeliveryView, 'id' | 'attempts' | 'next_attempt_at' | 'created_at'> & {
  id: bigint
  next_attempt_at: Temporal.Instant | null
  created_at: Temporal.Instant
}
type AttemptRow = {
  event_id: bigint
  at: Temporal.Instant
  http_status: number | null
  error: string | null
  duration_ms: number
}

const listEvents = statement<EventRow>(
  'list_webhook_events',
  `select id, event_id, event_type, url, state as status, next_attempt_at, created_at from webhook_event
    where merchant_id = $1 order by id desc limit $2 offset $3`,
)
const countEvents = statement<{ total: bigint }>(
  'count_webhook_events',
  'select count(*) as total from webhook_event where merchant_id = $1',
)
const listAttempts = statement<AttemptRow>(
  'list_webhook_attempts',
  `select event_id, at, http_status, error, duration_ms from webhook_attempt
    where event_id = any($1::bigint[]) order by event_id, number`,
)

/** Newest first, each with its attempts, oldest first. @param range.offset how many to leave out. */
export async function listDeliveries(
  db: Database,
  merchantId: bigint,
  range: { limit: number; offset: number },
): Promise<{ items: DeliveryView[]; total: number }> {
  const events = await db.rows(listEvents, [merchantId, range.limit, range.offset])
  const attempts = Map.groupBy(
    await db.rows(listAttempts, [events.map(({ id }) => id)]),
    ({ event_id }) => event_id,
  )
  const [counted] = await db.rows(countEvents, [merchantId])
  const items = events.map((event) => ({
    ...event,
    id: Number(event.id),
    attempts: (attempts.get(event.id) ?? []).map(({ event_id: _, at, ...facts }) => ({
      at: zonelessMicrosecond(at),
      ...facts,
    })),
    next_attempt_at: event.next_attempt_at && zonelessMicrosecond(event.next_attempt_at),
    created_at: zonelessMicrosecond(event.created_at),
  }))
  return { items, total: Number(counted?.total) }
}

const resendEvent = statement<{ resent: boolean }>(
  'resend_webhook_event',
  `with found as (
     select id from webhook_event where id = $1 and merchant_id = $2
   ), resent as (
     update webhook_event
        set state = 'PENDING', attempts_before = case when state = 'PENDING' then attempts_before else attempts end,
            crashes = 0, next_attempt_at = least(next_attempt_at, $3::timestamptz), finished_at = null
      where id in (select id from found) and lease_token is null
     returning id
   )
   select exists (select from resent) as resent from found`,
)

/**
 * Puts a finished event, whatever its end, back into the outbox: the same id and bytes, a schedule from its beginning.
 * The numbers of its attempts go on. One that waits for its next attempt need not wait any longer; one that is being
 * sent just now stays as it is.
 */
export async function resend(
  { db, clock }: { db: Sql; clock: Clock },
  { merchantId, id }: { merchantId: bigint; id: bigint },
): Promise<'resent' | 'under_way' | 'unknown'> {
  const [row] = await db.rows(resendEvent, [id, merchantId, clock.now()])
  if (!row) return 'unknown'
  return row.resent ? 'resent' : 'under_way'
}
