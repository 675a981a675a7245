// The months of a merchant's card money: opening, what changed it, and closing of each.
import type { Sql } from '../../platform/database/database.ts'
import type { ListOwner } from '../../platform/database/day-list.ts'
import { amountOf } from '../amounts.ts'
import { renderTotals } from './formats/json.ts'
import { cutOf, monthOf, periodOf } from './period.ts'
import { readMonths } from './queries.ts'
import { type Total, totalsOf } from './statement.ts'

/** Every month from the first movement of a currency to the current one, newest first. */
export async function statementMonths(sql: Sql, owner: ListOwner, now: Temporal.Instant) {
  const rows = await sql.rows(readMonths, [owner.merchantId, owner.environment])
  const current = monthOf(now.toZonedDateTimeISO('UTC').toPlainDate())
  const currencies = [...new Set(rows.map(({ currency }) => currency))]
  const months = currencies.flatMap((currency) => {
    const moved = Map.groupBy(
      rows.filter((row) => row.currency === currency),
      ({ month }) => month,
    )
    const [first = current.name] = moved.keys()
    let closing = 0n
    const listed = []
    for (let month = periodOf(first) ?? current; month.name <= current.name; month = monthOf(month.next)) {
      const totals = totalsOf(moved.get(month.name) ?? [])
      const opening = closing
      closing += sumOf(totals, 'net')
      listed.push({
        period: month.name,
        currency,
        final: cutOf(month, now).isFinal,
        transactions: Number(sumOf(totals, 'count')),
        opening: amountOf(opening, currency),
        totals: renderTotals(totals, currency),
        fees: amountOf(sumOf(totals, 'fee'), currency),
        closing: amountOf(closing, currency),
      })
    }
    return listed
  })
  return { months: months.toSorted((a, b) => compare(b.period, a.period) || compare(a.currency, b.currency)) }
}

function sumOf(totals: readonly Total[], field: 'count' | 'fee' | 'net'): bigint {
  return totals.reduce((sum, total) => sum + total[field], 0n)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
