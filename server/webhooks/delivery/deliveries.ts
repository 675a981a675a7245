// Webhook deliveries as their merchant sees them, and resending one.
import type { z } from 'zod'
import { sentKeys, toSentKeys } from '../../platform/database/coalescing-batch.ts'
import { lockedRows, type Sql, statement } from '../../platform/database/database.ts'
import {
  boundsOf,
  type DayFilter,
  type Definition,
  dayList,
  type ListOwner,
} from '../../platform/database/day-list.ts'
import {
  type aboutSchema,
  type deliveryDetailSchema,
  type deliverySchema,
  deliveryState,
} from '../../platform/http/delivery-record.ts'
import { maxCounted } from '../../platform/http/list-query.ts'
import { type Clock, zonelessMicrosecond } from '../../platform/time/clock.ts'
import { countMovedDeliveries } from '../enqueue-webhook.ts'

type About = z.output<typeof aboutSchema>

/** Returns null for an event about neither a payment nor a transfer. @param body as it was sent */
export function aboutOf(body: string): About | null {
  const event: Readonly<Record<string, unknown>> = JSON.parse(body)
  const { transaction_uuid: payment, transaction_id: transfer } = event
  const id = text(payment) ?? text(transfer)
  const reference = text(event.reference)
  if (id === null || reference === null) return null
  return {
    type: payment === undefined ? 'transfer' : 'payment',
    id,
    reference,
    outcome: text(event.status),
    amount: twoDecimals(event.amount),
    currency: text(event.currency),
  }
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Refunds have four decimals, of which the last two are zeros, and transfers have numbers. */
function twoDecimals(amount: unknown): string | null {
  const written = typeof amount === 'number' ? String(amount) : (text(amount) ?? '')
  const [, whole, decimals = ''] = /^(\d+)(?:\.(\d+))?$/.exec(written) ?? []
  return whole === undefined ? null : `${whole}.${decimals.padEnd(2, '0').slice(0, 2)}`
}

export const deliveryStates = deliveryState.options
export type DeliveryState = z.output<typeof deliveryState>

export type DeliverySummary = z.output<typeof deliverySchema>
type AttemptSummary = DeliverySummary['attempts'][number]

/** Adds the exact body that was sent and the beginning of each response. */
export type DeliveryDetail = z.output<typeof deliveryDetailSchema>

export type EventRow = Omit<
  DeliverySummary,
  'id' | 'about' | 'attempts' | 'next_attempt_at' | 'created_at'
> & {
  id: bigint
  delivery_id: string
  body: string
  next_attempt_at: Temporal.Instant | null
  created_at: Temporal.Instant
}
type AttemptRow = Omit<AttemptSummary, 'at'> & {
  event_id: bigint
  at: Temporal.Instant
  response_head: string
}

/** SQL for the id of the delivery `t`, which is that of its event, or of a copy its own. */
export const deliveryId = 'coalesce(t.copy_id, t.event_id)'
/** Columns of `webhook_event`, aliased `t`. */
export const deliveryColumns = `${deliveryId} as delivery_id, t.event_id, t.endpoint_id, t.event_type, t.url, t.state as status,
  t.next_attempt_at, t.body`
/** SQL: the delivery `t` has one of the ids of the array `ids`, in a form that its two indexes know. */
export const hasDeliveryId = (ids: string): string =>
  `(t.copy_id is null and t.event_id = any(${ids}) or t.copy_id = any(${ids})) and t.url is not null`

/** How deliveries are listed. The index of the whole list has state and type, so rows of others are skipped within it. */
export const deliveryListDefinition: Definition = {
  list: 'delivery',
  table: 'webhook_event',
  columns: deliveryColumns,
  status: 'state',
  kind: 'event_type',
  parts: [
    { statuses: ['PENDING', 'DELIVERED'], condition: `state in ('PENDING', 'DELIVERED')` },
    { statuses: ['FAILED', 'DEAD'], condition: `state in ('FAILED', 'DEAD')` },
  ],
  hasWholeIndex: `state <> 'STORED'`,
}
const deliveries = dayList<EventRow>(deliveryListDefinition)
const listAttempts = statement<AttemptRow>(
  'list_webhook_attempts',
  `with ${sentKeys('bigint')}
   select a.event_id, a.at, a.http_status, a.error, a.duration_ms, a.response_head
     from sent join webhook_attempt a on a.event_id = sent.key order by a.event_id, a.number`,
)

/** Lists deliveries, newest first, each with its attempts, oldest first. @param range.offset how many to skip. */
export async function listDeliveries(
  sql: Sql,
  owner: ListOwner,
  range: { limit: number; offset: number },
  filter: DayFilter = {},
): Promise<{ items: DeliverySummary[]; total: number }> {
  const { rows, total } = await deliveries.page(sql, owner, filter, range)
  return { items: await summariesOf(sql, rows), total }
}

async function summariesOf(sql: Sql, rows: readonly EventRow[]): Promise<DeliverySummary[]> {
  const attempts = await attemptsOf(sql, rows)
  return rows.map((row) => ({ ...summaryOf(row), attempts: attempts(row).map(attemptSummary) }))
}

const toEndpoint = `from webhook_event t
  where t.merchant_id = $1 and t.environment = $2 and t.endpoint_id = $3 and t.created_at >= $4::timestamptz
    and t.created_at < $5::timestamptz and ($6::text is null or t.state = $6) and ($7::text is null or t.event_type = $7)`
const countTo = statement<{ total: bigint }>(
  'count_deliveries_to_endpoint',
  `select count(*) as total from (select ${toEndpoint} limit ${maxCounted}) found`,
)
const listTo = statement<EventRow>(
  'list_deliveries_to_endpoint',
  `select t.id, t.created_at, ${deliveryColumns} ${toEndpoint} order by t.created_at desc, t.id desc limit $8 offset $9`,
)

/** The same to one further endpoint, counted up to `maxCounted`. */
export async function listDeliveriesTo(
  sql: Sql,
  { merchantId, environment }: ListOwner,
  endpointId: string,
  { range, filter }: { range: { limit: number; offset: number }; filter: DayFilter },
): Promise<{ items: DeliverySummary[]; total: number }> {
  const { status = null, kind = null } = filter
  const values = [merchantId, environment, endpointId, ...boundsOf(filter), status, kind]
  const [counted, rows] = await Promise.all([
    sql.rows(countTo, values),
    sql.rows(listTo, [...values, range.limit, range.offset]),
  ])
  return { items: await summariesOf(sql, rows), total: Number(counted[0]?.total ?? 0) }
}

const findAbout = statement<EventRow>(
  'find_webhook_events_about',
  `select t.id, t.created_at, ${deliveryColumns} from webhook_event t
    where t.merchant_id = $1 and t.environment = $2 and t.subject = $3 and t.url is not null order by t.id`,
)
// guard: delivery-owner
const findOne = statement<EventRow>(
  'find_webhook_event',
  `select t.id, t.created_at, ${deliveryColumns} from webhook_event t
    where t.merchant_id = $1 and t.environment = $2 and ${hasDeliveryId('array[$3::uuid]')}`,
)

/** Returns every webhook about one payment or transfer, oldest first. @param subject the subject it was enqueued with. */
export async function deliveriesAbout(
  sql: Sql,
  { merchantId, environment }: ListOwner,
  subject: string,
): Promise<DeliveryDetail[]> {
  return deliveryDetailsOf(sql, await sql.rows(findAbout, [merchantId, environment, subject]))
}

/** Returns undefined if the delivery does not exist or belongs to another merchant. */
export async function deliveryDetail(
  sql: Sql,
  { merchantId, environment }: ListOwner,
  id: string,
): Promise<DeliveryDetail | undefined> {
  const [detail] = await deliveryDetailsOf(sql, await sql.rows(findOne, [merchantId, environment, id]))
  return detail
}

export async function deliveryDetailsOf(sql: Sql, rows: readonly EventRow[]): Promise<DeliveryDetail[]> {
  const attempts = await attemptsOf(sql, rows)
  return rows.map((row) => ({
    ...summaryOf(row),
    body: row.body,
    attempts: attempts(row).map((attempt) => ({
      ...attemptSummary(attempt),
      response_head: attempt.response_head,
    })),
  }))
}

async function attemptsOf(sql: Sql, events: readonly { id: bigint }[]) {
  if (events.length === 0) return () => []
  const rows = await sql.rows(listAttempts, [toSentKeys(events.map(({ id }) => id))])
  const byEvent = Map.groupBy(rows, ({ event_id }) => event_id)
  return ({ id }: { id: bigint }) => byEvent.get(id) ?? []
}

function summaryOf(row: EventRow): Omit<DeliverySummary, 'attempts'> {
  return {
    id: row.delivery_id,
    event_id: row.event_id,
    endpoint_id: row.endpoint_id,
    event_type: row.event_type,
    about: aboutOf(row.body),
    url: row.url,
    status: row.status,
    next_attempt_at: row.next_attempt_at && zonelessMicrosecond(row.next_attempt_at),
    created_at: zonelessMicrosecond(row.created_at),
  }
}

function attemptSummary({ at, http_status, error, duration_ms }: AttemptRow): AttemptSummary {
  return { at: zonelessMicrosecond(at), http_status, error, duration_ms }
}

// guard: resend-of-disabled
const isDisabled = 'w.id is not null and not w.is_enabled'
const resendEvent = statement<{ resent: boolean; is_disabled: boolean }>(
  'resend_webhook_event',
  `with found as (${lockedRows(`
     select t.id, t.state, w.url, w.breaker, ${isDisabled} as is_disabled
       from webhook_event t left join webhook_endpoint w on w.id = t.endpoint_id
      where ${hasDeliveryId('array[$1::uuid]')} and t.merchant_id = $2 and t.environment = $3 for update of t`)}
   ), resent as (
     update webhook_event e
        set state = 'PENDING', attempts_before = case when e.state = 'PENDING' then attempts_before else attempts end,
            crashes = 0, next_attempt_at = least(next_attempt_at, $4::timestamptz), finished_at = null, resend_id = null,
            url = coalesce(found.url, e.url), endpoint = coalesce(found.breaker, e.endpoint)
       from found where e.id = found.id and e.lease_token is null and not found.is_disabled
     returning e.id, e.merchant_id, e.environment, e.event_type, e.created_at, e.state, found.state as state_before
   ), counted as (${countMovedDeliveries('resent', 'r.state_before')}), forgotten as (delete from webhook_forward f using resent r where f.event_id = r.id)
   select exists (select from resent) as resent, is_disabled from found`,
)

export const resendResults = ['resent', 'under_way', 'endpoint_disabled', 'unknown'] as const
/** `under_way`: the delivery is in flight. `endpoint_disabled`: its endpoint wants nothing any more. Both leave it unchanged. */
export type ResendResult = (typeof resendResults)[number]

/**
 * Puts an event that has ended, in whatever state, back into the outbox with the same id and bytes. Its schedule starts over,
 * its attempt numbers continue, and listeners receive it again too. An event that waits for a retry is sent now; one that is in
 * flight is left unchanged, and so is a copy for a further endpoint that is disabled or deleted. A copy goes to the URL that its
 * endpoint has now.
 */
export async function resend(
  { db, clock }: { db: Sql; clock: Clock },
  { merchantId, environment, id }: ListOwner & { id: string },
): Promise<ResendResult> {
  const [row] = await db.rows(resendEvent, [id, merchantId, environment, clock.now()])
  if (!row) return 'unknown'
  if (row.is_disabled) return 'endpoint_disabled'
  return row.resent ? 'resent' : 'under_way'
}
