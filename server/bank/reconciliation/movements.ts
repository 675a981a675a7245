// The movements that our books expect at the bank: payouts that were sent there, what the card gateway pays for a day, and top-ups of
// wallets that an admin has entered. Each is found once its line was matched.
import type { Environment } from '../../kernel/environment.ts'
import type { LocalCurrency } from '../../kernel/money.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { maxCounted } from '../../platform/http/list-query.ts'
import type { BankRules } from '../rules.ts'
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

/** SQL: all movements due from the day $1 on. $2 is the number of days after which the gateway pays. */
const movements = `
  select 'payout' as kind, p.public_id::text as key, p.environment, p.currency, -p.amount_minor as amount_minor,
         (p.sent_at at time zone 'UTC')::date as due_on, null::bigint as reported_minor, null::bigint as gross_minor
    from merchant_payout p join payout_destination d on d.id = p.destination_id and d.type = 'bank'
   where p.state in ('SENT', 'PAID', 'RETURNED') and p.sent_at >= $1::date
   union all
  select 'settlement', environment || ' ' || day || ' ' || currency, environment, currency, net_minor, day + $2::int,
         reported_minor, gross_minor
    from gateway_settlement where net_minor <> 0 and day + $2::int >= $1::date
   union all
  select 'top_up', e.posting_key, w.environment, w.currency, e.amount_minor, (e.at at time zone 'UTC')::date, null, null
    from wallet_entry e join wallet w on w.id = e.wallet_id
   where e.kind = 'TOPUP' and e.posting_key like 'topup:admin:%' and e.at >= $1::date`

/** SQL: what is on its way and was due before the day $1: payouts that are sent, and settlements, of which there is one per day. */
const before = `
  select 'payout' as kind, p.public_id::text as key, p.environment, p.currency, -p.amount_minor as amount_minor,
         (p.sent_at at time zone 'UTC')::date as due_on, null::bigint as reported_minor, null::bigint as gross_minor
    from merchant_payout p join payout_destination d on d.id = p.destination_id and d.type = 'bank'
   where p.state = 'SENT' and p.sent_at < $1::date
   union all
  select 'settlement', environment || ' ' || day || ' ' || currency, environment, currency, net_minor, day + $2::int,
         reported_minor, gross_minor
    from gateway_settlement where net_minor <> 0 and day + $2::int < $1::date`

const withLinesOf = (
  sources: string,
) => `select m.kind, m.key, m.environment, m.currency, m.amount_minor, m.due_on::text as due_on, m.reported_minor,
         m.gross_minor, l.id as line_id
    from (${sources}) m
    left join bank_line l on l.expected_kind = m.kind and l.expected_key = m.key and l.state = 'MATCHED'`
const withLines = withLinesOf(movements)
const ofAnyAge = withLinesOf(`${movements} union all ${before}`)

const findFitting = statement<Movement>(
  'find_movements_for_bank_line',
  `select * from (${ofAnyAge}) m where line_id is null and environment = $3 and currency = $4
      and amount_minor between $5 and $6 and due_on::date <= $7::date + 1 order by due_on, key limit 500`,
)

/** SQL: the day of the first statement of each of our accounts; $4, $5 and $6 are their environments, currencies and numbers. */
const own = `own as (
     select a.environment, a.currency, first.day
       from unnest($4::text[], $5::text[], $6::text[]) a(environment, currency, account)
      cross join lateral (select min(l.booked_on) as day from bank_line l
                           where l.account = a.account and l.currency = a.currency) first
   )`

/**
 * SQL: whether a line should show the movement by now, because it was due before the day $3. What comes in is late only from the
 * first statement on of the account where it should arrive: nobody could have seen it before.
 */
// guard: late-from-first-statement
const isLate = `(m.due_on::date < $3::date
      and (m.kind = 'payout' or exists (
            select from own where own.environment = m.environment and own.currency = m.currency and own.day <= m.due_on::date)))`

// guard: missing-of-any-age
const missing = `with ${own} select m.* from (${ofAnyAge}) m where m.line_id is null and ${isLate}`
const findMissing = statement<Movement>(
  'find_missing_bank_movements',
  `${missing} order by due_on, kind, key limit $7`,
)
const countMissing = statement<{ counted: bigint }>(
  'count_missing_bank_movements',
  `select count(*) as counted from (${missing} limit ${maxCounted + 1}) found`,
)
const listRecent = statement<Movement & { is_late: boolean }>(
  'list_bank_movements',
  `with ${own} select m.*, ${isLate} as is_late from (${withLines}) m
    where m.due_on::date <= $8::date order by m.due_on desc, m.kind, m.key limit $7`,
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
export async function payoutNamed(sql: Sql, line: LineRow): Promise<Movement[]> {
  const payout = payoutIdOf(line)
  if (!payout) return []
  const kind = line.amount_minor < 0n ? ['payout', 'SENT'] : ['payout_return', 'PAID']
  return sql.rows(findNamed, [payout, line.environment, line.currency, line.booked_on, ...kind])
}

/** How far back movements are looked for that are not on their way. */
const maxDays = 60

type Window = { settlementDays: number; today: Temporal.PlainDate }

const since = ({ today }: Window) => today.subtract({ days: maxDays }).toString()

/**
 * Movements that no line shows yet, with the amount of a line give or take the tolerance, due at most a day after it. What is on
 * its way is found however old it is.
 * @param tolerance in minor units.
 */
export function movementsFor(
  sql: Sql,
  { environment, currency, amount_minor: amount, booked_on }: LineRow,
  { settlementDays, tolerance }: { settlementDays: number; tolerance: bigint },
): Promise<Movement[]> {
  const window = { settlementDays, today: Temporal.PlainDate.from(booked_on) }
  const range = [amount - tolerance, amount + tolerance]
  return sql.rows(findFitting, [since(window), settlementDays, environment, currency, ...range, booked_on])
}

type Late = { rules: BankRules; today: Temporal.PlainDate }

/** Movements that no line shows in time, oldest first. What is on its way stays among them until a line shows it. */
export function missingMovements(sql: Sql, late: Late, limit: number): Promise<Movement[]> {
  return sql.rows(findMissing, [...lateValues(late), limit])
}

/** Their number, at most one more than the lists of admins count. */
export async function countMissingMovements(sql: Sql, late: Late): Promise<number> {
  return Number((await sql.rows(countMissing, lateValues(late)))[0]?.counted ?? 0)
}

function lateValues({ rules, today }: Late) {
  const { settlementDays, missingAfterDays: days, bankAccounts } = rules
  const accounts = Object.entries(bankAccounts).flatMap(([environment, ofCurrency]) =>
    Object.entries(ofCurrency).flatMap(([currency, own]) =>
      own ? [{ environment, currency, account: own.account }] : [],
    ),
  )
  return [
    since({ settlementDays, today }),
    settlementDays,
    today.subtract({ days }).toString(),
    ...(['environment', 'currency', 'account'] as const).map((column) => accounts.map((own) => own[column])),
  ]
}

/** Movements of the last weeks, newest first, and whether a line should show each by now. */
export function recentMovements(sql: Sql, late: Late, limit: number) {
  return sql.rows(listRecent, [...lateValues(late), limit, late.today.toString()])
}
