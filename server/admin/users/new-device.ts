// Tells an admin user of a sign-in from a device that they have not used before, in the transaction that signs in.
import type { Device } from '../../accounts/device.ts'
import { recordDevice } from '../../accounts/known-device.ts'
import { newStaffDeviceContent } from '../../messages/texts/staff.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { alertStaff } from './alert-user.ts'
import type { LinkNeeds } from './links.ts'

/** Notes the device, and writes to the user where it is new and the deployment sends email. */
export async function noteStaffDevice(
  sql: Tx,
  needs: Pick<LinkNeeds, 'linkDelivery'> & { clock: Clock },
  { id, email: address }: { id: bigint; email: string },
  device: Device,
): Promise<void> {
  const now = needs.clock.now()
  const hash = await recordDevice(sql, id, device, now)
  // guard: staff-device-alert
  if (hash === undefined) return
  const signIn = { at: now, device: device.name, address: device.address }
  const alert = { kind: 'staff_new_device', fact: `sign_in:admin:${id}:${hash}`, address } as const
  await alertStaff(
    sql,
    needs,
    { ...alert, content: (language) => newStaffDeviceContent(signIn, language) },
    now,
  )
}
