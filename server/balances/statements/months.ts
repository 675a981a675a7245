// The months of a merchant's card money: opening, fees and closing of each.
import type { Sql } from '../../platform/database/database.ts'
import type { ListOwner } from '../../platform/database/day-list.ts'
import { amountOf } from '../amounts.ts'
import { cutOf, monthOf, periodOf } from './period.ts'
import { readMonths } from './queries.ts'

/** Every month from the first movement of a currency to the current one, newest first. */
export async function statementMonths(sql: Sql, owner: ListOwner, now: Temporal.Instant) {
  const rows = await sql.rows(readMonths, [owner.merchantId, owner.environment])
  const current = monthOf(now.toZonedDateTimeISO('UTC').toPlainDate())
  const currencies = [...new Set(rows.map(({ currency }) => currency))]
  const months = currencies.flatMap((currency) => {
    const moved = new Map(rows.filter((row) => row.currency === currency).map((row) => [row.month, row]))
    const [first = current.name] = moved.keys()
    let closing = 0n
    const listed = []
    for (let month = periodOf(first) ?? current; month.name <= current.name; month = monthOf(month.next)) {
      const { net_minor = 0n, fee_minor = 0n, count = 0n } = moved.get(month.name) ?? {}
      const opening = closing
      closing += net_minor
      listed.push({
        period: month.name,
        currency,
        final: cutOf(month, now).isFinal,
        transactions: Number(count),
        opening: amountOf(opening, currency),
        fees: amountOf(fee_minor, currency),
        closing: amountOf(closing, currency),
      })
    }
    return listed
  })
  return { months: months.toSorted((a, b) => compare(b.period, a.period) || compare(a.currency, b.currency)) }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
