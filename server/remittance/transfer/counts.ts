// SQL for the counters behind a merchant's lists: transfers by status and operator with the amount paid out in US
// cents, and failures by code.
import { countChange } from '../../platform/database/day-count.ts'

const kind = 'r.operator'

/** A held transfer has no quote, so it counts with an amount of 0. */
const amountAs = (status: string) =>
  `case when ${status} = 'Hold' then 0 else coalesce(r.receiver_minor, 0) end`

/** Counts the transfers created by the CTE `rows`. */
export function countCreatedTransfers(rows: string): string {
  return countChange('transfer', rows, {
    after: { status: 'r.status', kind, amount: amountAs('r.status') },
  })
}

/** Counts the transfers moved by the CTE `rows`. @param from,to SQL expressions of their statuses. */
export function countMovedTransfers(rows: string, from: string, to: string): string {
  return countChange('transfer', rows, {
    before: { status: from, kind, amount: amountAs(from) },
    after: { status: to, kind, amount: amountAs(to) },
  })
}

/** Counts the failed ones among them by failure code. */
export function countTransferFailures(rows: string, to: string): string {
  const after = { status: to, kind: "coalesce(r.failure_code, '')" }
  return countChange('transfer_failure', rows, { after, where: `${to} = 'Failed'` })
}

/**
 * The transfers of the merchant $1 in $2 that are in the range, each as it is counted: among all, and a failed one by its code.
 * @param range a condition on `created_at`
 */
export function countedTransfers(range: string): string {
  const inRange = (condition: string) =>
    `select status, operator, receiver_minor, failure_code from transfer
      where merchant_id = $1 and environment = $2 and ${condition} and ${range}`
  // Each part has an index of its own.
  const parts = ["status = 'Submitted'", "status = 'Hold'", "status not in ('Submitted', 'Hold')"]
  return `select c.list, r.status, c.kind, c.amount_minor
    from (${parts.map(inRange).join(' union all ')}) r
    cross join lateral (values ('transfer', ${kind}, ${amountAs('r.status')}),
      (case when r.status = 'Failed' then 'transfer_failure' end, coalesce(r.failure_code, ''), 0)) c (list, kind, amount_minor)
   where c.list is not null`
}
