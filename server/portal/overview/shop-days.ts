// The last days of a shop in its time zone, read from counters of UTC days.
import type { Clock } from '../../platform/time/clock.ts'

export const shownDays = 14

/** The last 14 days of a time zone as YYYY-MM-DD, the oldest first; the last is today. */
export function recentDays(clock: Clock, zone = 'UTC'): string[] {
  const today = clock.now().toZonedDateTimeISO(zone).toPlainDate()
  return Array.from({ length: shownDays }, (_, i) => today.subtract({ days: shownDays - 1 - i }).toString())
}

/** The time between midnight UTC and midnight of a zone: its rows are counted on the day `left` and belong to `joined`. */
export type Shift = { from: string; to: string; left: string; joined: string }

/** What has to be moved between the counters of UTC days, so that they count days of the zone. None in UTC. */
export function shiftsOf(days: readonly string[], zone: string): Shift[] {
  const first = Temporal.PlainDate.from(days[0] ?? '')
  return [...days, first.add({ days: days.length }).toString()].flatMap((day) => {
    const date = Temporal.PlainDate.from(day)
    const before = date.subtract({ days: 1 }).toString()
    const starts = date.toZonedDateTime(zone).toInstant()
    const counted = date.toZonedDateTime('UTC').toInstant()
    const order = Temporal.Instant.compare(starts, counted)
    if (order === 0) return []
    // East of UTC a day starts before its counter does, in the west after it.
    return order < 0
      ? [{ from: starts.toString(), to: counted.toString(), left: before, joined: day }]
      : [{ from: counted.toString(), to: starts.toString(), left: day, joined: before }]
  })
}
