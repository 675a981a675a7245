// Which devices a user has signed in from. A sign-in from another one is reported to that user, in the transaction that signs in.
import { createHash } from 'node:crypto'
import { type Sql, statement, type Tx } from '../../platform/database/database.ts'
import { alertMerchant } from '../alerts/alert-merchant.ts'
import type { Environment } from '../identity/merchant.ts'
import type { Device } from './device.ts'

/** More new devices in a day are not reported one by one: the user knows by then. */
const mostReported = 10
const retention = { hours: 24 * 400 }
const mostDeleted = 1_000

/** The first device of a user is that of their sign-up or invitation, and no news. */
// guard: new-device
const noteDevice = statement<{ is_new: boolean }>(
  'note_sign_in_device',
  `with known as materialized (
     select count(*) as devices, coalesce(bool_or(device_hash = $2), false) as is_known,
            count(*) filter (where first_seen_at > $3::timestamptz - interval '1 day') as recent
       from user_device where user_id = $1
   ), seen as (
     insert into user_device (user_id, device_hash, first_seen_at, last_seen_at) values ($1, $2, $3, $3)
     on conflict (user_id, device_hash) do update set last_seen_at = $3
   )
   select devices > 0 and not is_known and recent < ${mostReported} as is_new from known`,
)
const forgetOld = statement<{ user_id: bigint }>(
  'forget_known_devices',
  `delete from user_device where (user_id, device_hash) in (
     select user_id, device_hash from user_device where last_seen_at <= $1 limit ${mostDeleted})
   returning user_id`,
)

/** A user, and the merchant for which they sign in. */
type DeviceUser = { id: bigint; email: string; merchantId: bigint; environment: Environment }

/** Notes the device of a sign-in, and alerts the user who has not used it before. */
export async function noteSignInDevice(
  sql: Tx,
  { id: userId, email, merchantId, environment }: DeviceUser,
  { id, name, address }: Device,
  now: Temporal.Instant,
): Promise<void> {
  const hash = createHash('sha256').update(id).digest()
  const [noted] = await sql.rows(noteDevice, [userId, hash, now])
  if (!noted?.is_new) return
  const fact = `sign_in:user:${userId}:${hash.toString('hex')}`
  const facts = { at: now, device: name ?? '—', address }
  const alert = { merchantId, environment, kind: 'sign_in_new_device', fact, facts } as const
  await alertMerchant(sql, { ...alert, userEmail: email }, now)
}

/** Deletes devices that have not been used for over a year; returns true when there may be more. */
export async function forgetKnownDevices(sql: Sql, now: Temporal.Instant): Promise<boolean> {
  return (await sql.rows(forgetOld, [now.subtract(retention)])).length === mostDeleted
}
