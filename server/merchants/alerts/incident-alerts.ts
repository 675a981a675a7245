// Alerts a merchant of what lasts, once when it begins and once a day while it goes on: a wallet below the limit that the merchant has
// set, and a webhook endpoint that fails, of which it also learns when it is over.
import type { Environment } from '../../kernel/environment.ts'
import type { Money } from '../../kernel/money.ts'
import { recordIncident, resolveIncident } from '../../messages/incident.ts'
import type { Tx } from '../../platform/database/database.ts'
import { alertMerchant } from './alert-merchant.ts'

type WalletLevel = {
  merchantId: bigint
  environment: Environment
  available: Money
  limit: Money
}

/** SQL: the key of the incident of the wallet of merchant `m`. */
export const lowBalanceKey = `'low_balance:' || m.environment || ':' || m.id`

/** Records that the wallet is below the limit, or that it is no longer. */
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

type Notice = {
  kind: 'failing' | 'recovered'
  merchantId: bigint
  environment: Environment
  /** Merchant; scheme, host and port; of a further endpoint its id, too. */
  endpoint: string
}

export async function alertOfEndpoint(
  sql: Tx,
  { kind, merchantId, environment, endpoint }: Notice,
  now: Temporal.Instant,
): Promise<void> {
  const key = `webhook_endpoint:${environment}:${endpoint}`
  const incident = await (kind === 'failing' ? recordIncident : resolveIncident)(sql, key, now)
  if (!incident) return
  const { since, fact } = incident
  const [, origin = ''] = endpoint.split(' ')
  const facts = { origin, since }
  await alertMerchant(
    sql,
    { merchantId, environment, kind: `webhook_endpoint_${kind}` as const, fact, facts },
    now,
  )
}
