// What becomes of a merchant's new payout destinations when somebody who could have prepared them is no longer trusted: a user whose
// password is new, who was removed, or whose access was reset.
import { lockDestinations } from '../../merchants/identity/destination-lock.ts'
import type { DistrustDestinations } from '../../merchants/sign-in/bearer.ts'
import { statement } from '../../platform/database/database.ts'
import { holdOpenPayouts } from '../payout/hold-payouts.ts'

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
          usable_from = case when $3 then $2::timestamptz + delay else usable_from end
    where merchant_id = $1 and state <> 'removed'
      and (state = 'waiting' or greatest(created_at, confirmed_at) + delay > $2)
   returning id, merchant_id, environment`,
)

export const distrustDestinations: DistrustDestinations = async (sql, merchantId, { now, waitAgain }) => {
  await sql.rows(lockDestinations, [merchantId])
  const destinations = await sql.rows(unconfirmNew, [merchantId, now, waitAgain])
  // guard: payouts-to-restarted
  if (destinations.length > 0) await holdOpenPayouts(sql, merchantId, now)
  return destinations
}
