// Alerts a merchant whose wallet is below the limit that it has set: when it gets there, then once a day while it stays there.

import type { Environment } from '../../kernel/environment.ts'
import type { Money } from '../../kernel/money.ts'
import { recordIncident, resolveIncident } from '../../messages/incident.ts'
import type { Tx } from '../../platform/database/database.ts'
import { alertMerchant } from './alert-merchant.ts'

export type WalletLevel = {
  merchantId: bigint
  environment: Environment
  available: Money
  limit: Money
}

/** SQL: the key of the incident of the wallet of merchant `m`. */
export const lowBalanceKey = `'low_balance:' || m.environment || ':' || m.id`

/** Notes that the wallet is below the limit, or that it is no longer. */
export async function alertOfBalance(
  sql: Tx,
  { merchantId, environment, available, limit }: WalletLevel,
  now: Temporal.Instant,
): Promise<void> {
  const key = `low_balance:${environment}:${merchantId}`
  if (available.minor >= limit.minor) return void (await resolveIncident(sql, key, now))
  const incident = await recordIncident(sql, key, now)
  if (!incident) return
  const alert = { merchantId, environment, kind: 'balance_low', fact: incident.fact } as const
  await alertMerchant(sql, { ...alert, facts: { available, limit } }, now)
}
