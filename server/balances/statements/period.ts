// The period of a statement: a day or a month in UTC.

/** `first` is its first day, `next` the first day after it. */
export type Period = { name: string; first: Temporal.PlainDate; next: Temporal.PlainDate }

/** Reads `2026-11` or `2026-11-22`; undefined for anything else. */
export function periodOf(name: string): Period | undefined {
  if (!/^[2-9]\d{3}-\d\d(-\d\d)?$/.test(name) || name >= '9999') return undefined
  const isMonth = name.length === 7
  try {
    const first = Temporal.PlainDate.from(isMonth ? `${name}-01` : name, { overflow: 'reject' })
    return { name, first, next: first.add(isMonth ? { months: 1 } : { days: 1 }) }
  } catch {
    return undefined
  }
}

export function isMonth({ name }: Period): boolean {
  return name.length === 7
}

/** The month that a day belongs to. */
export function monthOf(day: Temporal.PlainDate): Period {
  const first = day.with({ day: 1 })
  return { name: first.toString().slice(0, 7), first, next: first.add({ months: 1 }) }
}

/** The first instant of a UTC day. */
export function startOf(day: Temporal.PlainDate): Temporal.Instant {
  return day.toZonedDateTime('UTC').toInstant()
}

/**
 * A movement has the time at which its posting was decided, and is visible when the posting is committed. No statement
 * includes what may still be written, so that its sums and its lines agree.
 */
const unsettledSeconds = 5
/** Much longer than a posting may take, whatever it waits for. */
export const finalAfterMinutes = 15

/**
 * Up to which instant a statement read now contains movements, exclusive; and whether it is final: none can be added to it.
 */
export function cutOf({ first, next }: Period, now: Temporal.Instant) {
  const [starts, ends] = [startOf(first), startOf(next)]
  const settled = now.subtract({ seconds: unsettledSeconds })
  const isRunning = Temporal.Instant.compare(settled, ends) < 0
  const through = isRunning ? settled : ends
  // guard: statement-final
  const isFinal = Temporal.Instant.compare(now, ends.add({ minutes: finalAfterMinutes })) >= 0
  return { through: Temporal.Instant.compare(through, starts) < 0 ? starts : through, isFinal }
}

/** Whether any of it has passed. */
export function hasBegun({ first }: Period, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(startOf(first), now) <= 0
}
