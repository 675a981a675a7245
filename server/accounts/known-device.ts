// Which devices somebody has signed in from. A sign-in from another one is reported to them.
import { type Sql, statement, type Tx } from '../platform/database/database.ts'
import { hashOf } from './account.ts'
import type { Device } from './device.ts'

/** More new devices in a day are not reported one by one: the user knows by then. */
const maxReported = 10
const retention = { hours: 24 * 400 }
const maxDeleted = 1_000

/** The first device of a user is that of their sign-up or invitation, and no news. */
// guard: new-device
const upsert = statement<{ is_new: boolean }>(
  'record_device',
  `with known as materialized (
     select count(*) as devices, coalesce(bool_or(device_hash = $2), false) as is_known,
            count(*) filter (where first_seen_at > $3::timestamptz - interval '1 day') as recent
       from device where account_id = $1
   ), seen as (
     insert into device (account_id, device_hash, first_seen_at, last_seen_at) values ($1, $2, $3, $3)
     on conflict (account_id, device_hash) do update set last_seen_at = $3
   )
   select devices > 0 and not is_known and recent < ${maxReported} as is_new from known`,
)
const forgetOld = statement<{ account_id: bigint }>(
  'forget_devices',
  `delete from device where (account_id, device_hash) in (
     select account_id, device_hash from device where last_seen_at <= $1 limit ${maxDeleted})
   returning account_id`,
)

/** What is stored of a device. */
export const deviceHash = ({ id }: Pick<Device, 'id'>): Buffer => hashOf(id)

/** Records the device of a sign-in. @returns its hash if the account has not used it before, and its user is to be notified. */
export async function recordDevice(
  sql: Tx,
  accountId: bigint,
  device: Pick<Device, 'id'>,
  now: Temporal.Instant,
): Promise<string | undefined> {
  const hash = deviceHash(device)
  const [noted] = await sql.rows(upsert, [accountId, hash, now])
  return noted?.is_new ? hash.toString('hex') : undefined
}

/** Deletes devices that have not been used for over a year; returns true when there may be more. */
export async function forgetDevices(sql: Sql, now: Temporal.Instant): Promise<boolean> {
  return (await sql.rows(forgetOld, [now.subtract(retention)])).length === maxDeleted
}
