// What is recorded when an admin user uses a recovery code: an audit entry, and a message to the user, since it may have been somebody
// else.

import type { Device } from '../../../accounts/device.ts'
import type { CodeOwner } from '../../../accounts/factors/use-code.ts'
import { newId } from '../../../kernel/id.ts'
import type { Language } from '../../../kernel/language/language.ts'
import type { AdminRole } from '../../../kernel/roles/admins.ts'
import { staffRecoveryCodeContent } from '../../../messages/texts/staff.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { type AdminAccess, adminOfSession } from '../../access.ts'
import { audit } from '../../audit.ts'
import { alertStaff } from '../alert-user.ts'
import type { LinkNeeds } from '../links.ts'

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
