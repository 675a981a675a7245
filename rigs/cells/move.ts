// A cell is moved to another node under load: how long its writes wait, and whether everything in it arrives.
import { setTimeout as pause } from 'node:timers/promises'
import type { TransferMode } from '../../server/platform/database/citus/cell-placement.ts'
import type { Database } from '../../server/platform/database/database.ts'
import { until } from '../failover/workspace.ts'
import { faultsIn, lostOf } from './books.ts'
import { isServed } from './drills.ts'
import { describeOthers, describeOwn, longestGapMs, type Others, type Own } from './experience.ts'
import { startLoad } from './load.ts'
import { addressOf, type Cell, type World } from './world.ts'

export type Move = {
  mode: TransferMode
  cell: number
  from: string
  to: string
  bytes: number
  seconds: number
  /** The longest time in which no write of the cell was acknowledged. */
  longestPauseSeconds: number
  others: Others
  own: Own
  acknowledged: number
  lost: number
  faults: readonly string[]
}

const calmSeconds = 5

export async function move(world: World, { number, db }: Cell, mode: TransferMode): Promise<Move> {
  const from = await world.nodeOf(number)
  const nodes = world.cluster.nodes
  const to = nodes[(nodes.indexOf(from) + 1) % nodes.length]!
  const load = startLoad(world)
  try {
    await until('each kind of request to be served in each cell', async () =>
      isServed(world, load.journal, 0),
    )
    await pause(calmSeconds * 1_000)
    const [{ now: past } = { now: '' }] = await db.rows<{ now: string }>(fewSecondsAgo)
    const before = await sumsOf(db, past)
    const at = performance.now()
    const { code, output } = await world.likuta(
      ...['cells', 'place', String(number), addressOf(to), '--mode', mode, '--json'],
    )
    if (code !== 0) throw new Error(`the move failed: ${output}`)
    const { bytes } = JSON.parse(output) as { bytes: number }
    const returnedAt = performance.now()
    await until(
      'each kind of request to be served again',
      async () => isServed(world, load.journal, returnedAt),
      180,
    )
    await pause(calmSeconds * 1_000)
    await load.stop()
    const { journal } = load
    const own = journal.filter(({ cell }) => cell === number)
    const others = journal.filter(({ cell }) => cell !== number)
    const times = { at, returnedAt }
    return {
      ...{ mode, cell: number, from: from.name, to: to.name, bytes, seconds: (returnedAt - at) / 1_000 },
      longestPauseSeconds: longestGapMs(own, at) / 1_000,
      others: describeOthers(others, times),
      own: describeOwn(own, times),
      acknowledged: journal.filter(({ key }) => key !== undefined).length,
      lost: (await lostOf(world, journal)).length,
      faults: [...differences(before, await sumsOf(db, past)), ...(await faultsIn(world))],
    }
  } finally {
    await load.stop()
  }
}

/** Transactions that were under way have ended, so no older row appears. */
const fewSecondsAgo = {
  name: 'drill_few_seconds_ago',
  text: `select (now() - interval '10 seconds')::text as now`,
}

/** Counts and sums of rows that are older than a time, so that they do not change any more. */
const sums = {
  name: 'drill_sums',
  text: `select 'payments' as what, count(*)::text as rows, coalesce(sum(amount_minor), 0)::text as sum,
           coalesce(sum(hashtextextended(transaction_uuid || amount_minor, 0)), 0)::text as hash
      from card_transaction where created_at < $1::timestamptz
    union all
    select 'transfers', count(*)::text, coalesce(sum(amount_hundredths), 0)::text, coalesce(sum(hashtextextended(transaction_id, 0)), 0)::text
      from transfer where created_at < $1::timestamptz
    union all
    select 'entries of the ledger', count(*)::text, coalesce(sum(abs(e.amount_minor)), 0)::text, coalesce(sum(hashtextextended(p.key, 0)), 0)::text
      from ledger_posting p join ledger_entry e on e.posting_id = p.id where p.posted_at < $1::timestamptz
    union all
    select 'counts of past days', count(*)::text, coalesce(sum(amount_minor), 0)::text, coalesce(sum(count), 0)::text
      from day_count where day < ($1::timestamptz at time zone 'UTC')::date
    union all
    select 'totals of past days', count(*)::text, '0', coalesce(sum(count), 0)::text
      from day_total where day < ($1::timestamptz at time zone 'UTC')::date`,
}
type Sums = { what: string; rows: string; sum: string; hash: string }

const sumsOf = (db: Database, past: string) => db.rows<Sums>(sums, [past])

/** What is not the same before and after. */
export function differences(before: readonly Sums[], after: readonly Sums[]): string[] {
  const textOf = ({ rows, sum, hash }: Sums) => `${rows} rows, sum ${sum}, hash ${hash}`
  return before.flatMap((one) => {
    const other = after.find(({ what }) => what === one.what)
    if (other && textOf(other) === textOf(one)) return []
    return [`${one.what}: ${textOf(one)} before, ${other ? textOf(other) : 'nothing'} after`]
  })
}

const rowsAtOnce = 5_000
const pastDays = 30

/** Fills a cell with expired payments of past days, copied from its newest order, and counts them. */
export async function addPastPayments({ db, beds }: Cell, rows: number): Promise<void> {
  const code = beds[0]!.merchant.merchant_code
  for (let from = 1; from <= rows; from += rowsAtOnce)
    await db.rows(copyPayments, [code, from, Math.min(from + rowsAtOnce - 1, rows)])
  const counts = await db.rows<DayCount>(countPayments, [code])
  await db.rows(saveCounts, [JSON.stringify(counts)])
}

const columns = `merchant_id, environment, origin, amount_minor, currency, commission_rate_bp, commission_minor, bank_commission_minor,
  service_commission_minor, merchant_minor, merchant_reference, callback_url, return_url,
  cancel_url, bill_to_forename, bill_to_surname, bill_to_email, bill_to_phone, bill_to_address_line1, bill_to_address_city,
  bill_to_address_country`
const copyPayments = {
  name: 'drill_copy_payments',
  text: `insert into card_transaction (transaction_uuid, status, created_at, expires_at, finalised_at, ${columns})
    select split_part(t.transaction_uuid, '-', 1) || '-20260101-000000-' || upper(lpad(to_hex(n), 6, '0'))
             || substr(t.transaction_uuid, length(t.transaction_uuid) - 4), 'EXPIRED', at, at, at,
           ${columns.replaceAll(/\b(\w+)/g, 't.$1')}
      from (select t.* from card_transaction t join merchant m on m.id = t.merchant_id
             where m.merchant_code = $1 and t.status = 'PENDING' order by t.id desc limit 1) t
     cross join lateral (
       select n, date_trunc('day', now()) - interval '1 day' * (1 + n % ${pastDays}) as at from generate_series($2::bigint, $3::bigint) n) made`,
}
type DayCount = { merchant_id: string; environment: string; day: string; count: string; amount: string }
const countPayments = {
  name: 'drill_count_payments',
  text: `select t.merchant_id::text, t.environment, t.created_at::date::text as day, count(*)::text, sum(t.amount_minor)::text as amount
      from card_transaction t join merchant m on m.id = t.merchant_id
     where m.merchant_code = $1 and t.status = 'EXPIRED' and t.created_at < date_trunc('day', now()) group by 1, 2, 3`,
}
const saveCounts = {
  name: 'drill_save_counts',
  text: `insert into day_count (list, merchant_id, environment, day, status, kind, count, amount_minor)
    select 'payment', merchant_id, environment, day, 'EXPIRED', 'USD', count, amount
      from json_to_recordset($1) as c (merchant_id bigint, environment text, day date, count bigint, amount bigint)`,
}
