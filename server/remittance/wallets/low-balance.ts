// Finds wallets that have come below the limit of their merchant, or are above it again.

import type { Environment } from '../../kernel/environment.ts'
import { money } from '../../kernel/money.ts'
import { alertOfBalance, lowBalanceKey } from '../../merchants/alerts/incident-alerts.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'

const atOnce = 100

type Row = { merchant_id: bigint; environment: Environment; available_minor: bigint; limit_minor: bigint }
/** Only those of which something must be noted: below the limit and not reported within a day, or no longer below it. */
const findChanged = statement<Row>(
  'find_changed_wallet_levels',
  `select m.id as merchant_id, m.environment, coalesce(w.available_minor, 0) as available_minor,
          m.low_balance_minor as limit_minor
     from merchant m
     left join wallet w on (w.merchant_id, w.environment, w.currency) = (m.id, m.environment, 'USD')
     left join message_incident i on i.key = ${lowBalanceKey}
    where m.low_balance_minor is not null
      and case when coalesce(w.available_minor, 0) < m.low_balance_minor
               then i.resolved_at is not null or coalesce(i.notified_at <= $1::timestamptz - interval '1 day', true)
               else i.key is not null and i.resolved_at is null end
    order by m.id limit ${atOnce}`,
)

/** Returns true when there may be more. */
export async function watchBalances({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> {
  const now = clock.now()
  const changed = await db.rows(findChanged, [now])
  for (const { merchant_id: merchantId, environment, available_minor, limit_minor } of changed) {
    const level = { available: money(available_minor, 'USD'), limit: money(limit_minor, 'USD') }
    await db.transaction((sql) => alertOfBalance(sql, { merchantId, environment, ...level }, now))
  }
  return changed.length === atOnce
}
