// Deliveries as people of the service look for them, over all merchants.
import { type Sql, statement } from '../platform/database.ts'
import { mostCounted } from '../platform/page.ts'
import {
  type DeliveryState,
  deliveryColumns,
  deliveryStates,
  type StoryRow,
  storiesOf,
} from './deliveries.ts'

type Row = StoryRow & { merchant_code: string; merchant_name: string; environment: string; subject: string }

const columns = `t.id, t.created_at, ${deliveryColumns}, t.body, t.subject, t.environment`

/** Every merchant has its list by time, once an environment: the newest of all are among the newest of each. */
const owners = `(select m.id, m.merchant_code, m.name, e.environment
     from merchant m cross join (values ('sandbox'), ('production')) e (environment)
    where ($1::text is null or m.merchant_code = $1)) o`
const ofOwner = `t.merchant_id = o.id and t.environment = o.environment and ($2::text is null or t.event_type = $2)`

/** Each state is a statement of its own, so that the database sees which index has it. */
function listing(state: DeliveryState | 'ANY') {
  const wanted = `${ofOwner} ${state === 'ANY' ? '' : `and t.state = '${state}'`}`
  return {
    rows: statement<Row>(
      `list_all_webhook_events_${state.toLowerCase()}`,
      `select t.*, o.merchant_code, o.name as merchant_name
         from ${owners} cross join lateral (
           select ${columns} from webhook_event t where ${wanted}
            order by t.created_at desc, t.id desc limit $3::bigint + $4::bigint) t
        order by t.created_at desc, t.id desc limit $3 offset $4`,
    ),
    count: statement<{ counted: bigint }>(
      `count_all_webhook_events_${state.toLowerCase()}`,
      `select count(*) as counted from (
         select from ${owners} cross join lateral (
           select from webhook_event t where ${wanted} limit ${mostCounted + 1}) t
          limit ${mostCounted + 1}) found`,
    ),
  }
}
const listings = new Map((['ANY', ...deliveryStates] as const).map((state) => [state, listing(state)]))

export type DeliveryFilter = {
  state?: DeliveryState | undefined
  merchant_code?: string | undefined
  event_type?: string | undefined
}

/** Newest first, each with what was sent and its attempts, oldest first. */
export async function searchAllDeliveries(
  sql: Sql,
  { state, merchant_code, event_type }: DeliveryFilter,
  { limit, offset }: { limit: number; offset: number },
) {
  const { rows, count } = listings.get(state ?? 'ANY') as ReturnType<typeof listing>
  const filter = [merchant_code ?? null, event_type ?? null]
  const found = await sql.rows(rows, [...filter, limit, offset])
  const stories = await storiesOf(sql, found)
  const items = found.map(({ merchant_code, merchant_name, environment, subject }, i) => ({
    merchant_code,
    merchant_name,
    environment,
    subject,
    ...stories[i],
  }))
  const [counted] = await sql.rows(count, filter)
  return { items, counted: Number(counted?.counted ?? 0) }
}

const countDead = statement<{ dead: bigint }>(
  'count_dead_webhook_events',
  `select count(*) as dead from webhook_event where state = 'DEAD'`,
)

export async function deadDeliveries(sql: Sql): Promise<number> {
  return Number((await sql.rows(countDead))[0]?.dead ?? 0)
}

const mostWaiting = 10_000

const findWaiting = statement<{ due: bigint; since: Temporal.Instant | null }>(
  'find_waiting_webhook_events',
  `select count(*) as due, min(next_attempt_at) as since
     from (select next_attempt_at from webhook_event
            where state = 'PENDING' and lease_token is null and next_attempt_at <= $1 limit $2) waiting`,
)

/** Those whose time has come, counted up to ten thousand, and how long the first of them is due. */
export async function waitingDeliveries(sql: Sql, now: Temporal.Instant) {
  const [row] = await sql.rows(findWaiting, [now, mostWaiting])
  const lagSeconds = row?.since ? Math.max(0, row.since.until(now).total('seconds')) : 0
  return { due: Number(row?.due ?? 0), lagSeconds }
}
