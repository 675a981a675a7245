// Payers of a link in parts who want to be reminded of its next due dates. They say so with the form of a payment, so that nobody
// can have reminders sent to an address without paying.
import type { Language } from '../../../kernel/language.ts'
import { type Sql, statement } from '../../../platform/database/database.ts'
import type { OpenLinkRow } from '../queries.ts'
import { firstReminder } from './due-dates.ts'

/** Whether the form of a link offers reminders: a due date lies ahead, and the merchant's payers get emails. */
// guard: offered-reminder
export const offersReminders = (link: OpenLinkRow, now: Temporal.Instant): boolean =>
  link.payer_receipts && firstReminder(link, now) !== undefined

const insert = statement(
  'insert_link_reminder',
  `insert into link_reminder (transaction_id, payment_link_id, language, next_at)
   select t.id, t.payment_link_id, $2, $3 from card_transaction t where t.transaction_uuid = $1 on conflict do nothing`,
)

/** Records that the payer of a payment wants reminders, in the language of the form. They begin once it has been paid. */
export async function wantReminders(
  sql: Sql,
  link: OpenLinkRow,
  { transactionUuid, language, now }: { transactionUuid: string; language: Language; now: Temporal.Instant },
): Promise<void> {
  const first = firstReminder(link, now)
  if (first && link.payer_receipts) await sql.rows(insert, [transactionUuid, language, first.at])
}
