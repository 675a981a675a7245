// Holds approved payouts whose destination is no longer active: they are requested again, and an admin approves them once the
// destination was confirmed.

import { resolveOperation } from '../../ledger/operation.ts'
import type { DistrustDestinations } from '../../merchants/sign-in/bearer.ts'
import { statement, type Tx } from '../../platform/database/database.ts'
import { lockDestinations } from '../destinations/queries.ts'
import { movePayout } from './move-payout.ts'
import { lockedPayout, operationOf, type PayoutRow } from './queries.ts'

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
async function holdOpenPayouts(sql: Tx, merchantId: bigint, now: Temporal.Instant): Promise<void> {
  for (const { id } of await sql.rows(findOpen, [merchantId])) {
    const payout = await lockedPayout(sql, id)
    if (payout.state === 'APPROVED') await holdLocked(sql, payout, now)
  }
}

// What becomes of a merchant's new payout destinations when somebody who could have prepared them is no longer trusted: a user whose
// password is new, who was removed, or whose access was reset.

type Unconfirmed = { id: bigint; merchant_id: bigint; environment: 'sandbox' | 'production' }

/**
 * A destination is new for its own delay, since it was added and again since it was confirmed. Those that wait are locked as well,
 * since one may be confirmed at this moment.
 */
// guard: new-password-destinations
const unconfirmNew = statement<Unconfirmed>(
  'unconfirm_new_payout_destinations',
  `update payout_destination
      set state = 'waiting', confirmed_session = null, confirmed_at = null,
          usable_from = case when $3 then ($2::timestamptz at time zone 'UTC' + delay) at time zone 'UTC' else usable_from end
    where merchant_id = $1 and state <> 'removed'
      and (state = 'waiting' or $2::timestamptz - greatest(created_at, confirmed_at) < delay)
   returning id, merchant_id, environment`,
)

export const distrustDestinations: DistrustDestinations = async (sql, merchantId, { now, waitAgain }) => {
  await sql.rows(lockDestinations, [merchantId])
  const destinations = await sql.rows(unconfirmNew, [merchantId, now, waitAgain])
  // guard: payouts-to-restarted
  if (destinations.length > 0) await holdOpenPayouts(sql, merchantId, now)
  return destinations
}

const findOpenToDestination = statement<{ id: bigint }>(
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
  for (const { id } of await sql.rows(findOpenToDestination, [destination.merchant_id, destination.id]))
    locked.push(await lockedPayout(sql, id))
  // Some may have been sent while we waited for the lock.
  const open = locked.filter(({ state }) => state === 'REQUESTED' || state === 'APPROVED')
  for (const payout of open) await cancelLocked(sql, payout, by, now)
  return open.map(({ public_id }) => public_id)
}
