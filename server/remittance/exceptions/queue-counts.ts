// How much waits for people, for the overview.

import { type Sql, statement } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { findCard } from '../exchange-rates/queries.ts'
import { cardOf, isFresh } from '../exchange-rates/rate-table.ts'
import { stamp } from '../transfer/time.ts'

const countQueues = statement<{ holds: bigint; exceptions: bigint; adjustments: bigint }>(
  'count_remittance_queues',
  `select (select count(*) from transfer where status = 'Hold') as holds,
          (select count(*) from transfer_exception where state = 'open') as exceptions,
          (select count(*) from wallet_adjustment where state = 'PENDING') as adjustments`,
)
const countQuarantined = statement<{ quarantined: bigint }>(
  'count_quarantined_rates',
  `select count(*) as quarantined from rate_snapshot
    where state = 'QUARANTINED'
      and as_of > coalesce((select max(as_of) from rate_snapshot where state = 'PUBLISHED'), '-infinity')`,
)

export async function remittanceQueues(sql: Sql) {
  const [counts] = await sql.rows(countQueues)
  return {
    holds: Number(counts?.holds ?? 0),
    exceptions_open: Number(counts?.exceptions ?? 0),
    adjustments_pending: Number(counts?.adjustments ?? 0),
  }
}

/** The rate card, and how many later ones were set aside until somebody approves them. */
export async function ratesState(sql: Sql, clock: Clock) {
  const [row] = await sql.rows(findCard)
  const card = row && cardOf(row)
  const [set] = await sql.rows(countQuarantined)
  return {
    as_of: card ? stamp(card.asOf) : null,
    fresh: card !== undefined && isFresh(card, clock.now()),
    quarantined: Number(set?.quarantined ?? 0),
  }
}
