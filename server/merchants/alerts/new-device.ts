// Tells a merchant's user of a sign-in from a device that they have not used before, in the transaction that signs in.
import type { Device } from '../../accounts/device.ts'
import { recordDevice } from '../../accounts/known-device.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { Tx } from '../../platform/database/database.ts'
import { alertMerchant } from './alert-merchant.ts'

/** A user, and the merchant for which they sign in. */
type DeviceUser = { id: bigint; email: string; merchantId: bigint; environment: Environment }

/** Notes the device of a sign-in, and alerts the user who has not used it before. */
export async function recordSignInDevice(
  sql: Tx,
  { id: accountId, email, merchantId, environment }: DeviceUser,
  device: Device,
  now: Temporal.Instant,
): Promise<void> {
  const hash = await recordDevice(sql, accountId, device, now)
  if (hash === undefined) return
  const fact = `sign_in:user:${accountId}:${hash}`
  const facts = { at: now, device: device.name ?? '—', address: device.address }
  const alert = { merchantId, environment, kind: 'sign_in_new_device', fact, facts } as const
  await alertMerchant(sql, { ...alert, userEmail: email }, now)
}
