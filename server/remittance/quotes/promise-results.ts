// The admin report on what promised rates have cost or earned: used quotes beside what their amounts were worth at the rate of that moment.
import type { Environment } from '../../kernel/environment.ts'
import { amountOf } from '../../kernel/money.ts'
import { statement } from '../../platform/database/database.ts'
import { type Listed, sumsOfCells } from '../../platform/database/over-cells.ts'
import type { SenderCurrency } from '../transfer/formats.ts'

/** Sums of the used quotes in one currency of senders, in US cents; those without a rate at that moment count in `unpriced` only. */
type UsedRow = {
  environment: Environment
  currency: SenderCurrency
  used: bigint
  unpriced: bigint
  paid_minor: bigint
  priced_minor: bigint
  market_minor: bigint
}

const sumUsed = statement<UsedRow>(
  'sum_used_quotes',
  `select environment, currency, count(*) as used, count(*) filter (where market_minor is null) as unpriced,
          sum(receiver_minor)::bigint as paid_minor,
          coalesce(sum(receiver_minor) filter (where market_minor is not null), 0)::bigint as priced_minor,
          coalesce(sum(market_minor), 0)::bigint as market_minor
     from quote where state = 'USED' and ended_at >= $1::date::timestamp at time zone 'UTC'
      and ended_at < ($2::date + 1)::timestamp at time zone 'UTC'
    group by environment, currency`,
)
const listPromised = statement<{
  environment: Environment
  currency: SenderCurrency
  promised_minor: bigint
}>(
  'list_promised_by_currency',
  `select environment, split_part(scope, ':', 2) as currency, promised_minor from quote_exposure
    where scope like 'currency:%' and promised_minor > 0`,
)

/**
 * By environment and currency of senders.
 * @param days both included, in UTC, written YYYY-MM-DD
 */
export async function promiseResults(listed: Listed, { from, to }: { from: string; to: string }) {
  const [used, promised] = await Promise.all([
    sumsOfCells(listed, sumUsed, [from, to]),
    sumsOfCells(listed, listPromised),
  ])
  const usd = (minor: bigint) => amountOf(minor, 'USD')
  return {
    from,
    to,
    items: used.toSorted(byCurrency).map((row) => ({
      environment: row.environment,
      currency: row.currency,
      used: Number(row.used),
      unpriced: Number(row.unpriced),
      paid: usd(row.paid_minor),
      market: usd(row.market_minor),
      difference: usd(row.priced_minor - row.market_minor),
    })),
    promised: promised.toSorted(byCurrency).map(({ environment, currency, promised_minor }) => ({
      ...{ environment, currency, amount: usd(promised_minor) },
    })),
  }
}

const byCurrency = (a: { currency: string }, b: { currency: string }) => (a.currency < b.currency ? -1 : 1)
