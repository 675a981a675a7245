// Messages about how users sign in, so that nobody changes or uses it unnoticed, and links for a new password.

import { type Device, recordDevice } from '../../accounts/device.ts'
import type { CodeOwner } from '../../accounts/factors/typed-code.ts'
import { audit } from '../../admin/audit.ts'
import type { Environment } from '../../kernel/environment.ts'
import { newId } from '../../kernel/id.ts'
import type { MerchantRole } from '../../kernel/merchant-roles.ts'
import { sealFragment } from '../../messages/content.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { merchantActor } from '../identity/merchant.ts'
import { alertMerchant, alertOwners } from './alert-merchant.ts'

export type User = { id: bigint; email: string; merchantId: bigint; environment: Environment }

export async function alertOfPassword(
  sql: Tx,
  kind: 'password_link_created' | 'password_changed',
  { id, email, merchantId, environment }: User,
  now: Temporal.Instant,
): Promise<void> {
  const fact = `${kind}:user:${id}:${now.epochMilliseconds}`
  const alert = { merchantId, environment, kind, fact, facts: { at: now } } as const
  await alertMerchant(sql, { ...alert, userEmail: email }, now)
}

/**
 * Sends a link for a new password to its user's own address, in the transaction that stores the link. Nobody else reads it: the
 * outbox holds its token sealed.
 */
export async function mailPasswordLink(
  sql: Tx,
  secrets: Secrets,
  { id, email, merchantId, environment }: User,
  { token, endsAt }: { token: string; endsAt: Temporal.Instant },
  now: Temporal.Instant,
): Promise<void> {
  const fact = `password_link:user:${id}:${now.epochMilliseconds}`
  const facts = { fragment: sealFragment(secrets, token), endsAt }
  const alert = { merchantId, environment, kind: 'password_link', fact, facts } as const
  // An admin may send it to an address that is not confirmed yet.
  await alertMerchant(sql, { ...alert, only: { channel: 'email', address: email } }, now)
}

/** Notifies the user and every owner that second factors were taken away. @param reset.by the email of the owner who did it; null: our team. */
export async function alertOfFactorReset(
  sql: Tx,
  { merchantId, environment, email, by }: Omit<User, 'id'> & { by: string | null },
  now: Temporal.Instant,
): Promise<void> {
  const fact = `second_factor_reset:${merchantId}:${email}:${now.epochMilliseconds}`
  const facts = { email, by, at: now }
  const alert = { merchantId, environment, kind: 'second_factor_reset', fact, facts } as const
  await alertMerchant(sql, { ...alert, userEmail: email }, now)
  await alertOwners(sql, alert, now)
}

/** Notifies every owner that new payout destinations wait again, because the access of a user was reset. */
export async function alertOfWaiting(
  sql: Tx,
  { merchantId, environment }: Pick<User, 'merchantId' | 'environment'>,
  now: Temporal.Instant,
): Promise<void> {
  const fact = `payout_destinations_wait:${merchantId}:${now.epochMilliseconds}`
  const facts = { at: now }
  await alertOwners(sql, { merchantId, environment, kind: 'payout_destinations_wait', fact, facts }, now)
}

/** A user, and the merchant for which they sign in. */
type DeviceUser = { id: bigint; email: string; merchantId: bigint; environment: Environment }

/** Records the device of a sign-in, and alerts the user who has not used it before. */
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
