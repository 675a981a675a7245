// The webhook outbox: an event is written in the same transaction as the state change it reports.
import { newId } from '../kernel/id.ts'
import { statement, type Tx } from '../platform/database/database.ts'
import { traceHeaders } from '../platform/observability/telemetry.ts'
import { countCreatedDeliveries } from './delivery/counts.ts'

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
}

// guard: webhook-deduplication
const insertEvent = statement(
  'insert_webhook_event',
  `with made as (
     insert into webhook_event (event_id, merchant_id, environment, subject, event_type, dedupe_key, url, endpoint, signed,
                                body, next_attempt_at, created_at, trace)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, nullif($12::jsonb, '{}')) on conflict (dedupe_key) do nothing
     returning merchant_id, environment, created_at)
   ${countCreatedDeliveries('made')}`,
)

/** Merchant, scheme, host and port: the unit that has its own breaker and cannot delay others. */
export function endpointOf(merchantId: bigint, url: string): string {
  return `${merchantId} ${new URL(url).origin}`
}

/** Stores the event. Its body is serialized here once, so that all attempts send the same bytes. */
export async function enqueueWebhook(sql: Tx, event: WebhookEvent, now: Temporal.Instant): Promise<void> {
  await sql.rows(insertEvent, [
    newId(),
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
  ])
}
