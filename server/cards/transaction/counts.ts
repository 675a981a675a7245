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
