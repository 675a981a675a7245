// What is recorded when an admin user uses a recovery code: an audit entry, and a message to the user, since it may have been somebody
// else.

import type { Device } from '../../accounts/device.ts'
import { type AdminAccess, adminOfSession } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { newId } from '../../kernel/id.ts'
import type { AdminRole } from '../../kernel/roles/admins.ts'
import { staffRecoveryCodeContent } from '../../messages/texts/staff.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { alertStaff } from '../alerts/alert-user.ts'
import type { LinkNeeds } from '../links.ts'

type Needs = LinkNeeds & { clock: Clock; access: Pick<AdminAccess, 'tokens'> }

/** `left`: how many codes the user still has. */
type Use = { user: { email: string; name: string; role: AdminRole }; left: number; device: Device }

/** Audits the use of a recovery code and writes to the user. */
export async function recordStaffRecoveryUse(
  sql: Tx,
  needs: Needs,
  { user, left, device }: Use,
): Promise<void> {
  const { access, secrets, clock } = needs
  const now = clock.now()
  const { address, requestId, name } = device
  const { email } = user
  const admin = { ...adminOfSession({ ...user, device: name }, access), address, requestId }
  const action = 'staff.recovery_code_used'
  // guard: staff-recovery-audit
  audit(sql, secrets, { admin, action, subject: email, detail: { codes_left: left }, now })
  const use = { at: now, device: name, address, left }
  const alert = {
    kind: 'staff_recovery_code_used',
    fact: `recovery_code:admin:${newId()}`,
    address: email,
  } as const
  // guard: staff-recovery-alert
  await alertStaff(
    sql,
    needs,
    { ...alert, content: (language) => staffRecoveryCodeContent(use, language) },
    now,
  )
}
