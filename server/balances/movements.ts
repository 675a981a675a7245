// A merchant's balances and movements, as read: at any number of movements, a page costs the same.
import { amountOf, type Currency, sortedCurrencies } from '../kernel/money.ts'
import { type Sql, statement } from '../platform/database/database.ts'
import { type DayFilter, dayList, type ListOwner } from '../platform/database/day-list.ts'
import { paged, rangeOf, readQuery } from '../platform/http/list-query.ts'
import { utcSecond } from '../platform/time/clock.ts'
import { filterSchema, type MovementType, movementTypes, querySchema } from './schemas.ts'

type BalanceRow = {
  currency: Currency
  pending_minor: bigint
  available_minor: bigint
  reserved_minor: bigint
}

// guard: balance-owner
const findBalances = statement<BalanceRow>(
  'find_merchant_balances',
  `select currency, pending_minor, available_minor, reserved_minor from merchant_balance
    where merchant_id = $1 and environment = $2 order by currency`,
)

/** Looks at each day on which anything is pending, so a merchant's other movements cost nothing. */
// guard: next-release-owner
const findNextReleases = statement<{ currency: Currency; available_on: string; net_minor: bigint }>(
  'find_next_releases',
  `with recursive day as (
     (select available_on from balance_transaction where released_posting is null order by available_on limit 1)
     union all
     select next.available_on from day cross join lateral (
       select available_on from balance_transaction where released_posting is null and available_on > day.available_on
        order by available_on limit 1) next
   )
   select b.currency, first.available_on::text as available_on, sum(t.net_minor)::bigint as net_minor
     from merchant_balance b
    cross join lateral (
          select day.available_on from day cross join lateral (
            select from balance_transaction t
             where t.released_posting is null and t.available_on = day.available_on and t.merchant_id = b.merchant_id
               and t.environment = b.environment and t.currency = b.currency limit 1) pending
           order by 1 limit 1) first
     join balance_transaction t on t.released_posting is null and t.available_on = first.available_on
      and t.merchant_id = b.merchant_id and t.environment = b.environment and t.currency = b.currency
    where b.merchant_id = $1 and b.environment = $2
    group by 1, 2 order by 1`,
)

/** The balances of a merchant, one per currency. Currencies without movements are zero. */
export async function readBalances(sql: Sql, { merchantId, environment }: ListOwner) {
  const found = await sql.rows(findBalances, [merchantId, environment])
  const rest = sortedCurrencies.filter((currency) => !found.some((row) => row.currency === currency))
  const rows = [
    ...found,
    ...rest.map((currency) => ({ currency, pending_minor: 0n, available_minor: 0n, reserved_minor: 0n })),
  ]
  return {
    balances: rows
      .toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
      .map(({ currency, ...row }) => ({
        currency,
        pending: text(row.pending_minor, currency),
        available: text(row.available_minor, currency),
        reserved: text(row.reserved_minor, currency),
      })),
  }
}

/** The next sum that becomes available, per currency. */
export async function readNextReleases(sql: Sql, { merchantId, environment }: ListOwner) {
  const found = await sql.rows(findNextReleases, [merchantId, environment])
  return {
    releases: found.map(({ net_minor, ...row }) => ({ ...row, net: text(net_minor, row.currency) })),
  }
}

export type MovementRow = {
  public_id: string
  type: MovementType
  currency: Currency
  amount_minor: bigint
  fee_minor: bigint
  net_minor: bigint
  available_on: string
  transaction_uuid: string | null
  /** The payout of a movement of type payout or payout_return. */
  payout_id: string | null
  merchant_reference: string | null
  description: string | null
  created_at: Temporal.Instant
}

/** SQL: the payout of the movement `t`, by the key of its posting. */
export const payoutOfMovement = `case when t.type in ('payout', 'payout_return')
         then (select split_part(p.key, ':', 2) from ledger_posting p where p.id = t.id) end`

/** SQL: the reference that the merchant gave the payout of the movement `t`. */
export const referenceOfPayout = `case when t.type in ('payout', 'payout_return')
         then (select m.reference from ledger_posting p join merchant_payout m on m.public_id = split_part(p.key, ':', 2)::uuid
                where p.id = t.id) end`

/** SQL: why two admins corrected the balance, if the movement `t` is a correction. */
export const reasonOfCorrection = `case when t.type = 'adjustment'
         then (select p.reason from ledger_posting p where p.id = t.id) end`

/** The movements of one merchant; counted by type and currency. */
export const movementList = dayList<MovementRow>({
  list: 'balance',
  table: 'balance_transaction',
  columns: `t.public_id, t.type, t.currency, t.amount_minor, t.fee_minor, t.net_minor, t.available_on::text as available_on,
    (select c.transaction_uuid from card_transaction c where c.id = t.transaction_id) as transaction_uuid,
    ${payoutOfMovement} as payout_id,
    coalesce((select c.merchant_reference from card_transaction c where c.id = t.transaction_id), ${referenceOfPayout})
      as merchant_reference,
    coalesce(${reasonOfCorrection},
             (select nullif(l.description, '') from card_transaction c join payment_link l on l.id = c.payment_link_id
               where c.id = t.transaction_id)) as description`,
  status: 'type',
  kind: 'currency',
  parts: [
    { statuses: ['charge'], condition: `type = 'charge'` },
    { statuses: movementTypes.filter((type) => type !== 'charge'), condition: `type <> 'charge'` },
  ],
  hasWholeIndex: true,
})

/** A page of movements, newest first. @throws InvalidBody */
export async function movementsPage(sql: Sql, owner: ListOwner, query: unknown) {
  const { pagination, rows } = await pageOfRows(sql, owner, query)
  return { items: rows.map(renderMovement), pagination }
}

/**
 * The same page with the reference of each payment or payout and what its link sold, by which a merchant knows it, and the reason
 * for a correction.
 * @throws InvalidBody
 */
export async function namedMovementsPage(sql: Sql, owner: ListOwner, query: unknown) {
  const { pagination, rows } = await pageOfRows(sql, owner, query)
  const items = rows.map((row) => {
    const { merchant_reference, description } = row
    return { ...renderMovement(row), merchant_reference, description }
  })
  return { items, pagination }
}

async function pageOfRows(sql: Sql, owner: ListOwner, query: unknown) {
  const { page, limit, ...filter } = readQuery(querySchema, query)
  const { rows, total } = await movementList.page(sql, owner, dayFilter(filter), rangeOf({ page, limit }))
  return { rows, pagination: paged({ page, limit }, { items: rows, total }).pagination }
}

/** All movements that match a query, in pieces. @throws InvalidBody */
export function allMovements(sql: Sql, owner: ListOwner, query: unknown) {
  return movementList.pieces(sql, owner, dayFilter(readQuery(filterSchema, query)))
}

type Filter = Pick<DayFilter, 'from' | 'to'> & {
  type?: MovementType | undefined
  currency?: string | undefined
}

function dayFilter({ type, currency, from, to }: Filter): DayFilter {
  return { status: type, kind: currency, from, to }
}

/** A movement as clients read it. */
export function renderMovement(row: Omit<MovementRow, 'description'>) {
  const { currency } = row
  return {
    id: row.public_id,
    type: row.type,
    amount: text(row.amount_minor, currency),
    fee: text(row.fee_minor, currency),
    net: text(row.net_minor, currency),
    currency,
    available_on: row.available_on,
    source: row.transaction_uuid ?? row.payout_id,
    created_at: utcSecond(row.created_at),
  }
}

function text(minor: bigint, currency: Currency): string {
  return amountOf(minor, currency)
}
