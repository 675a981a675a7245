// What is recorded when a recovery code is used: an audit entry, and a message to the user, since it may have been somebody else.

import type { Device } from '../../accounts/device.ts'
import type { CodeOwner } from '../../accounts/factors/use-code.ts'
import { audit } from '../../admin/audit.ts'
import type { Environment } from '../../kernel/environment.ts'
import { newId } from '../../kernel/id.ts'
import type { MerchantRole } from '../../kernel/roles/merchant-users.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { alertMerchant } from '../alerts/alert-merchant.ts'
import { merchantActor } from '../identity/audit-actor.ts'

type RecoveryUse = {
  merchantId: bigint
  merchantCode: string
  environment: Environment
  user: { id: bigint; email: string; role: MerchantRole }
  device: Pick<Device, 'name' | 'address' | 'requestId'>
}

/** A user whose codes are typed: the use of a recovery code is audited, and the user alerted. */
export function codeOwner(
  { secrets, clock }: { secrets: Secrets; clock: Clock },
  { merchantId, merchantCode, environment, user, device }: RecoveryUse,
): CodeOwner {
  return {
    id: user.id,
    async recordRecovery(sql, left) {
      const now = clock.now()
      // guard: recovery-code-audit
      audit(sql, secrets, {
        admin: merchantActor({ merchantCode, user }, device),
        action: 'merchant_user.recovery_code_used',
        subject: merchantCode,
        detail: { email: user.email, codes_left: left },
        now,
      })
      const facts = { at: now, device: device.name ?? '—', address: device.address, left }
      const alert = { merchantId, environment, kind: 'recovery_code_used', facts } as const
      const fact = `recovery_code:${newId()}`
      await alertMerchant(sql, { ...alert, userEmail: user.email, fact }, now)
    },
  }
}
