// Alerts a user about the password of their account, so that nobody changes it unnoticed.
import type { Tx } from '../../platform/database/database.ts'
import type { Environment } from '../identity/merchant.ts'
import { alertMerchant } from './alert-merchant.ts'

type User = { id: bigint; email: string; merchantId: bigint; environment: Environment }

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
