// Daily settlements: the totals of a merchant's transfers, closed after the end of the UTC day.

import type { Environment } from '../../kernel/environment.ts'
import { randomCode } from '../../kernel/id.ts'
import { isNoOpenSample } from '../../merchants/identity/sample-merchant.ts'
import { type Database, type Sql, statement, type Tx } from '../../platform/database/database.ts'
import type { Log } from '../../platform/process/log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Filters, Page } from '../http/list-parameters.ts'
import { amountNumber, stamp } from '../transfer/formats.ts'

/** Transactions still being written at midnight are committed by then. */
const graceMinutes = 2
const merchantsAtOnce = 20

type Due = { merchant_id: bigint; environment: Environment; day: string }

/** For each merchant, the oldest ended day with transfers that are not in a settlement yet. */
const findDue = statement<Due>(
  'find_due_settlements',
  `select * from (
   select merchant_id, environment, greatest(min(day), (
            select max(s.day) + 1 from settlement s
             where s.merchant_id = unsettled.merchant_id and s.environment = unsettled.environment and s.closed_at is not null
          ))::text as day from (
     select merchant_id, environment, (completed_at at time zone 'UTC')::date as day from transfer
      where completed_at < $1 and settlement_id is null and status in ('Successful', 'Reversed')
     union
     select merchant_id, environment, (reversed_at at time zone 'UTC')::date from transfer
      where reversed_at < $1 and reversal_settlement_id is null and status = 'Reversed'
   ) unsettled
   group by merchant_id, environment) due
   where due.day::date < ($1::timestamptz at time zone 'UTC')::date and ${isNoOpenSample('due.merchant_id')} order by 3, 1, 2 limit $2`,
)
const openSettlement = statement<{ id: bigint; settlement_id: string }>(
  'open_settlement',
  `insert into settlement (settlement_id, merchant_id, environment, currency, day)
   values ($1, $2, $3, 'USD', $4)
   on conflict (merchant_id, environment, currency, day) do update set day = excluded.day
   where settlement.closed_at is null
   returning id, settlement_id`,
)
/** A closed day is never changed; late transfers are counted on the next open day. */
const firstOpenDay = statement<{ day: string }>(
  'find_first_open_day',
  `select greatest($3::date, coalesce(max(day) + 1, $3::date))::text as day
     from settlement where merchant_id = $1 and environment = $2 and closed_at is not null`,
)
/**
 * Adds some transfers to the settlement, records it on their timelines, and sums them up. A reversal is deducted on the
 * day of the reversal, where it also counts as one entry.
 */
const claimLines = (name: string, mark: string, time: string, statuses: string, sign: string) =>
  statement<{ taken: bigint }>(
    name,
    `with taken as (
       update transfer set ${mark} = $3
        where id in (select id from transfer
                      where merchant_id = $1 and environment = $2 and ${mark} is null and status in (${statuses}) and ${time} < $4
                      limit $5 for update skip locked)
       returning id, receiver_minor, fee_minor
     ), told as (
       insert into transfer_event (transfer_id, at, kind, detail) select id, $6, 'settlement.closed', $7 from taken
     ), summed as (
       select count(*) as taken, coalesce(sum(receiver_minor), 0) as net, coalesce(sum(fee_minor), 0) as fee from taken
     )
     update settlement set count = count + s.taken, net_minor = net_minor ${sign} s.net,
            fee_minor = fee_minor ${sign} s.fee, gross_minor = gross_minor ${sign} (s.net + s.fee)
       from summed s where id = $3 returning s.taken`,
  )
const claimPaid = claimLines(
  'settle_paid_transfers',
  'settlement_id',
  'completed_at',
  `'Successful', 'Reversed'`,
  '+',
)
const claimReversed = claimLines(
  'settle_reversed_transfers',
  'reversal_settlement_id',
  'reversed_at',
  `'Reversed'`,
  '-',
)
const closeSettlement = statement(
  'close_settlement',
  'update settlement set closed_at = $2 where id = $1 and closed_at is null',
)

const transfersAtOnce = 2_000n

type SettlementNeeds = { db: Database; clock: Clock; log: Log }

/** Closes ended days and returns whether there may be more. A failure for one merchant does not affect the others. */
export async function closeSettlements({ db, clock, log }: SettlementNeeds): Promise<boolean> {
  const now = clock.now()
  const today = now.subtract({ minutes: graceMinutes }).toZonedDateTimeISO('UTC').startOfDay().toInstant()
  let progress = false
  for (const due of await db.rows(findDue, [today, merchantsAtOnce])) {
    const closing = db.transaction((sql) => closeInPart(sql, due, today, now))
    const taken = await closing.catch((error) => {
      log.error('settlement closing failed', { error })
      return false
    })
    progress ||= taken
  }
  return progress
}

const findDueOf = statement<{ day: string }>(
  'find_due_settlement_of_merchant',
  `select (completed_at at time zone 'UTC')::date::text as day from transfer
    where merchant_id = $1 and environment = $2 and completed_at < $3 and settlement_id is null
      and status in ('Successful', 'Reversed') order by completed_at limit 1`,
)

/** Closes the last ended day of one merchant if it has transfers, in the transaction of the caller. */
export async function closeSettlementOf(
  sql: Tx,
  { id, environment }: { id: bigint; environment: Environment },
  now: Temporal.Instant,
): Promise<void> {
  const today = now.subtract({ minutes: graceMinutes }).toZonedDateTimeISO('UTC').startOfDay().toInstant()
  const [due] = await sql.rows(findDueOf, [id, environment, today])
  if (due) await closeInPart(sql, { merchant_id: id, environment, day: due.day }, today, now)
}

/** Adds one batch to a settlement and closes it if it is complete. Returns whether there was progress. */
async function closeInPart(
  sql: Sql,
  due: Due,
  today: Temporal.Instant,
  now: Temporal.Instant,
): Promise<boolean> {
  const owner = [due.merchant_id, due.environment]
  const [open] = await sql.rows(firstOpenDay, [...owner, due.day])
  const day = Temporal.PlainDate.from(open?.day ?? due.day)
  const end = day.add({ days: 1 }).toZonedDateTime('UTC').toInstant()
  // A late transfer of a closed day waits until the day it is counted on has ended.
  if (Temporal.Instant.compare(end, today) > 0) return false
  const name = `SET-${day.toString().replaceAll('-', '')}-${randomCode(8, sql.cell)}`
  const [settlement] = await sql.rows(openSettlement, [name, ...owner, day.toString()])
  if (!settlement) return false
  const values = [...owner, settlement.id, end, transfersAtOnce, now, settlement.settlement_id]
  const [paid] = await sql.rows(claimPaid, values)
  const [reversed] = await sql.rows(claimReversed, values)
  const isWhole = [paid, reversed].every((part) => part !== undefined && part.taken < transfersAtOnce)
  if (isWhole) await sql.rows(closeSettlement, [settlement.id, now])
  return true
}

export type SettlementRow = {
  settlement_id: string
  currency: string
  day: string
  count: number
  gross_minor: bigint
  fee_minor: bigint
  net_minor: bigint
  closed_at: Temporal.Instant
}
const filtered = `merchant_id = $1 and environment = $2 and closed_at is not null
  and ($3::date is null or day >= $3) and ($4::date is null or day <= $4)`
const listRows = statement<SettlementRow>(
  'list_settlements',
  `select settlement_id, currency, day, count, gross_minor, fee_minor, net_minor, closed_at
     from settlement where ${filtered} order by day desc limit $5 offset $6`,
)
const countRows = statement<{ total: bigint }>(
  'count_settlements',
  `select count(*) as total from settlement where ${filtered}`,
)

/** Newest day first. Gross is what left the wallet, net what was paid out, both less the reversals of the day. */
export async function listSettlements(
  sql: Sql,
  merchant: { id: bigint; environment: Environment },
  list: Pick<Page, 'limit' | 'offset'> & Partial<Pick<Filters, 'from' | 'to'>>,
) {
  const values = [merchant.id, merchant.environment, list.from ?? null, list.to ?? null]
  const rows = await sql.rows(listRows, [...values, list.limit, list.offset])
  const [count] = await sql.rows(countRows, values)
  return { total: Number(count?.total ?? 0), items: rows.map(renderSettlement) }
}

export function renderSettlement(row: SettlementRow) {
  const start = Temporal.PlainDate.from(row.day).toZonedDateTime('UTC')
  return {
    settlement_id: row.settlement_id,
    period_start: stamp(start.toInstant()),
    period_end: stamp(start.add({ days: 1 }).toInstant()),
    currency: row.currency,
    count: row.count,
    gross_amount: amountNumber(row.gross_minor),
    fee_amount: amountNumber(row.fee_minor),
    net_amount: amountNumber(row.net_minor),
    status: 'CLOSED' as const,
    closed_at: stamp(row.closed_at),
  }
}
