// The figures of a month for the central bank: transfers, holds, refusals, alerts, cases and declarations.

import type { Environment } from '../../kernel/environment.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { amountNumber } from '../transfer/amounts.ts'
import type { TransferStatus } from '../transfer/transfer.ts'
import type { Month } from './month.ts'

type TransferFigures = { status: TransferStatus; operator: OperatorCode; count: bigint; amount_minor: bigint }
const countTransfers = statement<TransferFigures>(
  'count_transfers_of_month',
  `select status, operator, count(*) as count, coalesce(sum(receiver_minor), 0)::bigint as amount_minor
     from transfer where environment = $1 and created_at >= $2 and created_at < $3 group by 1, 2 order by 1, 2`,
)

const counts = {
  registered: `from transfer where environment = $1 and created_at >= $2 and created_at < $3 and limit_minor >= $4`,
  released: `from transfer_review r join transfer t on t.id = r.transfer_id
              where t.environment = $1 and r.decided_at >= $2 and r.decided_at < $3 and r.decision = 'released'`,
  rejected: `from transfer_review r join transfer t on t.id = r.transfer_id
              where t.environment = $1 and r.decided_at >= $2 and r.decided_at < $3 and r.decision = 'rejected'`,
  alerts_opened: `from screening_alert where environment = $1 and opened_at >= $2 and opened_at < $3`,
  cases_opened: `from compliance_case where environment = $1 and opened_at >= $2 and opened_at < $3`,
  cases_cleared: `from compliance_case
                   where environment = $1 and closed_at >= $2 and closed_at < $3 and outcome = 'CLEARED'`,
  cases_declared: `from compliance_case
                    where environment = $1 and closed_at >= $2 and closed_at < $3 and outcome = 'DECLARED'`,
  declarations_sent: `from compliance_declaration d join compliance_case c on c.id = d.case_id
                       where c.environment = $1 and exists (
                         select from compliance_declaration_step s where s.declaration_id = d.id
                            and s.kind <> 'ACKNOWLEDGED' and s.at >= $2 and s.at < $3)`,
} as const
export const countNames = [...(Object.keys(counts) as (keyof typeof counts)[]), 'refused_by_limits'] as const
type Counts = Record<(typeof countNames)[number], bigint>

const countEvents = statement<Counts>(
  'count_compliance_of_month',
  `select ${Object.entries(counts)
    .map(([name, found]) => `(select count(*) ${found}) as ${name}`)
    .join(', ')},
          (select count(distinct (merchant_id, reference)) from limit_hit
            where environment = $1 and at >= $2 and at < $3 and outcome = 'refuse') as refused_by_limits`,
)

/** @param wanted.threshold of the register, in whole dollars. Days are UTC, and amounts what beneficiaries receive in dollars. */
export async function monthStatistics(
  db: Sql,
  { environment, month, threshold }: { environment: Environment; month: Month; threshold: number },
) {
  const period = [environment, month.from, month.to]
  const [transfers, [events]] = await Promise.all([
    db.rows(countTransfers, period),
    db.rows(countEvents, [...period, BigInt(threshold) * 100n]),
  ])
  return {
    environment,
    month: month.name,
    threshold,
    transfers: transfers.map(({ count, amount_minor, ...of }) => ({
      ...of,
      count: Number(count),
      amount: amountNumber(amount_minor),
    })),
    ...(Object.fromEntries(countNames.map((name) => [name, Number(events![name])])) as Record<
      (typeof countNames)[number],
      number
    >),
  }
}
