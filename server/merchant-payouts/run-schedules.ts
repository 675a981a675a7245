// Creates scheduled payouts: at the start of a UTC day, one per merchant and currency, of everything that is available. The
// reference names the day, so a second run of the same day creates nothing.
import { lockFunds } from '../balances/lock-balance.ts'
import type { Environment } from '../kernel/environment.ts'
import type { LocalCurrency } from '../kernel/money.ts'
import { Problem } from '../kernel/problem.ts'
import { type Database, statement, type Tx } from '../platform/database/database.ts'
import type { Log } from '../platform/process/log.ts'
import type { Clock } from '../platform/time/clock.ts'
import { destinationForPayout, isUsable } from './destinations/queries.ts'
import { createWithin, payable } from './payouts/create-payout.ts'
import { feeOf, type PayoutRules } from './rules.ts'
import { type Interval, nextRun, today } from './schedule.ts'

type ScheduleNeeds = { db: Database; clock: Clock; log: Log; rules: PayoutRules; wake: () => void }

type Due = {
  merchant_id: bigint
  environment: Environment
  currency: LocalCurrency
  interval: Interval
  minimum_minor: bigint
  destination: string
}

const atOnce = 50
const retryMinutes = 10

const findDue = statement<Pick<Due, 'merchant_id' | 'environment' | 'currency'>>(
  'find_due_payout_schedules',
  `select s.merchant_id, s.environment, s.currency from payout_schedule s
     join merchant m on m.id = s.merchant_id and m.status = 'active'
    where s.next_run_on <= $1::date and (s.retry_at is null or s.retry_at <= $2)
    order by s.next_run_on limit ${atOnce}`,
)
const lockDue = statement<Due>(
  'lock_due_payout_schedule',
  `select s.merchant_id, s.environment, s.currency, s.interval, s.minimum_minor, d.public_id as destination
     from payout_schedule s join payout_destination d on d.id = s.destination_id
    where s.merchant_id = $1 and s.environment = $2 and s.currency = $3 and s.next_run_on <= $4::date
      for update of s skip locked`,
)
const advance = statement(
  'advance_payout_schedule',
  `update payout_schedule set next_run_on = $4, retry_at = null where merchant_id = $1 and environment = $2 and currency = $3`,
)
const postpone = statement(
  'postpone_payout_schedule',
  `update payout_schedule set retry_at = $4 where merchant_id = $1 and environment = $2 and currency = $3`,
)

/**
 * Runs due schedules; those of suspended merchants wait. One that fails is due again after a pause, so that it holds up no other
 * however many fail. Returns whether there may be more.
 */
export async function runPayoutSchedules(needs: ScheduleNeeds): Promise<boolean> {
  const now = needs.clock.now()
  const day = today(now)
  const found = await needs.db.rows(findDue, [day.toString(), now])
  let failed = 0
  for (const { merchant_id, environment, currency } of found) {
    const key = [merchant_id, environment, currency]
    try {
      await needs.db.transaction(async (sql) => {
        const [due] = await sql.rows(lockDue, [...key, day.toString()])
        if (!due) return
        await payOut(sql, needs, due, day)
        await sql.rows(advance, [...key, nextRun(due.interval, day)?.toString() ?? null])
      })
    } catch (error) {
      failed += 1
      const reason = `merchant ${merchant_id}, ${environment}, ${currency}`
      needs.log.error('scheduled payout failed', { error, reason })
      // guard: failing-payout-schedule
      await needs.db.rows(postpone, [...key, now.add({ minutes: retryMinutes })])
    }
  }
  if (found.length > failed) needs.wake()
  return found.length === atOnce
}

async function payOut(sql: Tx, needs: ScheduleNeeds, due: Due, day: Temporal.PlainDate): Promise<void> {
  const { merchant_id: merchantId, environment, currency, destination: publicId } = due
  const owner = { merchantId, environment }
  const destination = await destinationForPayout(sql, owner, publicId)
  const { available } = await lockFunds(sql, { ...owner, currency })
  if (!destination || !isUsable(destination, needs.clock.now())) return
  const { type } = destination
  const amount = payable(available, feeOf(needs.rules, type, currency), { type, currency })
  if (amount.minor === 0n || amount.minor < due.minimum_minor) return
  const reference = `auto-${day}-${currency}`
  try {
    await createWithin(
      sql,
      needs,
      { ...owner, name: 'schedule' },
      { amount, destination: publicId, reference },
    )
  } catch (error) {
    // The merchant used this reference itself, or the schedule ran already.
    if (!(error instanceof Problem)) throw error
    needs.log.warn('scheduled payout refused', { reason: `${reference}: ${error.logged}` })
  }
}
