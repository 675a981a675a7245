// Which devices a user has signed in from. A sign-in from another one is reported to that user, in the transaction that signs in.
import { createHash } from 'node:crypto'
import { type Sql, statement, type Tx } from '../../platform/database/database.ts'
import { alertMerchant } from '../alerts/alert-merchant.ts'
import type { Environment } from '../identity/merchant.ts'
import type { Device } from './device.ts'

/** More new devices in a day are not reported one by one: the user knows by then. */
const maxReported = 10
const retention = { hours: 24 * 400 }
const maxDeleted = 1_000

function statementsOf(table: 'user_device' | 'admin_device') {
  return {
    /** The first device of a user is that of their sign-up or invitation, and no news. */
    // guard: new-device
    note: statement<{ is_new: boolean }>(
      `note_${table}`,
      `with known as materialized (
     select count(*) as devices, coalesce(bool_or(device_hash = $2), false) as is_known,
            count(*) filter (where first_seen_at > $3::timestamptz - interval '1 day') as recent
       from ${table} where user_id = $1
   ), seen as (
     insert into ${table} (user_id, device_hash, first_seen_at, last_seen_at) values ($1, $2, $3, $3)
     on conflict (user_id, device_hash) do update set last_seen_at = $3
   )
   select devices > 0 and not is_known and recent < ${maxReported} as is_new from known`,
    ),
    forgetOld: statement<{ user_id: bigint }>(
      `forget_${table}s`,
      `delete from ${table} where (user_id, device_hash) in (
     select user_id, device_hash from ${table} where last_seen_at <= $1 limit ${maxDeleted})
   returning user_id`,
    ),
  }
}

/** What is stored of a device. */
export const deviceHash = ({ id }: Pick<Device, 'id'>): Buffer => createHash('sha256').update(id).digest()

/** The devices of one kind of users. Merchants' users and admin users have a table each. */
export function openKnownDevices(table: 'user_device' | 'admin_device') {
  const known = statementsOf(table)
  return {
    /** Notes the device of a sign-in. @returns its hash if the user has not used it before, and is to be notified. */
    async note(
      sql: Tx,
      userId: bigint,
      device: Pick<Device, 'id'>,
      now: Temporal.Instant,
    ): Promise<string | undefined> {
      const hash = deviceHash(device)
      const [noted] = await sql.rows(known.note, [userId, hash, now])
      return noted?.is_new ? hash.toString('hex') : undefined
    },

    /** Deletes devices that have not been used for over a year; returns true when there may be more. */
    async forget(sql: Sql, now: Temporal.Instant): Promise<boolean> {
      return (await sql.rows(known.forgetOld, [now.subtract(retention)])).length === maxDeleted
    },
  }
}

/** The devices of merchants' users. */
export const merchantDevices = openKnownDevices('user_device')

/** A user, and the merchant for which they sign in. */
type DeviceUser = { id: bigint; email: string; merchantId: bigint; environment: Environment }

/** Notes the device of a sign-in, and alerts the user who has not used it before. */
export async function noteSignInDevice(
  sql: Tx,
  { id: userId, email, merchantId, environment }: DeviceUser,
  device: Device,
  now: Temporal.Instant,
): Promise<void> {
  const hash = await merchantDevices.note(sql, userId, device, now)
  if (hash === undefined) return
  const fact = `sign_in:user:${userId}:${hash}`
  const facts = { at: now, device: device.name ?? '—', address: device.address }
  const alert = { merchantId, environment, kind: 'sign_in_new_device', fact, facts } as const
  await alertMerchant(sql, { ...alert, userEmail: email }, now)
}
