// How a payout that was not sent is cancelled: by itself, or with the destination that it was for.
import { resolveOperation } from '../../ledger/operations/operation.ts'
import { statement, type Tx } from '../../platform/database/database.ts'
import { movePayout } from './move-payout.ts'
import { lockedPayout, operationOf, type PayoutRow } from './queries.ts'

const findOpen = statement<{ id: bigint }>(
  'find_open_payouts_to_destination',
  `select id from merchant_payout
    where merchant_id = $1 and state in ('REQUESTED', 'APPROVED') and destination_id = $2 order by id`,
)

/** Ends the call of a locked payout that was not sent, if it has one. */
export async function endCall(
  sql: Tx,
  payout: Pick<PayoutRow, 'id'>,
  reason: string,
  now: Temporal.Instant,
): Promise<void> {
  const operation = await operationOf(sql, payout.id)
  if (operation && !(await resolveOperation(sql, operation, 'refused', { now, reason })))
    throw new Error('the call of a payout that was not sent has ended')
}

/** Cancels a locked payout that was not sent. @param by who does, as its history says. */
export async function cancelLocked(
  sql: Tx,
  payout: PayoutRow,
  by: string,
  now: Temporal.Instant,
): Promise<PayoutRow> {
  await endCall(sql, payout, 'cancelled', now)
  return movePayout(sql, payout, 'cancelled', { now, detail: `by ${by}` })
}

/** Cancels all payouts to a locked destination that were not sent. Returns their public ids. */
export async function cancelOpenPayouts(
  sql: Tx,
  destination: { id: bigint; merchant_id: bigint },
  by: string,
  now: Temporal.Instant,
): Promise<string[]> {
  const locked: PayoutRow[] = []
  // All before the first cancellation, which locks the balance: a batch that is approved meanwhile locks its payouts first, too.
  for (const { id } of await sql.rows(findOpen, [destination.merchant_id, destination.id]))
    locked.push(await lockedPayout(sql, id))
  // Some may have been sent while we waited for the lock.
  const open = locked.filter(({ state }) => state === 'REQUESTED' || state === 'APPROVED')
  for (const payout of open) await cancelLocked(sql, payout, by, now)
  return open.map(({ public_id }) => public_id)
}
