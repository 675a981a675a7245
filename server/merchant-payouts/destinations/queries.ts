// Where merchants are paid. A destination can be used once it is confirmed and its delay has passed.

import type { Environment } from '../../kernel/environment.ts'
import { sharedDestinationLock } from '../../merchants/identity/destination-lock.ts'
import { type Sql, statement, type Tx } from '../../platform/database/database.ts'
import { utcSecond } from '../../platform/time/clock.ts'
import { isPublicId, type PayoutOwner, type PayoutTarget } from '../payout/queries.ts'
import { renderTarget } from '../payout/responses.ts'

export type DestinationRow = PayoutTarget & {
  id: bigint
  public_id: string
  merchant_id: bigint
  environment: Environment
  state: 'waiting' | 'active' | 'removed'
  created_at: Temporal.Instant
  usable_from: Temporal.Instant
  confirmed_at: Temporal.Instant | null
  created_session: Buffer
}

export const destinationColumns = `id, public_id, merchant_id, environment, type, operator, number, subscriber_name, account, bic, holder,
  state, created_at, usable_from, confirmed_at, created_session`

export const maxDestinations = 100

const list = statement<DestinationRow>(
  'list_payout_destinations',
  `select ${destinationColumns} from payout_destination
    where merchant_id = $1 and environment = $2 and state <> 'removed' order by id limit ${maxDestinations}`,
)
/** Locks a merchant while its destinations or look-ups are counted. */
export const lockMerchant = statement(
  'lock_merchant_of_destination',
  'select from merchant where id = $1 for no key update',
)
// guard: payout-destination-owner
const findForPayout = statement<DestinationRow>(
  'find_destination_for_payout',
  `with shared as materialized (select ${sharedDestinationLock('$1')})
   select ${destinationColumns} from payout_destination, shared
    where merchant_id = $1 and environment = $2 and public_id = $3 and state <> 'removed' for share of payout_destination`,
)
// guard: own-payout-destination
const lockOwn = statement<DestinationRow>(
  'lock_payout_destination',
  `select ${destinationColumns} from payout_destination
    where merchant_id = $1 and environment = $2 and public_id = $3 and state <> 'removed' for update`,
)

/** The destinations of a merchant that were not removed, oldest first. */
export function destinationsOf(
  sql: Sql,
  { merchantId, environment }: PayoutOwner,
): Promise<DestinationRow[]> {
  return sql.rows(list, [merchantId, environment])
}

/** The merchant's destination, which cannot be removed before the transaction ends; undefined if it has no such one. */
export async function destinationForPayout(
  sql: Tx,
  owner: PayoutOwner,
  publicId: string,
): Promise<DestinationRow | undefined> {
  return isPublicId(publicId) ? (await sql.rows(findForPayout, valuesOf(owner, publicId)))[0] : undefined
}

/** Locks the merchant's destination; undefined if it has no such one. */
export async function lockedDestination(
  sql: Tx,
  owner: PayoutOwner,
  publicId: string,
): Promise<DestinationRow | undefined> {
  return isPublicId(publicId) ? (await sql.rows(lockOwn, valuesOf(owner, publicId)))[0] : undefined
}

const valuesOf = ({ merchantId, environment }: PayoutOwner, publicId: string) => [
  merchantId,
  environment,
  publicId,
]

/** Whether the destination may be paid now. */
export function isUsable(
  { state, usable_from }: Pick<DestinationRow, 'state' | 'usable_from'>,
  now: Temporal.Instant,
): boolean {
  return state === 'active' && Temporal.Instant.compare(usable_from, now) <= 0
}

/** @param reader the sign-in that reads it, which may confirm only what was added at another one */
export function renderDestination(row: DestinationRow, now: Temporal.Instant, reader: { tokenHash: Buffer }) {
  return {
    destination_id: row.public_id,
    ...renderTarget(row),
    // It is active once it was confirmed and its delay has passed.
    state: row.state === 'active' && !isUsable(row, now) ? ('confirmed' as const) : row.state,
    usable: isUsable(row, now),
    confirmable: row.state === 'waiting' && !row.created_session.equals(reader.tokenHash),
    usable_from: utcSecond(row.usable_from),
    confirmed_at: row.confirmed_at && utcSecond(row.confirmed_at),
    created_at: utcSecond(row.created_at),
  }
}
