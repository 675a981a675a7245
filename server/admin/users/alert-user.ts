// Writes to an admin user about their own account, in the transaction of what happened.

import { type Device, recordDevice } from '../../accounts/device.ts'
import type { CodeOwner } from '../../accounts/factors/typed-code.ts'
import type { AdminRole } from '../../kernel/admin-roles.ts'
import { newId } from '../../kernel/id.ts'
import type { Language } from '../../kernel/language.ts'
import type { EmailContent } from '../../messages/content.ts'
import { enqueueMessages } from '../../messages/enqueue-message.ts'
import { newStaffDeviceContent, staffRecoveryCodeContent } from '../../messages/texts/staff.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { type AdminAccess, adminOfSession } from '../access.ts'
import { audit } from '../audit.ts'
import type { LinkNeeds } from './links.ts'

type Alert = {
  kind: 'staff_new_device' | 'staff_recovery_code_used'
  /** Names what happened: it is reported once. */
  fact: string
  /** The email of the user. */
  address: string
  content: (language: Language) => EmailContent
}

/** Writes the message where the deployment sends email. */
async function alertStaff(
  sql: Tx,
  { linkDelivery: { mailed, environment, language } }: Pick<LinkNeeds, 'linkDelivery'>,
  { content, ...alert }: Alert,
  now: Temporal.Instant,
): Promise<void> {
  if (!mailed) return
  const to = { environment, merchantId: null, audience: 'admin', channel: 'email', language } as const
  await enqueueMessages(sql, [{ ...to, ...alert, content: content(language) }], now)
}

/** Records the device, and writes to the user where it is new and the deployment sends email. */
export async function recordStaffDevice(
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

type Needs = LinkNeeds & { clock: Clock; access: Pick<AdminAccess, 'tokens'> }

/** An admin user whose codes are typed: the use of a recovery code is audited, and reported to the user. */
export function staffCodeOwner(
  needs: Needs,
  user: { id: bigint; email: string; name: string; role: AdminRole },
  device: Device,
): CodeOwner {
  return {
    id: user.id,
    async recordRecovery(sql, left) {
      const { access, secrets, clock } = needs
      const now = clock.now()
      const { address, requestId, name } = device
      const { email } = user
      const admin = { ...adminOfSession({ ...user, device: name }, access), address, requestId }
      const action = 'staff.recovery_code_used'
      // guard: staff-recovery-audit
      audit(sql, secrets, { admin, action, subject: email, detail: { codes_left: left }, now })
      const content = (language: Language) =>
        staffRecoveryCodeContent({ at: now, device: name, address, left }, language)
      const fact = `recovery_code:admin:${newId()}`
      // guard: staff-recovery-alert
      await alertStaff(sql, needs, { kind: 'staff_recovery_code_used', fact, address: email, content }, now)
    },
  }
}
