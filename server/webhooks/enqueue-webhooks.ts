// Stores many events in the webhook outbox with one statement, where one transaction records several outcomes.
import { newId } from '../kernel/id.ts'
import { statement, type Tx } from '../platform/database/database.ts'
import { traceHeaders } from '../platform/observability/telemetry.ts'
import { countCreatedDeliveries } from './delivery/counts.ts'
import { endpointOf, type WebhookEvent } from './enqueue-webhook.ts'

// guard: webhook-batch-deduplication
const insertEvents = statement(
  'insert_webhook_events',
  `with made as (
     insert into webhook_event (event_id, merchant_id, environment, subject, event_type, dedupe_key, url, endpoint, signed,
                                body, next_attempt_at, created_at, trace)
     select event_id, merchant_id, environment, subject, event_type, dedupe_key, url, endpoint, signed, body, $2, $2,
            nullif($3::jsonb, '{}')
       from json_to_recordset($1) as e (
         position integer, event_id uuid, merchant_id bigint, environment text, subject text, event_type text,
         dedupe_key text, url text, endpoint text, signed boolean, body text)
      order by position
     on conflict (dedupe_key) do nothing
     returning merchant_id, environment, created_at)
   ${countCreatedDeliveries('made')}`,
)

/**
 * Stores events as `enqueueWebhook` does, in order, so that those of one subject are delivered in this order. An event
 * whose key is already stored, or named twice, is stored once.
 */
export async function enqueueWebhooks(
  sql: Tx,
  events: readonly WebhookEvent[],
  now: Temporal.Instant,
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((event, position) => ({
    position,
    event_id: newId(),
    merchant_id: String(event.merchantId),
    environment: event.environment,
    subject: event.subject,
    event_type: event.eventType,
    dedupe_key: event.dedupeKey,
    url: event.url,
    endpoint: endpointOf(event.merchantId, event.url),
    signed: event.signed,
    body: JSON.stringify(event.body),
  }))
  await sql.rows(insertEvents, [JSON.stringify(rows), now, JSON.stringify(traceHeaders())])
}
