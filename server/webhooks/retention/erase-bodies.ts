// Empties the stored bodies of webhooks whose payment or transfer is past its retention. The events stay, so that counts do.
import { type Sql, statement } from '../../platform/database/database.ts'

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
