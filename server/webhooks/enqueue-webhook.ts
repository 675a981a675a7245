// The webhook outbox: an event is written in the same transaction as the state change it reports.
import { newIdIn } from '../kernel/id.ts'
import { statement, type Tx } from '../platform/database/database.ts'
import { countChange } from '../platform/database/day-count.ts'
import { traceHeaders } from '../platform/process/telemetry.ts'

/** Counts the events that the statement part `rows` has inserted. */
function countCreatedDeliveries(rows: string): string {
  return countChange('delivery', rows, { after: { status: "'PENDING'", kind: 'r.event_type' } })
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
  url: string
  signed: boolean
  body: object
  /** Headers that only some events have. They are not signed. */
  headers?: Record<string, string>
}

// guard: webhook-deduplication
const insertEvent = statement(
  'insert_webhook_event',
  `with made as (
     insert into webhook_event (event_id, merchant_id, environment, subject, event_type, dedupe_key, url, endpoint, signed,
                                body, next_attempt_at, created_at, trace, headers)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, nullif($12::jsonb, '{}'), $13::jsonb) on conflict (dedupe_key) do nothing
     returning merchant_id, environment, event_type, created_at)
   ${countCreatedDeliveries('made')}`,
)

/** The fields of `eventRow` in SQL, to read them from JSON. */
export const eventColumns = `event_id uuid, merchant_id bigint, environment text, subject text, event_type text,
  dedupe_key text, url text, endpoint text, signed boolean, body text, created_at timestamptz, trace jsonb, headers jsonb`

/** Inserts the events that the part `rows` returns, and returns what is needed to count them. */
// guard: batch-webhook-deduplication
const insertNewEvents = (rows: string): string => `
  insert into webhook_event (event_id, merchant_id, environment, subject, event_type, dedupe_key, url, endpoint, signed,
                             body, next_attempt_at, created_at, trace, headers)
  select event_id, merchant_id, environment, subject, event_type, dedupe_key, url, endpoint, signed,
         body, created_at, created_at, nullif(trace, '{}'), headers
    from ${rows} on conflict (dedupe_key) do nothing
  returning merchant_id, environment, event_type, created_at`

/**
 * SQL: two parts that insert and count the events of the part `rows`, for the statement that makes the changes they
 * report.
 */
export const insertEvents = (rows: string): string =>
  `notified as (${insertNewEvents(rows)}), announced as (${countCreatedDeliveries('notified')})`

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
    endpoint: endpointOf(event.merchantId, event.url),
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
   ), made as (${insertNewEvents('sent')})
   ${countCreatedDeliveries('made')}`,
)

/** Stores several events by one statement. */
export async function enqueueWebhooks(sql: Tx, events: readonly EventRow[]): Promise<void> {
  if (events.length > 0) await sql.rows(insertMany, [JSON.stringify(events)])
}

/** Merchant, scheme, host and port: the unit that has its own breaker and cannot delay others. */
export function endpointOf(merchantId: bigint, url: string): string {
  return `${merchantId} ${new URL(url).origin}`
}

/** Stores the event. Its body is serialized here once, so that all attempts send the same bytes. */
export async function enqueueWebhook(sql: Tx, event: WebhookEvent, now: Temporal.Instant): Promise<void> {
  await sql.rows(insertEvent, [
    newIdIn(sql.cell),
    event.merchantId,
    event.environment,
    event.subject,
    event.eventType,
    event.dedupeKey,
    event.url,
    endpointOf(event.merchantId, event.url),
    event.signed,
    JSON.stringify(event.body),
    now,
    JSON.stringify(traceHeaders()),
    event.headers ? JSON.stringify(event.headers) : null,
  ])
}
