// Further webhook endpoints of a merchant: addresses that get copies of its events, beside the callback URL of the specification. Each signs
// with a secret of its own and has deliveries and a breaker of its own.

import { newIdIn } from '../kernel/id.ts'
import { type Sql, statement, type Tx } from '../platform/database/database.ts'
import type { Secrets } from '../platform/secrets.ts'
import { countMovedDeliveries, endpointOf } from './enqueue-webhook.ts'
import {
  endpointSecretContext,
  openCallbackSecrets,
  type SealedSecrets,
  secretsOfEndpoint,
} from './receiver-credentials.ts'

export const maxEndpoints = 8

/** What a merchant decides about an endpoint. */
export type EndpointSettings = {
  url: string
  /** The names of the events that are copied to it. */
  events: readonly string[]
  description: string
  is_enabled: boolean
}

export type EndpointRow = EndpointSettings & {
  id: string
  /** Its key in the table of breakers. */
  breaker: string
  created_at: Temporal.Instant
  previous_secret_until: Temporal.Instant | null
}

const columns = 'id, url, events, description, is_enabled, breaker, created_at, previous_secret_until'
// guard: endpoint-owner
const listOwn = statement<EndpointRow>(
  'list_webhook_endpoints',
  `select ${columns} from webhook_endpoint where merchant_id = $1 and deleted_at is null order by created_at, id`,
)
const insertOne = statement(
  'insert_webhook_endpoint',
  `insert into webhook_endpoint (id, merchant_id, url, breaker, events, description, is_enabled, secret_sealed, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
)
const changeOne = statement(
  'change_webhook_endpoint',
  `update webhook_endpoint set url = $2, breaker = $3, events = $4, description = $5, is_enabled = $6 where id = $1`,
)
const deleteOne = statement(
  'delete_webhook_endpoint',
  'update webhook_endpoint set is_enabled = false, deleted_at = $2 where id = $1',
)
const changeSecret = statement(
  'change_webhook_endpoint_secret',
  `update webhook_endpoint
      set previous_secret_sealed = case when $3::timestamptz is not null then secret_sealed end, previous_secret_until = $3,
          secret_sealed = $2
    where id = $1`,
)
/** Its deliveries that wait go to the new address at once, without the pause of the old one. */
const moveWaiting = statement(
  'move_deliveries_of_endpoint',
  `with gone as (delete from webhook_breaker where endpoint = $2)
   update webhook_event
      set url = $3, endpoint = $4, next_attempt_at = case when lease_token is null then least(next_attempt_at, $5) else next_attempt_at end
    where endpoint = $2 and endpoint_id = $1 and state = 'PENDING'`,
)
/** Those that are under way end as they would otherwise. */
const endWaiting = statement(
  'end_deliveries_of_endpoint',
  `with ended as (
     update webhook_event set state = 'FAILED', next_attempt_at = null, finished_at = $3
      where endpoint = $2 and endpoint_id = $1 and state = 'PENDING' and lease_token is null
     returning merchant_id, environment, event_type, created_at, state
   ), gone as (delete from webhook_breaker where endpoint = $2)
   ${countMovedDeliveries('ended', "'PENDING'")}`,
)

const listSecrets = statement<SealedSecrets & { url: string }>(
  'list_webhook_endpoint_secrets',
  `select w.id as endpoint_id, w.url, ${secretsOfEndpoint('$2')}
     from webhook_endpoint w join merchant m on m.id = w.merchant_id
    where w.merchant_id = $1 and w.deleted_at is null order by w.created_at, w.id`,
)

/** The secrets that sign webhooks to each endpoint of a merchant, with its address. */
export async function secretsOfEndpoints(
  sql: Sql,
  secrets: Secrets,
  of: { merchantId: bigint; now: Temporal.Instant },
): Promise<{ url: string; secrets: string[] }[]> {
  const rows = await sql.rows(listSecrets, [of.merchantId, of.now])
  return rows.map((row) => ({ url: row.url, secrets: openCallbackSecrets(secrets, of.merchantId, row) }))
}

/** Those of a merchant, the oldest first. */
export function endpointsOf(sql: Sql, merchantId: bigint): Promise<EndpointRow[]> {
  return sql.rows(listOwn, [merchantId])
}

/** @param secret in clear text. */
export async function insertEndpoint(
  sql: Tx,
  secrets: Secrets,
  of: { merchantId: bigint; settings: EndpointSettings; secret: string; now: Temporal.Instant },
): Promise<EndpointRow> {
  const { merchantId, settings, secret, now } = of
  const id = newIdIn(sql.cell)
  const { url, events, description, is_enabled } = settings
  const breaker = endpointOf(merchantId, url, id)
  const sealed = secrets.seal(secret, endpointSecretContext(merchantId, id))
  await sql.rows(insertOne, [
    ...[id, merchantId, url, breaker, events, description],
    ...[is_enabled, sealed, now],
  ])
  return { ...settings, id, breaker, created_at: now, previous_secret_until: null }
}

/** Changes an endpoint and what waits for it: another address gets it, a disabled one does not. */
export async function changeEndpoint(
  sql: Tx,
  merchantId: bigint,
  before: EndpointRow,
  change: { settings: EndpointSettings; now: Temporal.Instant },
): Promise<EndpointRow> {
  const { settings, now } = change
  const { url, events, description, is_enabled } = settings
  const breaker = endpointOf(merchantId, url, before.id)
  await sql.rows(changeOne, [before.id, url, breaker, events, description, is_enabled])
  if (!is_enabled) await sql.rows(endWaiting, [before.id, before.breaker, now])
  else if (url !== before.url) await sql.rows(moveWaiting, [before.id, before.breaker, url, breaker, now])
  return { ...before, ...settings, breaker }
}

/** Deletes an endpoint and ends what waits for it. Its deliveries stay in the list. */
export async function deleteEndpoint(
  sql: Tx,
  { id, breaker }: Pick<EndpointRow, 'id' | 'breaker'>,
  now: Temporal.Instant,
): Promise<void> {
  await sql.rows(deleteOne, [id, now])
  await sql.rows(endWaiting, [id, breaker, now])
}

/** @param until until when the old secret signs, too; null ends it at once. */
export async function changeEndpointSecret(
  sql: Tx,
  secrets: Secrets,
  of: { merchantId: bigint; id: string; secret: string; until: Temporal.Instant | null },
): Promise<void> {
  const { merchantId, id, secret, until } = of
  await sql.rows(changeSecret, [id, secrets.seal(secret, endpointSecretContext(merchantId, id)), until])
}
