// What the counters of a merchant's lists know of payments: by status and currency, and of failures by reason.
import { countChange } from '../../platform/database/day-count.ts'

const asPriced = { kind: "coalesce(r.currency, '')", amount: 'coalesce(r.amount_minor, 0)' }
const pending = "'PENDING'"

/** Counts payments that the part `rows` of a statement has just made. */
export function countCreatedPayments(rows: string): string {
  return countChange('payment', rows, { after: { status: pending, ...asPriced } })
}

/** Counts payments that the part `rows` has just moved. @param from,to SQL of their statuses. */
export function countMovedPayments(rows: string, from: string, to: string): string {
  return countChange('payment', rows, {
    before: { status: from, ...asPriced },
    after: { status: to, ...asPriced },
  })
}

/** Counts payments whose amount the part `rows` has just written, where `is_new` says that they had none. */
export function countPricedPayments(rows: string): string {
  return countChange('payment', rows, {
    before: { status: pending, kind: "''" },
    after: { status: pending, ...asPriced },
    where: 'r.is_new',
  })
}

/** Counts those that the part `rows` has just ended and that failed, by their reason. */
export function countFailures(rows: string): string {
  const after = { status: 'r.status', kind: 'r.reason_code' }
  return countChange('payment_failure', rows, { after, where: "r.status = 'FAILED'" })
}
