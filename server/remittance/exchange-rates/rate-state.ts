// The state of the exchange rates for the admin overview.
import { type Sql, statement } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { stamp } from '../transfer/time.ts'
import { findRateTable } from './queries.ts'
import { isFresh, rateTableOf } from './rate-table.ts'

const countQuarantined = statement<{ quarantined: bigint }>(
  'count_quarantined_rates',
  `select count(*) as quarantined from rate_snapshot
    where state = 'QUARANTINED'
      and as_of > coalesce((select max(as_of) from rate_snapshot where state = 'PUBLISHED'), '-infinity')`,
)

/** Time and freshness of the rate table, and how many newer snapshots wait for approval. */
export async function ratesState(sql: Sql, clock: Clock) {
  const [row] = await sql.rows(findRateTable)
  const card = row && rateTableOf(row)
  const [set] = await sql.rows(countQuarantined)
  return {
    as_of: card ? stamp(card.asOf) : null,
    fresh: card !== undefined && isFresh(card, clock.now()),
    quarantined: Number(set?.quarantined ?? 0),
  }
}
