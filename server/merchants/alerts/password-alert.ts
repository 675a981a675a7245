// Messages about how users sign in: alerts, so that nobody changes it unnoticed, and links for a new password.

import type { Environment } from '../../kernel/environment.ts'
import { sealFragment } from '../../messages/fragment.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
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
