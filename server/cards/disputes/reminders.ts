// Reminds merchants of disputes without evidence, three days and one day before the deadline. Passing it changes nothing here:
// the gateway decides.
import { type Database, statement } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { lockedTransaction } from '../transaction/queries.ts'
import { alertOfDispute, enqueueDisputeEvent } from './notices.ts'
import { type DisputeRow, disputeColumns, lockDispute, recordInHistory } from './queries.ts'

/** Days before the deadline. */
const reminders = [3, 1] as const
const atOnce = 100

/** Disputes whose next reminder is due. One whose deadline has passed is not reminded of. */
const findDue = statement<Pick<DisputeRow, 'id' | 'transaction_id'>>(
  'find_disputes_to_remind',
  `select id, transaction_id from card_dispute
    where state = 'OPEN' and respond_by > $1
      and (respond_by <= $1::timestamptz + interval '${reminders[0]} days' and reminded_days is null
           or respond_by <= $1::timestamptz + interval '${reminders[1]} day' and reminded_days > ${reminders[1]})
    order by respond_by limit ${atOnce}`,
)
// guard: dispute-reminder-once
const markReminded = statement<DisputeRow>(
  'mark_dispute_reminded',
  `update card_dispute d set reminded_days = $2
    where d.id = $1 and d.state = 'OPEN' and d.reminded_days is distinct from $2 returning ${disputeColumns}`,
)

type ReminderNeeds = { db: Database; clock: Clock; wake: () => void }

/** Returns true when more may be due. */
export async function remindOfDeadlines({ db, clock, wake }: ReminderNeeds): Promise<boolean> {
  const now = clock.now()
  const due = await db.rows(findDue, [now])
  for (const { id, transaction_id } of due) await remind(db, id, transaction_id, now)
  if (due.length > 0) wake()
  return due.length === atOnce
}

async function remind(db: Database, id: bigint, transactionId: bigint, at: Temporal.Instant): Promise<void> {
  await db.transaction(async (sql) => {
    const transaction = await lockedTransaction(sql, transactionId)
    const [locked] = await sql.rows(lockDispute, [id])
    const days = daysLeft(locked?.respond_by ?? null, at)
    if (days === undefined) return
    const [dispute] = await sql.rows(markReminded, [id, days])
    if (!dispute) return
    await recordInHistory(sql, dispute, 'reminded', { actor: 'likuta', at })
    await enqueueDisputeEvent(sql, { dispute, transaction, event: 'reminded', at })
    await alertOfDispute(sql, { dispute, transaction, at, daysLeft: days })
  })
}

/** Which reminder is due at this time: the last one, if there was no time for the one before. */
function daysLeft(respondBy: Temporal.Instant | null, now: Temporal.Instant): number | undefined {
  if (respondBy === null) return undefined
  const isWithin = (days: number) => Temporal.Instant.compare(now.add({ hours: 24 * days }), respondBy) >= 0
  return reminders.findLast(isWithin)
}
