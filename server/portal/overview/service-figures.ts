// The figures of all merchants together, for admins. They are read from the counters by day, so they cost the same however
// many payments and transfers there are. Only payments that were refunded in part, and lost disputes, are read themselves, because
// the counters do not have these parts.
import { z } from 'zod'
import type { Cells } from '../../platform/database/cells.ts'
import { statement } from '../../platform/database/database.ts'
import { rowsOfCells } from '../../platform/database/over-cells.ts'
import { admins } from '../../platform/http/access.ts'
import { check } from '../../platform/http/body/body.ts'
import { endpointOfCells, succeeded } from '../../platform/http/endpoint.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { businessLists, type CountRow, figuresOf, lostDisputes, recentDays } from './figures.ts'
import { serviceFiguresResponse } from './schemas.ts'

const figuresQuery = z.object({ environment: z.enum(['sandbox', 'production']).optional() })

const counts = (table: string) =>
  `select list, merchant_id, day, status, kind, count, amount_minor from ${table}
    where list = ${businessLists} and day between $2::date and $3::date and environment = $1`
/** The counters tell which merchants have such payments on which day, so that an index finds them. */
const readDays = statement<CountRow>(
  'read_service_days',
  `with counted as materialized (
     select list, merchant_id, day, status, kind, count, amount_minor
       from (${counts('day_count')} union all ${counts('day_count_change')}) both_counts
   ), partial as materialized (
     select merchant_id, day from counted where list = 'payment' and status = 'PARTIALLY_REFUNDED'
      group by 1, 2 having sum(count) > 0
   )
   select list, day, status, kind, sum(count)::bigint as count, sum(amount_minor)::bigint as amount
     from counted group by list, day, status, kind
   union all
   select 'refunded_part', p.day, 'PARTIALLY_REFUNDED', t.currency, count(*), sum(t.refunded_minor)::bigint
     from partial p cross join lateral (
       select currency, refunded_minor from card_transaction
        where merchant_id = p.merchant_id and environment = $1 and status = 'PARTIALLY_REFUNDED'
          and created_at >= p.day::timestamp at time zone 'UTC' and created_at < (p.day + 1)::timestamp at time zone 'UTC'
       offset 0) t
    group by p.day, t.currency
   union all
   ${lostDisputes({ owner: 'd.environment = $1', first: '$2', last: '$3', zone: `'UTC'` })}`,
)

type FigureNeeds = {
  cells: Cells
  clock: Clock
  /** The environment of the deployment, whose figures are read unless the query names the other one. */
  environment: 'sandbox' | 'production'
}

/** @throws InvalidBody */
async function serviceFigures({ cells, clock, environment: own }: FigureNeeds, query: unknown) {
  const { environment = own } = check(figuresQuery, query, 'query')
  const days = recentDays(clock)
  const rows = await rowsOfCells(cells, readDays, [environment, days[0], days.at(-1)])
  return { environment, ...figuresOf(days, rows) }
}

export const figuresRoute = endpointOfCells({
  tag: 'Admin: system',
  id: 'readServiceFigures',
  method: 'GET',
  path: '/api/v1/admin/figures',
  priority: 'list',
  access: admins('read'),
  summary: 'Retrieve the figures of all merchants',
  description:
    'Days are UTC days. Without `environment`, the figures are those of the environment of the deployment.',
  query: figuresQuery,
  responses: { 200: serviceFiguresResponse },
  handle: async (needs: FigureNeeds, { request }) => succeeded(await serviceFigures(needs, request.query)),
})
