// Search and counts of deliveries over all merchants, for admins.
import { allOwnersList } from '../../platform/database/all-owners-list.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import type { Listing } from '../../platform/http/lists/admin-search.ts'
import { mostCounted } from '../../platform/http/lists/list-query.ts'
import {
  type DeliveryState,
  deliveryColumns,
  deliveryDetailsOf,
  deliveryListDefinition,
  deliveryStates,
  type EventRow,
} from './deliveries.ts'

type Row = EventRow & {
  merchant_code: string
  merchant_name: string
  environment: string
  subject: string
}

const columns = `${deliveryColumns}, t.subject, t.environment, m.merchant_code, m.name as merchant_name`
const joins = 'join merchant m on m.id = t.merchant_id'

/** The deliveries of all merchants, found by their daily counters. */
const deliveriesOfAll = allOwnersList<Row>(deliveryListDefinition, { columns, joins })

/** Event types other than payments and transfers: few rows, with an index of their own by type. */
const rare = `t.event_type not in ('PAYMENT', 'REMITTANCE')`
/** A merchant that has never had a payment or transfer has no webhook about one, so its other events are not searched. */
const hasAny = `exists (
  select from (select list, merchant_id, environment from day_count union all
               select list, merchant_id, environment from day_count_change) c
   where c.merchant_id = m.id and c.environment = e.environment
     and c.list = case $2 when 'PAYMENT' then 'payment' else 'transfer' end)`
const byType = {
  frequent: { condition: 't.event_type = $2', owner: hasAny },
  rare: { condition: `t.event_type = $2 and ${rare}`, owner: 'true' },
}
type TypeFilter = keyof typeof byType

/** Every merchant and environment has an index by time: the newest events overall are among the newest of each. */
const newestOfEach = (type: TypeFilter, state: DeliveryState | 'ANY', most: string) => `(
    select m.id, e.environment from merchant m cross join (values ('sandbox'), ('production')) e (environment)
     where ($1::text is null or m.merchant_code = $1) and ${byType[type].owner}) o
  cross join lateral (
    select t.id, t.created_at from webhook_event t
     where t.merchant_id = o.id and t.environment = o.environment and ${byType[type].condition}
       ${state === 'ANY' ? '' : `and t.state = '${state}'`}
     order by t.created_at desc, t.id desc limit ${most}) t`
/** Pending events are few and have an index of their own. */
const pendingOf = (type: TypeFilter) => `webhook_event t join merchant o on o.id = t.merchant_id
    where t.state = 'PENDING' and ($1::text is null or o.merchant_code = $1) and ${byType[type].condition}`

/** Each state and kind of type has its own statement, so that the planner can tell which index covers it. */
function listing(state: DeliveryState | 'ANY', type: TypeFilter): Listing<Row> {
  const from = (most: string) => (state === 'PENDING' ? pendingOf(type) : newestOfEach(type, state, most))
  const name = `${state.toLowerCase()}_${type}`
  return {
    rows: statement<Row>(
      `list_all_webhook_events_${name}`,
      `with page as materialized (
         select t.id from ${from('$3::bigint + $4::bigint')}
          order by t.created_at desc, t.id desc limit $3 offset $4
       )
       select t.id, t.created_at, ${columns} from page join webhook_event t on t.id = page.id ${joins}
        order by t.created_at desc, t.id desc`,
    ),
    count: statement<{ counted: bigint }>(
      `count_all_webhook_events_${name}`,
      `select count(*) as counted from (select from ${from(String(mostCounted + 1))} limit ${mostCounted + 1}) found`,
    ),
  }
}
const listings = new Map(
  (['ANY', ...deliveryStates] as const).map((state) => [
    state,
    { frequent: listing(state, 'frequent'), rare: listing(state, 'rare') },
  ]),
)
const frequentTypes = new Set(['PAYMENT', 'REMITTANCE'])

export type DeliveryFilter = {
  state?: DeliveryState | undefined
  merchant_code?: string | undefined
  event_type?: string | undefined
}
type Range = { limit: number; offset: number }

/** Lists deliveries, newest first, each with its body and its attempts, oldest first. */
export async function searchAllDeliveries(sql: Sql, filter: DeliveryFilter, range: Range) {
  const { found, counted } = await deliveriesFound(sql, filter, range)
  const details = await deliveryDetailsOf(sql, found)
  const items = found.map(({ merchant_code, merchant_name, environment, subject }, i) => ({
    merchant_code,
    merchant_name,
    environment,
    subject,
    ...details[i],
  }))
  return { items, counted }
}

async function deliveriesFound(sql: Sql, { state, merchant_code, event_type }: DeliveryFilter, range: Range) {
  if (event_type === undefined) {
    const page = await deliveriesOfAll.page(sql, { merchantCode: merchant_code }, { status: state }, range)
    return { found: page.rows as Row[], counted: page.total }
  }
  const { rows, count } = listings.get(state ?? 'ANY')![frequentTypes.has(event_type) ? 'frequent' : 'rare']
  const filter = [merchant_code ?? null, event_type]
  const found = await sql.rows(rows, [...filter, range.limit, range.offset])
  const [row] = await sql.rows(count, filter)
  return { found, counted: Number(row?.counted ?? 0) }
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

/** Counts the events that are due, up to ten thousand, and returns by how many seconds the oldest is overdue. */
export async function waitingDeliveries(sql: Sql, now: Temporal.Instant) {
  const [row] = await sql.rows(findWaiting, [now, mostWaiting])
  const lagSeconds = row?.since ? Math.max(0, row.since.until(now).total('seconds')) : 0
  return { due: Number(row?.due ?? 0), lagSeconds }
}
