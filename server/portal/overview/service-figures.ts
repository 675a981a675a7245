// The figures of all merchants together, for admins. They are read from the counters by day, so they cost the same however
// many payments and transfers there are.
import { z } from 'zod'
import { type Sql, statement } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { businessLists, type CountRow, figuresOf } from './figures.ts'
import { recentDays } from './shop-days.ts'

export const figuresQuery = z.object({ environment: z.enum(['sandbox', 'production']).optional() })

const counts = (table: string) =>
  `select list, day, status, kind, count, amount_minor from ${table}
    where list = ${businessLists} and day between $2::date and $3::date and environment = $1`
const readDays = statement<CountRow>(
  'read_service_days',
  `select list, day, status, kind, sum(count)::bigint as count, sum(amount_minor)::bigint as amount
     from (${counts('day_count')} union all ${counts('day_count_change')}) counted
    group by list, day, status, kind`,
)

export type FigureNeeds = {
  db: Sql
  clock: Clock
  /** The environment of the deployment, whose figures are read unless the query names the other one. */
  environment: 'sandbox' | 'production'
}

/** @throws InvalidBody */
export async function serviceFigures({ db, clock, environment: own }: FigureNeeds, query: unknown) {
  const { environment = own } = check(figuresQuery, query, 'query')
  const days = recentDays(clock)
  const rows = await db.rows(readDays, [environment, days[0], days.at(-1)])
  return { environment, ...figuresOf(days, rows) }
}
