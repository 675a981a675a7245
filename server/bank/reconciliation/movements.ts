// The movements that our books expect at the bank: payouts that were sent there, what the card gateway pays for a day, and top-ups of
// wallets that an admin has entered. Each is found once its line was matched.
import type { Environment } from '../../kernel/environment.ts'
import type { LocalCurrency } from '../../kernel/money.ts'
import {
  type ControlSql,
  controlStatement,
  type Sql,
  type Statement,
  statement,
} from '../../platform/database/database.ts'
import { type Listed, placesListed, rowsOfCells } from '../../platform/database/over-cells.ts'
import { maxCounted } from '../../platform/http/list-query.ts'
import type { BankRules, SettlementDays } from '../rules.ts'
import { type LineRow, type MovementKind, payoutIdOf } from './lines.ts'

export type Movement = {
  kind: MovementKind
  key: string
  environment: Environment
  currency: LocalCurrency
  /** Positive for money that comes in. */
  amount_minor: bigint
  due_on: string
  /** What the gateway's own report sums up to, and our ledger without commissions; for settlements. */
  reported_minor: bigint | null
  gross_minor: bigint | null
  line_id: bigint | null
}

/** SQL of movements: those due from the day $1 on, and those on their way that were due before. */
type Source = { recent: string; older: string }

const payouts = `
  select 'payout' as kind, p.public_id::text as key, p.environment, p.currency, -p.amount_minor as amount_minor,
         (p.sent_at at time zone 'UTC')::date as due_on, null::bigint as reported_minor, null::bigint as gross_minor
    from merchant_payout p join payout_destination d on d.id = p.destination_id and d.type = 'bank'`
/** Payouts and top-ups, which lie in cells. */
const inCell: Source = {
  recent: `${payouts} where p.state in ('SENT', 'PAID', 'RETURNED') and p.sent_at >= $1::date
   union all
  select 'top_up', e.posting_key, w.environment, w.currency, e.amount_minor, (e.at at time zone 'UTC')::date, null, null
    from wallet_entry e join wallet w on w.id = e.wallet_id
   where e.kind = 'TOPUP' and e.posting_key like 'topup:admin:%' and e.at >= $1::date`,
  older: `${payouts} where p.state = 'SENT' and p.sent_at < $1::date`,
}

/** What the gateway and operators pay for a day, in control. @param days the parameter with the days after which each of them pays. */
function inControl(days: string): Source {
  const dueOn = `day + (${days}::int[])[case when operator is null then 1 else 2 end]`
  // What the operator's file says is paid, fees deducted; without a file, what our ledger expects.
  const amount = 'coalesce(reported_minor - fee_minor, net_minor)'
  const settlements = `
  select 'settlement' as kind, concat_ws(' ', environment, day, currency, operator) as key, environment, currency, ${amount} as amount_minor,
         ${dueOn} as due_on, reported_minor, gross_minor
    from expected_settlement where ${amount} <> 0`
  return {
    recent: `${settlements} and ${dueOn} >= $1::date`,
    older: `${settlements} and ${dueOn} < $1::date`,
  }
}

// guard: missing-of-any-age
const ofAnyAge = ({ recent, older }: Source) => `(${recent} union all ${older}) m`

const columns = `m.kind, m.key, m.environment, m.currency, m.amount_minor, m.due_on::text as due_on, m.reported_minor, m.gross_minor`
const withLine = `left join bank_line l on l.expected_kind = m.kind and l.expected_key = m.key and l.state = 'MATCHED'`

/** A read of movements that no line shows: those of a cell in pages after the last one, and those of control. */
type OpenMovements = { page: Statement<Movement>; ofControl: Statement<Movement, 'control'> }

const atOnce = 1_000

/** @param names of the statements on a cell and on control. @param limit the parameter after those of the condition. */
function openMovements(names: [string, string], condition: string, limit: number): OpenMovements {
  const [dueAfter, kindAfter, keyAfter, days] = [limit + 1, limit + 2, limit + 3, limit + 1]
  return {
    page: statement(
      names[0],
      `select ${columns}, null::bigint as line_id from ${ofAnyAge(inCell)}
        where ${condition} and (m.due_on, m.kind, m.key) > ($${dueAfter}::date, $${kindAfter}::text, $${keyAfter}::text)
        order by m.due_on, m.kind, m.key limit $${limit}`,
    ),
    ofControl: controlStatement(
      names[1],
      `select ${columns}, null::bigint as line_id from ${ofAnyAge(inControl(`$${days}`))} ${withLine}
        where l.id is null and ${condition} order by m.due_on, m.kind, m.key limit $${limit}`,
    ),
  }
}

const fitting = openMovements(
  ['find_movements_for_bank_line', 'find_settlements_for_bank_line'],
  'm.environment = $2 and m.currency = $3 and m.amount_minor between $4 and $5 and m.due_on <= $6::date + 1',
  7,
)

/** The day of the first statement of each of our accounts; $1, $2 and $3 are their environments, currencies and numbers. */
const findFirstDays = controlStatement<{ environment: Environment; currency: LocalCurrency; day: string }>(
  'find_first_days_of_accounts',
  `select a.environment, a.currency, min(l.booked_on)::text as day
     from unnest($1::text[], $2::text[], $3::text[]) a(environment, currency, account)
     join bank_line l on l.account = a.account and l.currency = a.currency group by 1, 2`,
)

/**
 * SQL: whether a line should show the movement by now, because it was due before the day $2. What comes in is late only from the
 * first statement on of the account where it should arrive: nobody could have seen it before. $3, $4 and $5 are the environments,
 * currencies and first days of the accounts.
 */
// guard: late-from-first-statement
const isLate = `(m.due_on < $2::date
      and (m.kind = 'payout' or exists (
            select from unnest($3::text[], $4::text[], $5::date[]) own(environment, currency, day)
             where own.environment = m.environment and own.currency = m.currency and own.day <= m.due_on)))`

const missing = openMovements(['find_missing_bank_movements', 'find_missing_settlements'], isLate, 6)

type RecentMovement = Movement & { is_late: boolean }
const listRecent = statement<RecentMovement>(
  'list_bank_movements',
  `select ${columns}, null::bigint as line_id, ${isLate} as is_late from (${inCell.recent}) m
    where m.due_on <= $7::date order by m.due_on desc, m.kind, m.key limit $6`,
)
const listSettlements = controlStatement<RecentMovement>(
  'list_expected_settlements',
  `select ${columns}, l.id as line_id, ${isLate} as is_late from (${inControl('$8').recent}) m ${withLine}
    where m.due_on <= $7::date order by m.due_on desc, m.kind, m.key limit $6`,
)
const findLines = controlStatement<{ id: bigint; kind: MovementKind; key: string }>(
  'find_lines_of_movements',
  `select l.id, m.kind, m.key from unnest($1::text[], $2::text[]) m(kind, key)
     join bank_line l on l.expected_kind = m.kind and l.expected_key = m.key and l.state = 'MATCHED'`,
)
const findNamed = statement<Movement>(
  'find_payout_named_by_bank_line',
  `select $5::text as kind, p.public_id::text as key, p.environment, p.currency,
          case when $5 = 'payout' then -p.amount_minor else p.amount_minor end as amount_minor, $4 as due_on,
          null::bigint as reported_minor, null::bigint as gross_minor, null::bigint as line_id
     from merchant_payout p join payout_destination d on d.id = p.destination_id and d.type = 'bank'
    where p.public_id = $1 and p.environment = $2 and p.currency = $3 and p.state = $6`,
)

/** The payout that a line names, whatever its amount: one that is on its way, or that was paid if the line brings money in. */
export async function payoutNamed(listed: Listed, line: LineRow): Promise<Movement[]> {
  const payout = payoutIdOf(line)
  if (!payout) return []
  const kind = line.amount_minor < 0n ? ['payout', 'SENT'] : ['payout_return', 'PAID']
  return rowsOfCells(listed, findNamed, [payout, line.environment, line.currency, line.booked_on, ...kind])
}

/** The lines that show these movements, by kind and key. */
async function linesOf(
  sql: ControlSql,
  movements: readonly Movement[],
): Promise<ReadonlyMap<string, bigint>> {
  if (movements.length === 0) return new Map()
  const values = [movements.map(({ kind }) => kind), movements.map(({ key }) => key)]
  return new Map((await sql.rows(findLines, values)).map((line) => [nameOf(line), line.id]))
}

const nameOf = ({ kind, key }: Pick<Movement, 'kind' | 'key'>) => `${kind} ${key}`

/** The first movements of the cell that no line shows. Most of those of the last weeks are shown, so it may take several pages. */
async function openOfCell(
  { sql, control }: { sql: Sql; control: ControlSql },
  { page }: OpenMovements,
  { values, limit }: { values: readonly unknown[]; limit: number },
): Promise<Movement[]> {
  const open: Movement[] = []
  for (let after = ['-infinity', '', '']; open.length < limit; ) {
    const movements = await sql.rows(page, [...values, atOnce, ...after])
    const lines = await linesOf(control, movements)
    open.push(...movements.filter((movement) => !lines.has(nameOf(movement))))
    const last = movements.at(-1)
    if (!last || movements.length < atOnce) break
    after = [last.due_on, last.kind, last.key]
  }
  return open
}

/** The first movements that no line shows, oldest first. */
async function firstOpen(
  listed: Listed,
  read: OpenMovements,
  wanted: { values: readonly unknown[]; limit: number; settlementDays: SettlementDays },
): Promise<Movement[]> {
  const { values, limit, settlementDays } = wanted
  const { control, cells } = placesListed(listed)
  const [ofControl, ...ofCells] = await Promise.all([
    control.rows(read.ofControl, [...values, limit, settlementDays]),
    ...cells.map((sql) => openOfCell({ sql, control }, read, wanted)),
  ])
  return [...ofCells.flat(), ...ofControl].toSorted(byDay).slice(0, limit)
}

/** Oldest first, those of a day by their kind; within one kind they stay in the order in which they were read. */
const byDay = (a: Movement, b: Movement) => compare(a.due_on, b.due_on) || compare(a.kind, b.kind)
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** How far back movements are looked for that are not on their way. */
const maxDays = 60

const since = (today: Temporal.PlainDate) => today.subtract({ days: maxDays }).toString()

/** The most movements among which the match of a line is looked for. */
const maxFitting = 500

/**
 * Movements that no line shows yet, with the amount of a line give or take the tolerance, due at most a day after it. What is on
 * its way is found however old it is.
 * @param tolerance in minor units.
 */
export function movementsFor(
  listed: Listed,
  { environment, currency, amount_minor: amount, booked_on }: LineRow,
  { settlementDays, tolerance }: { settlementDays: SettlementDays; tolerance: bigint },
): Promise<Movement[]> {
  const from = since(Temporal.PlainDate.from(booked_on))
  const values = [from, environment, currency, amount - tolerance, amount + tolerance, booked_on]
  return firstOpen(listed, fitting, { values, limit: maxFitting, settlementDays })
}

type Late = { rules: BankRules; today: Temporal.PlainDate }

/** Movements that no line shows in time, oldest first. What is on its way stays among them until a line shows it. */
export async function missingMovements(listed: Listed, late: Late, limit: number): Promise<Movement[]> {
  const values = await lateValues(placesListed(listed).control, late)
  return firstOpen(listed, missing, { values, limit, settlementDays: late.rules.settlementDays })
}

/** Their number, at most one more than the lists of admins count. */
export async function countMissingMovements(listed: Listed, late: Late): Promise<number> {
  return (await missingMovements(listed, late, maxCounted + 1)).length
}

async function lateValues(sql: ControlSql, { rules, today }: Late) {
  const { missingAfterDays: days, bankAccounts } = rules
  const accounts = Object.entries(bankAccounts).flatMap(([environment, ofCurrency]) =>
    Object.entries(ofCurrency).flatMap(([currency, own]) =>
      own ? [{ environment, currency, account: own.account }] : [],
    ),
  )
  const numbers = (['environment', 'currency', 'account'] as const).map((column) =>
    accounts.map((own) => own[column]),
  )
  const first = await sql.rows(findFirstDays, numbers)
  const known = (['environment', 'currency', 'day'] as const).map((column) => first.map((own) => own[column]))
  return [since(today), today.subtract({ days }).toString(), ...known]
}

/** Movements of the last weeks, newest first, and whether a line should show each by now. */
export async function recentMovements(listed: Listed, late: Late, limit: number): Promise<RecentMovement[]> {
  const { control } = placesListed(listed)
  const values = [...(await lateValues(control, late)), limit, late.today.toString()]
  const [ofCell, ofControl] = await Promise.all([
    rowsOfCells(listed, listRecent, values),
    control.rows(listSettlements, [...values, late.rules.settlementDays]),
  ])
  const lines = await linesOf(control, ofCell)
  return [
    ...ofCell.map((movement) => ({ ...movement, line_id: lines.get(nameOf(movement)) ?? null })),
    ...ofControl,
  ]
    .toSorted((a, b) => compare(b.due_on, a.due_on) || compare(a.kind, b.kind))
    .slice(0, limit)
}
