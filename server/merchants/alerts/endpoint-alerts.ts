// Alerts a merchant whose webhook endpoint fails: once when it begins, once a day while it lasts, and once when it is over.

import type { Environment } from '../../kernel/environment.ts'
import { recordIncident, resolveIncident } from '../../messages/incident.ts'
import type { Tx } from '../../platform/database/database.ts'
import { alertMerchant } from './alert-merchant.ts'

type Notice = {
  kind: 'failing' | 'recovered'
  merchantId: bigint
  environment: Environment
  /** Merchant, scheme, host and port. */
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
  const facts = { origin: endpoint.slice(endpoint.indexOf(' ') + 1), since }
  await alertMerchant(
    sql,
    { merchantId, environment, kind: `webhook_endpoint_${kind}` as const, fact, facts },
    now,
  )
}
