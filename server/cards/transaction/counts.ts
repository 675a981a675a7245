// SQL that keeps the daily counters of payment lists: payments by status and currency, failures by reason.
import { countChange } from '../../platform/database/day-count.ts'

const asPriced = { kind: "coalesce(r.currency, '')", amount: 'coalesce(r.amount_minor, 0)' }
const pending = "'PENDING'"

/** Counts payments that the CTE `rows` has just created. */
export function countCreatedPayments(rows: string): string {
  return countChange('payment', rows, { after: { status: pending, ...asPriced } })
}

/**
 * Counts payments that the CTE `rows` has just moved.
 * @param from,to SQL expressions for their statuses.
 */
export function countMovedPayments(rows: string, from: string, to: string): string {
  return countChange('payment', rows, {
    before: { status: from, ...asPriced },
    after: { status: to, ...asPriced },
  })
}

/** Counts payments whose amount the CTE `rows` has just set; `is_new` marks those that had none before. */
export function countPricedPayments(rows: string): string {
  return countChange('payment', rows, {
    before: { status: pending, kind: "''" },
    after: { status: pending, ...asPriced },
    where: 'r.is_new',
  })
}

/** Counts payments that the CTE `rows` has just failed, by reason. */
export function countFailures(rows: string): string {
  const after = { status: 'r.status', kind: 'r.reason_code' }
  return countChange('payment_failure', rows, { after, where: "r.status = 'FAILED'" })
}

/**
 * The payments of the merchant $1 in $2 that are in the range, each as it is counted: among all, and a failed one by its reason.
 * @param range a condition on `created_at`
 */
export function countedPayments(range: string): string {
  const inRange = (condition: string) =>
    `select status, currency, amount_minor, reason_code from card_transaction
      where merchant_id = $1 and environment = $2 and ${condition} and ${range}`
  return `select c.list, p.status, c.kind, c.amount_minor
    from (${inRange("status = 'PENDING'")} union all ${inRange("status <> 'PENDING'")}) p
    cross join lateral (values ('payment', coalesce(p.currency, ''), coalesce(p.amount_minor, 0)),
      (case when p.status = 'FAILED' then 'payment_failure' end, p.reason_code, 0)) c (list, kind, amount_minor)
   where c.list is not null`
}
