// Retention of webhook bodies, which repeat what their payment or transfer says. The events stay, with their attempts.
import { erasableKind, type ScannedRow } from '../admin/retention/kind.ts'
import { type Sql, statement } from '../platform/database/database.ts'

// guard: retention-ended-webhooks
const isDue = `e.state <> 'PENDING' and e.created_at <= $1 and e.body <> '{}'`
const scanBodies = statement<ScannedRow>(
  'scan_webhooks_for_retention',
  `select e.id, e.created_at as at, ${isDue} as is_due, e.body = '{}' as is_erased
     from webhook_event e where e.id > $2 order by e.id limit $3`,
)
const eraseBodies = statement<{ id: bigint }>(
  'erase_webhook_bodies_past_retention',
  `with gone as (
     update webhook_event e set body = '{}' where e.id = any($2::bigint[]) and ${isDue} returning e.id
   ), replies as (
     update webhook_attempt a set response_head = '' from gone where a.event_id = gone.id)
   select id from gone order by id`,
)

export const webhookRetention = erasableKind('webhook_bodies', scanBodies, eraseBodies, {
  recordsTime: false,
})

const eraseBodiesOf = statement(
  'erase_webhook_bodies',
  `with erased as (
     update webhook_event set body = '{}'
      where subject = any($1::text[]) and subject like 'transfer:%' and state <> 'PENDING' returning id)
   update webhook_attempt a set response_head = '' from erased where a.event_id = erased.id`,
)

/** @param subjects of transfers, as `transfer:<id>`. */
export async function eraseWebhookBodies(sql: Sql, subjects: readonly string[]): Promise<void> {
  await sql.rows(eraseBodiesOf, [subjects])
}
