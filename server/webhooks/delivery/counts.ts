// Statement parts that keep the counters of a merchant's delivery list, by state.
import { countChange } from '../../platform/database/day-count.ts'

/** Counts the events that the statement part `rows` has inserted. */
export function countCreatedDeliveries(rows: string): string {
  return countChange('delivery', rows, { after: { status: "'PENDING'", kind: "''" } })
}

/** Counts the events whose state the statement part `rows` has changed. @param from SQL for the previous state. */
export function countMovedDeliveries(rows: string, from: string): string {
  return countChange('delivery', rows, {
    before: { status: from, kind: "''" },
    after: { status: 'r.state', kind: "''" },
  })
}
