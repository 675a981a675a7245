// One lock for the payout destinations of a merchant. Whoever requests a payout shares it, whoever confirms, removes or distrusts
// destinations takes it alone. It is granted in the order of requests, unlike a row lock, which a stream of payouts that share
// the row would keep from ever being taken alone.
import { statement } from '../../platform/database/database.ts'

const key = (merchant: string) => `hashtextextended('payout destinations of ' || ${merchant}::text, 0)`

/** Takes the lock alone until the transaction ends. Must precede the first row lock. */
// guard: fair-destination-lock
export const lockDestinations = statement(
  'lock_payout_destinations',
  `select pg_advisory_xact_lock(${key('$1::bigint')})`,
)

/** SQL: shares the lock until the transaction ends. @param merchant a parameter with its internal id. */
export const sharedDestinationLock = (merchant: string) =>
  `pg_advisory_xact_lock_shared(${key(`${merchant}::bigint`)})`
