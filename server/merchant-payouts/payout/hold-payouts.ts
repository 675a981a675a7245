// Holds approved payouts whose destination is no longer active: they are requested again, and an admin approves them once the
// destination was confirmed.
import { statement, type Tx } from '../../platform/database/database.ts'
import { movePayout } from './move-payout.ts'
import { lockedPayout, type PayoutRow } from './queries.ts'

const findOpen = statement<{ id: bigint }>(
  'find_open_payouts_to_inactive_destinations',
  `select t.id from merchant_payout t join payout_destination d on d.id = t.destination_id and d.state <> 'active'
    where t.merchant_id = $1 and t.state in ('REQUESTED', 'APPROVED') order by t.id`,
)

/** Holds a locked payout that was approved and not sent. Its call, if it has one, waits for the next approval. */
export function holdLocked(sql: Tx, payout: PayoutRow, now: Temporal.Instant): Promise<PayoutRow> {
  return movePayout(sql, payout, 'held', { now, detail: 'destination not active' })
}

/**
 * Holds what was approved to destinations of a merchant that have just stopped being active. Those that are only requested are
 * locked as well, since one may be approved at this moment.
 */
// guard: payouts-to-unconfirmed
export async function holdOpenPayouts(sql: Tx, merchantId: bigint, now: Temporal.Instant): Promise<void> {
  for (const { id } of await sql.rows(findOpen, [merchantId])) {
    const payout = await lockedPayout(sql, id)
    if (payout.state === 'APPROVED') await holdLocked(sql, payout, now)
  }
}
