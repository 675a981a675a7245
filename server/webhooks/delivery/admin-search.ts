// Search of deliveries over all merchants, and resending any number of them in one action.

import type { FastifyRequest } from 'fastify'
import { type Admin, adminOf } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { cellOfUuid } from '../../kernel/cell.ts'
import { Problem, type ProblemSpec } from '../../kernel/problem.ts'
import { allOwnersList } from '../../platform/database/all-owners-list.ts'
import { absencesAmong, type Cells, cellOf } from '../../platform/database/cells.ts'
import { type Database, type Sql, statement, type Tx } from '../../platform/database/database.ts'
import type { Listed, Range } from '../../platform/database/over-cells.ts'
import { replayingAtomically } from '../../platform/http/idempotency.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import {
  type DeliveryDetail,
  type DeliveryState,
  deliveryColumns,
  deliveryDetailsOf,
  deliveryId,
  deliveryListDefinition,
  type EventRow,
  hasDeliveryId,
  type ResendResult,
  resend,
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
const deliveriesOfAll = allOwnersList<Row, Row & { details: DeliveryDetail }>(
  deliveryListDefinition,
  { columns, joins },
  async (sql, rows) => {
    const details = await deliveryDetailsOf(sql, rows)
    return rows.map((row, i) => ({ ...row, details: details[i] as DeliveryDetail }))
  },
)

type DeliveryFilter = {
  state?: DeliveryState | undefined
  merchant_code?: string | undefined
  event_type?: string | undefined
}

/** Lists deliveries, newest first, each with its body and its attempts, oldest first. */
export async function searchAllDeliveries(listed: Listed, filter: DeliveryFilter, range: Range) {
  const { state, merchant_code: merchantCode, event_type: kind } = filter
  const page = await deliveriesOfAll.page(listed, { merchantCode }, { status: state, kind }, range)
  const items = page.rows.map(
    ({ merchant_code, merchant_name, time_zone, environment, subject, details }) => ({
      merchant_code,
      merchant_name,
      time_zone,
      environment,
      subject,
      ...details,
    }),
  )
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

export const deliveryProblems = {
  delivery_unknown: { code: 'RMT-404', status: 404, detail: 'Delivery not found', retry: 'never' },
  endpoint_disabled: {
    code: 'RMT-409',
    status: 409,
    detail: 'The webhook endpoint is disabled or deleted',
    retry: 'never',
  },
} as const satisfies Record<string, ProblemSpec>

export type ResendNeeds = { cells: Cells; clock: Clock; secrets: Secrets; wake: () => void }

type Resent = { id: string; result: ResendResult }

const findOwners = statement<{ id: string; merchant_id: bigint; environment: string }>(
  'find_webhook_event_owners',
  `select ${deliveryId} as id, t.merchant_id, t.environment from webhook_event t where ${hasDeliveryId('$1::uuid[]')} order by 1`,
)

type Act = { reason: string; admin: Admin }

/** Runs what is done in one cell in a transaction. */
type RunInCell = (db: Database, work: (sql: Tx) => Promise<Resent[]>) => Promise<Resent[]>

const runAlways: RunInCell = (db, work) => db.transaction(work)

/** Runs it once per `Idempotency-Key`, which each cell has for itself: a repeat does what was left when one of them failed. */
export const runOncePerKey =
  ({ clock, secrets }: ResendNeeds, request: FastifyRequest): RunInCell =>
  async (db, work) => {
    const inCell = { db, clock, secrets }
    const { body } = await replayingAtomically(inCell, request, adminOf(request), (sql) =>
      sql ? work(sql) : runAlways(db, work),
    )
    return body
  }

/**
 * Resends the deliveries of one cell after those of another, each cell's with an entry in its audit log.
 * @throws Problem 404 if no delivery has any of the ids; what a cell failed with that does not respond, after the others are done.
 */
export async function resendMany(
  needs: ResendNeeds,
  ids: readonly string[],
  act: Act,
  run: RunInCell = runAlways,
): Promise<Resent[]> {
  const resent: Resent[] = []
  // guard: resend-in-its-cell
  const groups = Map.groupBy(ids, (id) => cellOf(needs.cells, cellOfUuid(id)))
  const absences = await absencesAmong(
    needs.cells,
    [...groups.keys()].map(({ cell }) => cell),
  )
  // guard: resend-in-absent-cell
  for (const [db, here] of groups)
    if (!absences.has(db.cell)) resent.push(...(await run(db, (sql) => resendIn(sql, needs, here, act))))
  if (resent.length > 0) needs.wake()
  for (const error of absences.values()) throw error
  if (resent.length === 0) throw new Problem(deliveryProblems.delivery_unknown)
  const results = new Map(resent.map(({ id, result }) => [id, result]))
  return ids.map((id) => ({ id, result: results.get(id) ?? 'unknown' }))
}

/** Those among the ids that are known. Locks in order of id, so that two concurrent resends cannot deadlock. */
async function resendIn(
  sql: Tx,
  { clock, secrets }: ResendNeeds,
  ids: readonly string[],
  { reason, admin }: Act,
): Promise<Resent[]> {
  const resent: Resent[] = []
  for (const { id, merchant_id: merchantId, environment } of await sql.rows(findOwners, [ids]))
    resent.push({ id, result: await resend({ db: sql, clock }, { merchantId, environment, id }) })
  if (resent.length === 0) return resent
  const known = ids.filter((wanted) => resent.some(({ id }) => id === wanted))
  const subject = known.length === 1 ? `delivery:${known[0]}` : `${known.length} deliveries`
  const entry = { admin, action: 'deliveries.resent', subject, detail: { reason, ids: known } }
  audit(sql, secrets, { ...entry, now: clock.now() })
  return resent
}
