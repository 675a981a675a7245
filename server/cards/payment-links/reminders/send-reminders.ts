// Sends reminders of due dates to the payers who asked for them, while the sum of the date is not paid.
import type { Language } from '../../../kernel/language.ts'
import { money } from '../../../kernel/money.ts'
import { enqueueMessages, type NewMessage } from '../../../messages/enqueue-message.ts'
import { dueReminder } from '../../../messages/texts/reminders.ts'
import { type Database, statement, type Tx } from '../../../platform/database/database.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { linkAddress, statusAt } from '../../transaction/payment-link.ts'
import { missingUntil } from '../parts.ts'
import type { LinkRow } from '../queries.ts'
import { type Reminder, remindersAt } from './due-dates.ts'

const atOnce = 100

/** A payment without an outcome keeps its reminders until it has one. */
// guard: reminder-of-pending-payment
const findDue = statement<{ transaction_id: bigint }>(
  'find_due_link_reminders',
  `select r.transaction_id from link_reminder r join card_transaction t on t.id = r.transaction_id
    where r.next_at <= $1 and t.status <> 'PENDING' order by r.next_at limit ${atOnce}`,
)

type WantedReminder = Pick<
  LinkRow,
  | 'code'
  | 'status'
  | 'expires_at'
  | 'currency'
  | 'amount_minor'
  | 'paid_minor'
  | 'schedule'
  | 'merchant_reference'
> & {
  transaction_id: bigint
  language: Language
  bill_to_email: string
  is_paid: boolean
  next_at: Temporal.Instant
  merchant_id: bigint
  environment: NewMessage['environment']
  merchant_name: string
  time_zone: string
  payer_receipts: boolean
  /** Whether the merchant has gone live and left the link behind, or is suspended. */
  is_closed: boolean
}
const lockDue = statement<WantedReminder>(
  'lock_due_link_reminder',
  `select r.transaction_id, r.language, r.next_at, t.bill_to_email, t.status in ('SUCCESS', 'PARTIALLY_REFUNDED') as is_paid,
          l.code, l.status, l.expires_at, l.currency, l.amount_minor, l.paid_minor, l.schedule,
          l.merchant_reference, l.merchant_id, l.environment, m.name as merchant_name, m.time_zone, m.payer_receipts,
          m.environment <> l.environment or m.status = 'suspended' as is_closed
     from link_reminder r join card_transaction t on t.id = r.transaction_id join payment_link l on l.id = r.payment_link_id
     join merchant m on m.id = l.merchant_id
    where r.transaction_id = $1 and r.next_at <= $2 for no key update of r skip locked`,
)
const postpone = statement(
  'postpone_link_reminder',
  'update link_reminder set next_at = $2 where transaction_id = $1',
)
const forget = statement('delete_link_reminder', 'delete from link_reminder where transaction_id = $1')

type ReminderNeeds = { db: Database; clock: Clock; wake: () => void }

/** Returns true when more may be due. */
export async function remindPayers({ db, clock, wake }: ReminderNeeds): Promise<boolean> {
  const now = clock.now()
  const due = await db.rows(findDue, [now])
  for (const { transaction_id } of due) await db.transaction((sql) => remind(sql, transaction_id, now))
  if (due.length > 0) wake()
  return due.length === atOnce
}

async function remind(sql: Tx, transactionId: bigint, now: Temporal.Instant): Promise<void> {
  const [wanted] = await sql.rows(lockDue, [transactionId, now])
  if (!wanted) return
  const { due, next } = remindersAt(wanted, now)
  const messages = due.flatMap((reminder) => reminderOf(wanted, reminder, now) ?? [])
  await enqueueMessages(sql, messages, now)
  const isOver = isClosed(wanted, now) || !wanted.is_paid
  // guard: ended-link-reminder
  if (isOver || !next) await sql.rows(forget, [transactionId])
  else await sql.rows(postpone, [transactionId, next.at])
}

/** For good; a link that is paid in full may be opened again by a refund. */
function isClosed(wanted: WantedReminder, now: Temporal.Instant): boolean {
  const status = statusAt(wanted, now)
  return status === 'CANCELLED' || status === 'EXPIRED'
}

/** The message to the payer; undefined if there is nothing to remind of. */
function reminderOf(
  wanted: WantedReminder,
  reminder: Reminder,
  now: Temporal.Instant,
): NewMessage | undefined {
  const { code, currency, language, amount_minor, paid_minor } = wanted
  const missing = missingUntil(wanted, reminder.due_on)
  const takesPayments = statusAt(wanted, now) === 'ACTIVE' && !wanted.is_closed
  // guard: reminder-of-unpaid-date
  if (!wanted.is_paid || !takesPayments || missing <= 0n) return undefined
  // guard: wanted-reminder
  if (!wanted.payer_receipts || wanted.bill_to_email === '') return undefined
  const facts = {
    merchant: wanted.merchant_name,
    reference: wanted.merchant_reference,
    missing: money(missing, currency),
    remaining: money((amount_minor ?? 0n) - paid_minor, currency),
    dueOn: Temporal.PlainDate.from(reminder.due_on),
    isOverdue: reminder.isOverdue,
    path: linkAddress('', code),
  }
  const reader = { language, timeZone: wanted.time_zone, isTest: wanted.environment === 'sandbox' }
  return {
    ...{
      environment: wanted.environment,
      merchantId: wanted.merchant_id,
      audience: 'payer',
      kind: 'link_reminder',
    },
    ...{ channel: 'email', address: wanted.bill_to_email, language, content: dueReminder(facts, reader) },
    // A payer of several parts is reminded once of each date.
    fact: `link_reminder:${code}:${reminder.due_on}:${reminder.isOverdue ? 'after' : 'before'}`,
  }
}
