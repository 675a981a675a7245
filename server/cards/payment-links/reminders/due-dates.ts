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

type Scheduled = Pick<LinkRow, 'schedule'> & { time_zone: string }

const isPast = (at: Temporal.Instant, now: Temporal.Instant) => Temporal.Instant.compare(at, now) <= 0

/** The first reminder for who asks now: that of a date which is so near that its time has passed comes at once. */
export function firstReminder(link: Scheduled, now: Temporal.Instant): Reminder | undefined {
  return remindersOf(link.schedule, link.time_zone).find(
    (each) => !isPast(each.at, now) || isAhead(each, link.time_zone, now),
  )
}

/** Whether it is of a date that has not passed, which may be today. */
const isAhead = ({ due_on, isOverdue }: Reminder, timeZone: string, now: Temporal.Instant) =>
  !isOverdue && due_on >= now.toZonedDateTimeISO(timeZone).toPlainDate().toString()

/**
 * The reminders whose time has come since one that was awaited: those of dates ahead, and if there are none, only the last of a date that
 * has passed. A date ahead also counts what is missing of those before it. `next` is the one to await now.
 */
export function remindersAt(
  { schedule, time_zone, next_at }: Scheduled & { next_at: Temporal.Instant },
  now: Temporal.Instant,
): { due: Reminder[]; next: Reminder | undefined } {
  const reminders = remindersOf(schedule, time_zone)
  const come = reminders.filter(
    ({ at }) => isPast(at, now) && !isPast(at, next_at.subtract({ nanoseconds: 1 })),
  )
  const ahead = come.filter((each) => isAhead(each, time_zone, now))
  const due = ahead.length > 0 ? ahead : come.filter(({ isOverdue }) => isOverdue).slice(-1)
  return { due, next: reminders.find(({ at }) => !isPast(at, now)) }
}
