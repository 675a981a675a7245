// Deliveries as people of the service look for them, over all merchants; and all that was sent about one thing.
import { zonelessMicrosecond } from '../platform/clock.ts'
import { type Sql, statement } from '../platform/database.ts'
import { mostCounted } from '../platform/page.ts'

export const deliveryStates = ['PENDING', 'DELIVERED', 'FAILED', 'DEAD'] as const
export type DeliveryState = (typeof deliveryStates)[number]

type EventRow = {
  id: bigint
  event_id: string
  event_type: string
  subject: string
  url: string
  status: DeliveryState
  body: string
  merchant_code: string
  merchant_name: string
  next_attempt_at: Temporal.Instant | null
  created_at: Temporal.Instant
}
type AttemptRow = {
  event_id: bigint
  at: Temporal.Instant
  http_status: number | null
  error: string | null
  duration_ms: number
  response_head: string
}

const columns = `e.id, e.event_id, e.event_type, e.subject, e.url, e.state as status, e.body, e.next_attempt_at,
  e.created_at, m.merchant_code, m.name as merchant_name`

/** Each combination of filters is a statement of its own, so that the database plans each for itself. */
function listing(state: boolean, merchant: boolean) {
  const name = `${state ? '_by_state' : ''}${merchant ? '_of_merchant' : ''}`
  const wanted = `($1::text is null or e.event_type = $1)
    and ${state ? 'e.state = $2' : '$2::text is null'} and ${merchant ? 'm.merchant_code = $3' : '$3::text is null'}`
  const tables = 'webhook_event e join merchant m on m.id = e.merchant_id'
  return {
    rows: statement<EventRow>(
      `list_all_webhook_events${name}`,
      `select ${columns} from ${tables} where ${wanted} order by e.id desc limit $4 offset $5`,
    ),
    count: statement<{ counted: bigint }>(
      `count_all_webhook_events${name}`,
      `select count(*) as counted from (select from ${tables} where ${wanted} limit ${mostCounted + 1}) found`,
    ),
  }
}
const listings = {
  'state merchant': listing(true, true),
  state: listing(true, false),
  merchant: listing(false, true),
  all: listing(false, false),
}

const findAttempts = statement<AttemptRow>(
  'find_webhook_attempts',
  `select event_id, at, http_status, error, duration_ms, response_head from webhook_attempt
    where event_id = any($1::bigint[]) order by event_id, number`,
)

export type DeliveryFilter = {
  state?: DeliveryState | undefined
  merchant_code?: string | undefined
  event_type?: string | undefined
}

/** Newest first, each with its attempts, oldest first. */
export async function searchDeliveries(
  sql: Sql,
  { state, merchant_code, event_type }: DeliveryFilter,
  { limit, offset }: { limit: number; offset: number },
) {
  const kind = [state && 'state', merchant_code && 'merchant'].filter(Boolean).join(' ') || 'all'
  const { rows, count } = listings[kind as keyof typeof listings]
  const filter = [event_type ?? null, state ?? null, merchant_code ?? null]
  const items = await storiesOf(sql, await sql.rows(rows, [...filter, limit, offset]))
  const [found] = await sql.rows(count, filter)
  return { items, counted: Number(found?.counted ?? 0) }
}

const findAbout = statement<EventRow>(
  'find_webhook_events_of_subject',
  `select ${columns} from webhook_event e join merchant m on m.id = e.merchant_id
    where e.merchant_id = $1 and e.subject = $2 order by e.id`,
)

/** All that a merchant was told of one thing, oldest first. @param subject as it was announced under. */
export async function deliveriesOf(sql: Sql, merchantId: bigint, subject: string) {
  return storiesOf(sql, await sql.rows(findAbout, [merchantId, subject]))
}

async function storiesOf(sql: Sql, events: readonly EventRow[]) {
  if (events.length === 0) return []
  const attempts = Map.groupBy(
    await sql.rows(findAttempts, [events.map(({ id }) => id)]),
    ({ event_id }) => event_id,
  )
  return events.map(({ next_attempt_at, created_at, ...event }) => ({
    ...event,
    id: Number(event.id),
    next_attempt_at: next_attempt_at && zonelessMicrosecond(next_attempt_at),
    created_at: zonelessMicrosecond(created_at),
    attempts: (attempts.get(event.id) ?? []).map(({ event_id: _, at, ...facts }) => ({
      at: zonelessMicrosecond(at),
      ...facts,
    })),
  }))
}

const countDead = statement<{ dead: bigint }>(
  'count_dead_webhook_events',
  `select count(*) as dead from webhook_event where state = 'DEAD'`,
)

export async function deadDeliveries(sql: Sql): Promise<number> {
  return Number((await sql.rows(countDead))[0]?.dead ?? 0)
}
