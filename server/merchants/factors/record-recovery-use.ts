// What is recorded when a recovery code is used: an audit entry, and a message to the user, since it may have been somebody else.

import type { Device } from '../../accounts/device.ts'
import { audit } from '../../admin/audit.ts'
import { newId } from '../../kernel/id.ts'
import type { MerchantRole } from '../../kernel/roles/merchant-users.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { alertMerchant } from '../alerts/alert-merchant.ts'
import { merchantActor } from '../identity/audit-actor.ts'
import type { Environment } from '../identity/merchant.ts'

export type RecoveryUse = {
  merchantId: bigint
  merchantCode: string
  environment: Environment
  user: { email: string; role: MerchantRole }
  /** How many codes the user still has. */
  left: number
  device: Pick<Device, 'name' | 'address' | 'requestId'>
}

/** Audits the use of a recovery code and alerts the user. */
export async function recordRecoveryUse(
  sql: Tx,
  { secrets, clock }: { secrets: Secrets; clock: Clock },
  { merchantId, merchantCode, environment, user, left, device }: RecoveryUse,
): Promise<void> {
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
  const alert = { merchantId, environment, kind: 'recovery_code_used', facts, userEmail: user.email } as const
  await alertMerchant(sql, { ...alert, fact: `recovery_code:${newId()}` }, now)
}
