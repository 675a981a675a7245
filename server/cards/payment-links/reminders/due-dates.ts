// When the due dates of a link are reminded of.
import type { Due, LinkRow } from '../queries.ts'

/** A reminder of one due date. */
export type Reminder = { at: Temporal.Instant; due_on: string; isOverdue: boolean }

const daysBefore = 3
const daysAfter = 1
const hour = Temporal.PlainTime.from('09:00')

/** The reminders of a schedule: one before each date and one after it, in order, in the morning of the merchant. */
function remindersOf(schedule: readonly Due[], timeZone: string): Reminder[] {
  const inTheMorning = (day: Temporal.PlainDate) =>
    day.toZonedDateTime({ timeZone, plainTime: hour }).toInstant()
  return schedule
    .map(({ due_on }) => ({ due_on, day: Temporal.PlainDate.from(due_on) }))
    .flatMap(({ due_on, day }) => [
      { at: inTheMorning(day.subtract({ days: daysBefore })), due_on, isOverdue: false },
      { at: inTheMorning(day.add({ days: daysAfter })), due_on, isOverdue: true },
    ])
    .toSorted((one, other) => Temporal.Instant.compare(one.at, other.at))
}

/** The latest reminder whose time has come, and the next one; undefined where there is none. */
export function remindersAt(
  { schedule, time_zone }: Pick<LinkRow, 'schedule'> & { time_zone: string },
  now: Temporal.Instant,
): { due: Reminder | undefined; next: Reminder | undefined } {
  const reminders = remindersOf(schedule, time_zone)
  const isDue = ({ at }: Reminder) => Temporal.Instant.compare(at, now) <= 0
  return { due: reminders.findLast(isDue), next: reminders.find((each) => !isDue(each)) }
}
