// Search and counts of deliveries over all merchants, for admins.
import { allOwnersList } from '../../platform/database/all-owners-list.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import {
  type DeliveryState,
  deliveryColumns,
  deliveryDetailsOf,
  deliveryListDefinition,
  type EventRow,
} from './deliveries.ts'

type Row = EventRow & {
  merchant_code: string
  merchant_name: string
  time_zone: string
  environment: 'sandbox' | 'production'
  subject: string
}

const columns = `${deliveryColumns}, t.subject, t.environment, m.merchant_code, m.name as merchant_name, m.time_zone`
const joins = 'join merchant m on m.id = t.merchant_id'

/** The deliveries of all merchants, found by their daily counters. */
const deliveriesOfAll = allOwnersList<Row>(deliveryListDefinition, { columns, joins })

export type DeliveryFilter = {
  state?: DeliveryState | undefined
  merchant_code?: string | undefined
  event_type?: string | undefined
}
type Range = { limit: number; offset: number }

/** Lists deliveries, newest first, each with its body and its attempts, oldest first. */
export async function searchAllDeliveries(sql: Sql, filter: DeliveryFilter, range: Range) {
  const { state, merchant_code: merchantCode, event_type: kind } = filter
  const page = await deliveriesOfAll.page(sql, { merchantCode }, { status: state, kind }, range)
  const found = page.rows as Row[]
  const details = await deliveryDetailsOf(sql, found)
  const items = found.map(({ merchant_code, merchant_name, time_zone, environment, subject }, i) => ({
    merchant_code,
    merchant_name,
    time_zone,
    environment,
    subject,
    ...details[i]!,
  }))
  return { items, counted: page.total }
}

const countDead = statement<{ dead: bigint }>(
  'count_dead_webhook_events',
  `select count(*) as dead from webhook_event where state = 'DEAD'`,
)

export async function deadDeliveries(sql: Sql): Promise<number> {
  return Number((await sql.rows(countDead))[0]?.dead ?? 0)
}

const maxWaiting = 10_000

const findWaiting = statement<{ due: bigint; since: Temporal.Instant | null }>(
  'find_waiting_webhook_events',
  `select count(*) as due, min(next_attempt_at) as since
     from (select next_attempt_at from webhook_event
            where state = 'PENDING' and lease_token is null and next_attempt_at <= $1 limit $2) waiting`,
)

/** Counts the events that are due, up to ten thousand, and returns by how many seconds the oldest is overdue. */
export async function waitingDeliveries(sql: Sql, now: Temporal.Instant) {
  const [row] = await sql.rows(findWaiting, [now, maxWaiting])
  const lagSeconds = row?.since ? Math.max(0, row.since.until(now).total('seconds')) : 0
  return { due: Number(row?.due ?? 0), lagSeconds }
}
