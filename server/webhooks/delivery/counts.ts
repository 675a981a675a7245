// What the counters of a merchant's lists know of its webhooks: by state.
import { countChange } from '../../platform/database/day-count.ts'

/** Counts events that the part `rows` of a statement has just written. */
export function countCreatedDeliveries(rows: string): string {
  return countChange('delivery', rows, { after: { status: "'PENDING'", kind: "''" } })
}

/** Counts events that the part `rows` has just given a state. @param from SQL of the state before. */
export function countMovedDeliveries(rows: string, from: string): string {
  return countChange('delivery', rows, {
    before: { status: from, kind: "''" },
    after: { status: 'r.state', kind: "''" },
  })
}
