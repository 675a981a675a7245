// The figures of the last 7, 30 or 90 days of the shop, and those of as many days before, for its users and for admins.
import { z } from 'zod'
import { adminOwner, adminRead } from '../../balances/admin-owner.ts'
import { preferences } from '../../merchants/identity/preferences.ts'
import type { Session } from '../../merchants/sign-in/bearer.ts'
import { userEndpoint } from '../../merchants/sign-in/user-endpoint.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { admins, users } from '../../platform/http/access.ts'
import { endpoint, succeeded } from '../../platform/http/endpoint.ts'
import { readQuery } from '../../platform/http/list-query.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { countedDays, valuesOfDays } from './counted-days.ts'
import { type CountRow, shiftsAt, totalsOf } from './figures.ts'
import { periodFiguresResponse } from './schemas.ts'

const spans = ['7', '30', '90'] as const

const periodQuery = z.object({
  days: z.enum(spans).prefault('30').meta({ description: 'How many days, the last of which is today.' }),
})

/**
 * The counters of each period are added up in the database. Only its first and last day have rows that belong to the day beside them; within
 * it, it does not matter which day counts them.
 */
const readPeriods = statement<CountRow>(
  'read_period_figures',
  countedDays({
    lists: `any (array['payment', 'transfer'])`,
    day: 'case when day < $10::date then $3::date else $10::date end',
  }),
)

async function periodFigures(
  { db, clock }: { db: Sql; clock: Clock },
  session: Pick<Session, 'merchantId' | 'environment'>,
  query: unknown,
) {
  const days = Number(readQuery(periodQuery, query).days)
  const { time_zone: zone } = await preferences({ db }, session)
  const today = clock.now().toZonedDateTimeISO(zone).toPlainDate()
  const from = today.subtract({ days: days - 1 })
  const before = from.subtract({ days })
  const [first, current, last] = [before, from, today].map(String) as [string, string, string]
  const shifts = shiftsAt([before, from, today.add({ days: 1 })], zone)
  const rows = await db.rows(readPeriods, [...valuesOfDays(session, { first, last, shifts, zone }), current])
  const totalsFrom = (start: string) => totalsOf(rows.filter(({ day }) => day === start))
  return {
    days,
    from: current,
    to: last,
    current: totalsFrom(current),
    before: { from: first, to: from.subtract({ days: 1 }).toString(), ...totalsFrom(first) },
  }
}

export const periodRoutes = [
  userEndpoint({
    tag: 'Portal',
    method: 'GET',
    priority: 'list',
    access: users('payments'),
    id: 'readPeriodFigures',
    path: '/api/v1/merchant/figures',
    summary: 'Retrieve the figures of 7, 30 or 90 days and of the days before',
    description: 'Days are those of the time zone in the preferences of the merchant.',
    query: periodQuery,
    responses: { 200: periodFiguresResponse },
    work: async (needs: { db: Sql; clock: Clock }, { session, request }) =>
      periodFigures(needs, session, request.query),
  }),
]

export const merchantFiguresRoute = endpoint({
  ...adminRead,
  id: 'readMerchantFigures',
  method: 'GET',
  path: '/api/v1/admin/merchants/:merchant_code/figures',
  priority: 'list',
  access: admins('read'),
  summary: 'Retrieve the figures of a merchant',
  description: 'In its current environment. Days are those of the time zone of the merchant.',
  query: periodQuery,
  responses: { 200: periodFiguresResponse },
  handle: async (needs: { db: Sql; clock: Clock }, { request, params }) =>
    succeeded(await periodFigures(needs, await adminOwner(needs.db, params.merchant_code), request.query)),
})
