// Collections whose outcome nobody knows long after the prompt has lapsed: the payer may have been debited while the order is still
// open. Inquiries go on; only the operator's staff can say more.
import type { Environment } from '../../../kernel/environment.ts'
import type { LocalCurrency } from '../../../kernel/money.ts'
import type { OperatorCode } from '../../../kernel/operators.ts'
import type { OperatorFor } from '../../../operator-calls/operator.ts'
import { type Sql, statement } from '../../../platform/database/database.ts'
import { type Listed, mergedRows, sumsOfCells } from '../../../platform/database/over-cells.ts'
import { amountOf } from '../../transaction/amount.ts'
import { maskedNumber } from '../../transaction/paid-with.ts'
import type { CollectionState } from '../moves.ts'

/** Inquiries find the outcome of almost all others by then. */
export const attentionSeconds = 3_600
const maxListed = 200

/** Open calls are few, and have an index of their own. */
const stuck = `from operation o join collection k on k.operation = o.id
    where o.kind = 'collection' and o.state in ('intent', 'sent', 'unknown') and k.created_at < $1`

type Row = {
  collection_id: string
  reference: string
  upstream_id: string | null
  environment: Environment
  operator: OperatorCode
  number_end: string
  amount_minor: bigint
  currency: LocalCurrency
  state: CollectionState
  created_at: Temporal.Instant
  inquiries: number
  upstream_reason: string | null
  transaction_uuid: string
  merchant_reference: string
  card_transaction_id: bigint
  merchant_id: bigint
  merchant_code: string
  merchant_name: string
}

const listStuck = statement<Row>(
  'list_stuck_collections',
  `with oldest as materialized (
     select k.collection_id, o.upstream_ref as reference, o.upstream_id, k.environment, k.operator, k.number_end, k.amount_minor,
            k.currency, k.state, k.created_at, o.attempts as inquiries, o.upstream_reason, k.card_transaction_id, k.merchant_id
       ${stuck} order by k.created_at limit ${maxListed})
   select k.*, t.transaction_uuid, t.merchant_reference, m.merchant_code, m.name as merchant_name
     from oldest k join card_transaction t on t.id = k.card_transaction_id join merchant m on m.id = k.merchant_id
    order by k.created_at, k.collection_id`,
)
const sumStuck = statement<
  Pick<Row, 'environment' | 'operator' | 'currency' | 'amount_minor'> & { count: bigint }
>(
  'sum_stuck_collections',
  `select k.environment, k.operator, k.currency, count(*) as count, sum(k.amount_minor)::bigint as amount_minor ${stuck}
    group by k.environment, k.operator, k.currency`,
)
const countStuck = statement<{ count: bigint }>(
  'count_stuck_collections',
  `select count(*) as count ${stuck}`,
)

const since = (now: Temporal.Instant) => now.subtract({ seconds: attentionSeconds })

/** How many a cell has. */
export async function stuckCollections(sql: Sql, now: Temporal.Instant): Promise<number> {
  return Number((await sql.rows(countStuck, [since(now)]))[0]?.count ?? 0)
}

const findOldestStuck = statement<{ count: bigint; oldest: Temporal.Instant | null }>(
  'find_oldest_stuck_collection',
  `select count(*) as count, min(k.created_at) as oldest ${stuck}`,
)

/** How many a cell has, and since when the oldest waits. */
export async function oldestStuck(sql: Sql, now: Temporal.Instant) {
  const [row] = await sql.rows(findOldestStuck, [since(now)])
  return { count: Number(row?.count ?? 0), oldest: row?.oldest ?? null }
}

/** The oldest of all cells, and the sums of all by operator and currency. */
export async function readStuckCollections(
  { cells: listed, operatorFor }: { cells: Listed; operatorFor: OperatorFor },
  now: Temporal.Instant,
) {
  const idOf = ({ environment, operator, reference }: Row) =>
    operatorFor(environment, operator)?.collections?.idOf(reference) ?? reference
  const values = [since(now)]
  const [rows, sums] = await Promise.all([
    mergedRows(listed, { statement: listStuck, values }, (a, b) =>
      Temporal.Instant.compare(a.created_at, b.created_at),
    ),
    sumsOfCells(listed, sumStuck, values),
  ])
  return {
    items: rows.slice(0, maxListed).map((row) => ({ ...renderStuck(row, now), reference: idOf(row) })),
    totals: sums.map(({ amount_minor, count, ...of }) => ({
      ...of,
      count: Number(count),
      amount: amountOf(amount_minor, of.currency),
    })),
  }
}

function renderStuck(
  {
    number_end,
    amount_minor,
    created_at,
    card_transaction_id: _payment,
    merchant_id: _merchant,
    ...row
  }: Row,
  now: Temporal.Instant,
) {
  return {
    ...row,
    customer_number: maskedNumber(number_end),
    amount: amountOf(amount_minor, row.currency),
    created_at: created_at.toString({ fractionalSecondDigits: 0 }),
    age_seconds: Math.floor(created_at.until(now).total('seconds')),
  }
}
