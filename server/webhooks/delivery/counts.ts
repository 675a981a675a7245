// Statement parts that keep the counters of a merchant's delivery list, by state and event type. Their rows have event_type.
import { countChange } from '../../platform/database/day-count.ts'

/** Counts the events that the statement part `rows` has inserted. */
export function countCreatedDeliveries(rows: string): string {
  return countChange('delivery', rows, { after: { status: "'PENDING'", kind: 'r.event_type' } })
}

/** Counts the events whose state the statement part `rows` has changed. @param from SQL for the previous state. */
export function countMovedDeliveries(rows: string, from: string): string {
  return countChange('delivery', rows, {
    before: { status: from, kind: 'r.event_type' },
    after: { status: 'r.state', kind: 'r.event_type' },
  })
}
