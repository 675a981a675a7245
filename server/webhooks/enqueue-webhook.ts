// The webhook outbox: an event is written in the same transaction as the state change it reports, and so are its copies for the merchant's
// further endpoints.
import { newIdIn } from '../kernel/id.ts'
import { statement, type Tx } from '../platform/database/database.ts'
import { countChange } from '../platform/database/day-count.ts'
import { traceHeaders } from '../platform/process/telemetry.ts'

/** Counts the deliveries that the statement parts have inserted. An event without an address is none. */
function countCreatedDeliveries(parts: readonly string[]): string {
  const created = parts.map(
    (part) => `select merchant_id, environment, event_type, created_at from ${part} where url is not null`,
  )
  const after = { status: "'PENDING'", kind: 'r.event_type' }
  return countChange('delivery', `(${created.join(' union all ')})`, { after })
}

/** Counts the events whose state the statement part `rows` has changed. @param from SQL for the previous state. */
export function countMovedDeliveries(rows: string, from: string): string {
  return countChange('delivery', rows, {
    before: { status: from, kind: 'r.event_type' },
    after: { status: 'r.state', kind: 'r.event_type' },
  })
}

export type WebhookEvent = {
  merchantId: bigint
  environment: string
  /** The payment or transfer the event is about; events of one subject are delivered in order. */
  subject: string
  eventType: string
  /** An event with a key that is already stored is not stored again. */
  dedupeKey: string
  /** Null if the merchant has no address for the event: it is only in the feed and copied. */
  url: string | null
  signed: boolean
  body: object
  /** Headers that only some events have. They are not signed. */
  headers?: Record<string, string>
}

/** The fields of `eventRow` in SQL, to read them from JSON. */
export const eventColumns = `event_id uuid, merchant_id bigint, environment text, subject text, event_type text,
  dedupe_key text, url text, endpoint text, signed boolean, body text, created_at timestamptz, trace jsonb, headers jsonb`

const columns = `event_id, merchant_id, environment, subject, event_type, dedupe_key, url, endpoint, signed, body, created_at,
  trace, headers`

/** Inserts the events that the part `rows` returns, and returns them. */
// guard: batch-webhook-deduplication
const insertNewEvents = (rows: string): string => `
  insert into webhook_event (${columns}, state, next_attempt_at)
  select event_id, merchant_id, environment, subject, event_type, dedupe_key, url, endpoint, signed, body, created_at,
         nullif(trace, '{}'), headers, case when url is null then 'STORED' else 'PENDING' end,
         case when url is not null then created_at end
    from ${rows} on conflict (dedupe_key) do nothing
  returning ${columns}`

/** The id of the delivery of a copy: it begins like that of the event and ends with its cell. */
const copyId = `(left(e.event_id::text, 24) || left(encode(sha256((e.event_id::text || w.id)::bytea), 'hex'), 10)
  || right(e.event_id::text, 2))::uuid`

/** Copies the inserted events of the part `events` for the endpoints of their merchants. All copies are signed. */
// guard: endpoint-copies
const insertCopies = (events: string): string => `
  insert into webhook_event (${columns}, endpoint_id, copy_id, next_attempt_at)
  select e.event_id, e.merchant_id, e.environment, e.subject, e.event_type, e.dedupe_key || ' ' || w.id, w.url, w.breaker, true, e.body,
         e.created_at, e.trace, e.headers, w.id, ${copyId}, e.created_at
    from ${events} e join webhook_endpoint w on w.merchant_id = e.merchant_id and w.deleted_at is null
     and w.is_enabled and e.event_type = any(w.events)
  returning merchant_id, environment, event_type, created_at, url`

const insertWithCopies = (rows: string): string =>
  `notified as (${insertNewEvents(rows)}), copied as (${insertCopies('notified')})`
const countInserted = countCreatedDeliveries(['notified', 'copied'])

/**
 * SQL: the parts that insert the events of the part `rows` with their copies and count them, for the statement that makes the changes
 * they report.
 */
export const insertEvents = (rows: string): string =>
  `${insertWithCopies(rows)}, announced as (${countInserted})`

export type EventRow = ReturnType<typeof eventRow>

/**
 * The event as a row of JSON with `eventColumns`.
 * @param trace the headers of the request that the event belongs to, which in a batch is not always the current one.
 */
export function eventRow(
  event: WebhookEvent,
  { cell, now }: { cell: number; now: Temporal.Instant },
  trace = traceHeaders(),
) {
  return {
    event_id: newIdIn(cell),
    merchant_id: String(event.merchantId),
    environment: event.environment,
    subject: event.subject,
    event_type: event.eventType,
    dedupe_key: event.dedupeKey,
    url: event.url,
    endpoint: event.url === null ? null : endpointOf(event.merchantId, event.url),
    signed: event.signed,
    body: JSON.stringify(event.body),
    created_at: now.toString(),
    trace,
    headers: event.headers,
  }
}

const insertMany = statement(
  'insert_webhook_events',
  `with sent as materialized (select * from json_to_recordset($1) as e (${eventColumns})
   ), ${insertWithCopies('sent')}
   ${countInserted}`,
)

/** Stores several events by one statement. */
export async function enqueueWebhooks(sql: Tx, events: readonly EventRow[]): Promise<void> {
  if (events.length > 0) await sql.rows(insertMany, [JSON.stringify(events)])
}

/**
 * Merchant, scheme, host and port: the unit that has its own breaker and cannot delay others.
 * @param endpointId of a further endpoint, which has its own.
 */
export function endpointOf(merchantId: bigint, url: string, endpointId?: string): string {
  const { origin } = new URL(url)
  // guard: endpoint-breaker
  return [merchantId, origin, ...(endpointId === undefined ? [] : [endpointId])].join(' ')
}

/** Stores the event. Its body is serialized here once, so that all attempts send the same bytes. */
export async function enqueueWebhook(sql: Tx, event: WebhookEvent, now: Temporal.Instant): Promise<void> {
  await enqueueWebhooks(sql, [eventRow(event, { cell: sql.cell, now })])
}
