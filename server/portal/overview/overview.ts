// The portal's home page: figures of today, the week and 14 days, reasons for failures, and what is waiting.
import type { Session } from '../../merchants/sign-in/bearer.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { type CountedList, countsOf } from '../../platform/database/day-count.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { balanceOf } from '../../remittance/wallets/merchant-reads.ts'
import { businessLists, type CountRow, figuresOf, recentDays } from './figures.ts'

const readDays = statement<CountRow>(
  'read_overview_days',
  `select list, day, status, kind, sum(count)::bigint as count, sum(amount_minor)::bigint as amount
     from ${countsOf(businessLists, 'list, day, status, kind, count, amount_minor', 'day between $3::date and $4::date')} counted
    group by list, day, status, kind`,
)
const readWaiting = statement<{ list: CountedList; status: string; count: bigint }>(
  'read_overview_waiting',
  `select list, status, sum(count)::bigint as count
     from ${countsOf(`any (array['transfer', 'delivery'])`, 'list, status, count', `status in ('Hold', 'PENDING', 'DEAD')`)} counted
    group by list, status`,
)

export type OverviewNeeds = { db: Sql; clock: Clock }

export async function overview({ db, clock }: OverviewNeeds, session: Session) {
  const days = recentDays(clock)
  const owner = { id: session.merchantId, environment: session.environment }
  const [rows, waiting, { as_of: _, ...balance }] = await Promise.all([
    db.rows(readDays, [owner.id, owner.environment, days[0], days.at(-1)]),
    db.rows(readWaiting, [owner.id, owner.environment]),
    balanceOf(db, owner, clock.now()),
  ])
  const waits = (list: CountedList, status: string) =>
    Number(waiting.find((row) => row.list === list && row.status === status)?.count ?? 0n)
  return {
    environment: session.environment,
    ...figuresOf(days, rows),
    balance,
    waiting: {
      holds: waits('transfer', 'Hold'),
      pending_webhooks: waits('delivery', 'PENDING'),
      dead_webhooks: waits('delivery', 'DEAD'),
    },
  }
}
