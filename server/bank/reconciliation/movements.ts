// The movements that our books expect at the bank: payouts that were sent there, what the card gateway pays for a day, and top-ups of
// wallets that an admin has entered. Each is found once its line was matched.
import type { Environment } from '../../merchants/identity/merchant.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import type { PayoutCurrency } from '../../remittance/operators/operator.ts'
import { type LineRow, type MovementKind, payoutIdOf } from './lines.ts'

export type Movement = {
  kind: MovementKind
  key: string
  environment: Environment
  currency: PayoutCurrency
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

const withLines = `select m.kind, m.key, m.environment, m.currency, m.amount_minor, m.due_on::text as due_on, m.reported_minor,
         m.gross_minor, l.id as line_id
    from (${movements}) m
    left join bank_line l on l.expected_kind = m.kind and l.expected_key = m.key and l.state = 'MATCHED'`

const findFitting = statement<Movement>(
  'find_movements_for_bank_line',
  `select * from (${withLines}) m where line_id is null and environment = $3 and currency = $4
      and amount_minor between $5 and $6 and due_on::date <= $7::date + 1 order by due_on, key limit 500`,
)
const findMissing = statement<Movement>(
  'find_missing_bank_movements',
  `select * from (${withLines}) m where line_id is null and due_on::date < $3::date order by due_on, kind, key limit $4`,
)
const listRecent = statement<Movement>(
  'list_bank_movements',
  `select * from (${withLines}) m where due_on::date <= $3::date order by due_on desc, kind, key limit $4`,
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

/** How far back movements are looked for. */
export const mostDays = 60

type Window = { settlementDays: number; today: Temporal.PlainDate }

const since = ({ today }: Window) => today.subtract({ days: mostDays }).toString()

/**
 * Movements that no line shows yet, with the amount of a line give or take the tolerance, due at most a day after it.
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

/** Movements that no line shows `days` days after they were due. */
export function missingMovements(
  sql: Sql,
  window: Window & { days: number; limit: number },
): Promise<Movement[]> {
  const before = window.today.subtract({ days: window.days }).toString()
  return sql.rows(findMissing, [since(window), window.settlementDays, before, window.limit])
}

/** Movements of the last weeks, newest first. */
export function recentMovements(sql: Sql, window: Window & { limit: number }): Promise<Movement[]> {
  return sql.rows(listRecent, [since(window), window.settlementDays, window.today.toString(), window.limit])
}
