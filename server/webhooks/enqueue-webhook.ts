// The outbox: news is written in the transaction that changes the state it tells of.
import { newId } from '../kernel/id.ts'
import { statement, type Tx } from '../platform/database/database.ts'
import { traceHeaders } from '../platform/observability/telemetry.ts'
import { countCreatedDeliveries } from './delivery/counts.ts'

export type WebhookEvent = {
  merchantId: bigint
  environment: string
  /** What it is about; events of one subject are delivered in order. */
  subject: string
  eventType: string
  /** The same news written twice is one event. */
  dedupeKey: string
  url: string
  signed: boolean
  body: object
}

const insertEvent = statement(
  'insert_webhook_event',
  `with made as (
     insert into webhook_event (event_id, merchant_id, environment, subject, event_type, dedupe_key, url, endpoint, signed,
                                body, next_attempt_at, created_at, trace)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, nullif($12::jsonb, '{}')) on conflict (dedupe_key) do nothing
     returning merchant_id, environment, created_at)
   ${countCreatedDeliveries('made')}`,
)

/** Merchant, scheme, host and port: what is isolated from the others and has a breaker of its own. */
export function endpointOf(merchantId: bigint, url: string): string {
  return `${merchantId} ${new URL(url).origin}`
}

/** Writes the event; its bytes are made here, once, and stay the same over all attempts. */
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
