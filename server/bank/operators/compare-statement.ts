// Compares the lines of operators' settlement files with our payments. What does not agree is shown to staff, never guessed.

import type { Environment } from '../../kernel/environment.ts'
import { amountOf, type LocalCurrency } from '../../kernel/money.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import { operatorQueue } from '../../operator-calls/operator.ts'
import { type Cells, inEachCell } from '../../platform/database/cells.ts'
import { sentKeys, toSentKeys } from '../../platform/database/coalescing-batch.ts'
import { controlStatement, statement } from '../../platform/database/database.ts'

export type Account = { environment: Environment; operator: OperatorCode }
export type Period = { from: string; to: string }

export type StoredLine = {
  reference: string
  operator_id: string
  day: string
  currency: LocalCurrency
  gross_minor: bigint
  fee_minor: bigint
}

/** What moved money between us and the operator: a payment, or money that went back. */
export type Moved = {
  id: string
  reference: string
  currency: LocalCurrency
  /** Negative for money that went back. */
  amount_minor: bigint
  day: string
}

const findLines = controlStatement<StoredLine>(
  'list_operator_statement_lines',
  `select reference, operator_id, day::text as day, currency, gross_minor, fee_minor from operator_statement_line
    where environment = $1 and operator = $2 and day between $3 and $4 order by day, id`,
)
const findKnown = controlStatement<{ reference: string }>(
  'find_operator_statement_references',
  `with ${sentKeys('text')}
   select l.reference from sent join operator_statement_line l on l.environment = $2 and l.operator = $3 and l.reference = sent.key
    where l.gross_minor >= 0`,
)

/** What all files say about these references: a payment may go back in parts, on several days. */
const findTotals = controlStatement<{ reference: string; gross_minor: bigint }>(
  'sum_operator_statement_lines',
  `with ${sentKeys('text')}
   select l.reference, sum(l.gross_minor)::bigint as gross_minor
     from sent join operator_statement_line l on l.environment = $2 and l.operator = $3 and l.reference = sent.key group by l.reference, l.gross_minor < 0`,
)
const moved = `select o.id, o.upstream_ref as reference, o.currency, (o.resolved_at at time zone 'UTC')::date::text as day,
         case o.kind when 'collection' then o.amount_minor else -o.amount_minor end as amount_minor`
const findMoved = statement<Moved>(
  'find_operations_of_operator_statement',
  `with ${sentKeys('text')}
   ${moved} from sent cross join lateral (select * from operation where upstream_ref = sent.key limit 1) o
    where o.queue = $2 and o.state = 'confirmed' and o.kind in ('collection', 'refund', 'undo')`,
)
/** What the operator has given back of a payment, by its own refunds and reversals: payouts come from our float. */
const findReturned = statement<Moved>(
  'find_returns_of_operator_statement',
  `with ${sentKeys('text')}
   select o.id, o.upstream_ref as reference, o.currency, (max(b.resolved_at) at time zone 'UTC')::date::text as day,
          -sum(b.amount_minor)::bigint as amount_minor
     from sent cross join lateral (select * from operation where upstream_ref = sent.key limit 1) o
     join collection k on k.operation = o.id
     join card_transaction t on t.id = k.card_transaction_id
     join operation b on b.card_transaction_id = t.id and b.state = 'confirmed' and coalesce(b.sent_by, o.sent_by) = o.sent_by
      and (b.undoes = o.id or b.kind = 'refund' and t.cs_payment_id = k.collection_id)
    where o.queue = $2 group by o.id, o.upstream_ref, o.currency`,
)

/** A payment is approved within a day of its prompt, save for money that came late. */
const findCollected = statement<Moved>(
  'list_collections_of_days',
  `${moved} from collection k join operation o on o.id = k.operation
    where k.environment = $1 and k.operator = $2 and o.state = 'confirmed'
      and k.created_at >= $3::date - 1 and o.resolved_at >= $3::date and o.resolved_at < $4::date + 1`,
)

export type Problematic = {
  problem: 'MISSING_HERE' | 'MISSING_THERE' | 'AMOUNT_DIFFERS'
  reference: string
  operator_id: string
  day: string
  currency: LocalCurrency
  amount_here: string | null
  amount_there: string | null
}

export type Comparison = { matched: { line: StoredLine; operation: Moved }[]; problems: Problematic[] }

/** Compares the days of a period: the lines that were imported, and our payments. */
export async function compareStatement(
  cells: Cells,
  { environment, operator }: Account,
  { from, to }: Period,
): Promise<Comparison> {
  const lines = await cells.control.rows(findLines, [environment, operator, from, to])
  const keys = toSentKeys(lines.map(({ reference }) => reference))
  const values = [keys, operatorQueue(environment, operator)]
  const ours = await inEachCell(cells, async (db) => [
    ...(await db.rows(findReturned, values)),
    ...(await db.rows(findMoved, values)),
  ])
  const here = new Map(ours.flat().map((each) => [keyOf(each.reference, each.amount_minor), each]))
  const sums = await cells.control.rows(findTotals, [keys, environment, operator])
  const there = new Map(sums.map((each) => [keyOf(each.reference, each.gross_minor), each.gross_minor]))
  const comparison: Comparison = { matched: [], problems: [] }
  for (const line of lines) {
    const key = keyOf(line.reference, line.gross_minor)
    const operation = here.get(key)
    // guard: operator-line-amount
    const agrees = operation?.amount_minor === there.get(key) && operation?.currency === line.currency
    if (operation && agrees) comparison.matched.push({ line, operation })
    else comparison.problems.push(problemOf(line, operation))
  }
  const missing = await missingThere(cells, { environment, operator }, { from, to })
  comparison.problems.push(...missing)
  return comparison
}

/** Payments and returns are compared apart. */
const keyOf = (reference: string, minor: bigint) => `${minor < 0n ? 'return' : 'payment'} ${reference}`

function problemOf(line: StoredLine, operation: Moved | undefined): Problematic {
  return {
    problem: operation ? 'AMOUNT_DIFFERS' : 'MISSING_HERE',
    reference: line.reference,
    operator_id: line.operator_id,
    day: line.day,
    currency: line.currency,
    amount_here: operation ? amountOf(operation.amount_minor, operation.currency) : null,
    amount_there: amountOf(line.gross_minor, line.currency),
  }
}

/** Our payments of these days that no file has shown, of these days or of others: the operator's day may end at another hour. */
async function missingThere(
  { control, ...cells }: Cells,
  { environment, operator }: Account,
  { from, to }: Period,
): Promise<Problematic[]> {
  const values = [environment, operator, from, to]
  const collected = (await inEachCell({ control, ...cells }, (db) => db.rows(findCollected, values))).flat()
  const references = toSentKeys(collected.map(({ reference }) => reference))
  const known = await control.rows(findKnown, [references, environment, operator])
  const shown = new Set(known.map(({ reference }) => reference))
  return collected
    .filter(({ reference }) => !shown.has(reference))
    .map(({ reference, day, currency, amount_minor }) => ({
      problem: 'MISSING_THERE' as const,
      ...{ reference, operator_id: '', day, currency },
      amount_here: amountOf(amount_minor, currency),
      amount_there: null,
    }))
}
