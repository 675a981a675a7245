// Names of time zones, and their days as instants.

/** Whether this is the name of a place's time zone; a bare offset such as "+01:00" is not. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The first instant of a day of the zone, as PostgreSQL reads it, which knows the years 1 to 9999 only. */
export function startOfDay(day: Temporal.PlainDate, zone: string): string {
  const start = day.toZonedDateTime(zone).toInstant()
  const { year } = start.toZonedDateTimeISO('UTC')
  if (year < 1) return '-infinity'
  return year > 9999 ? 'infinity' : start.toString()
}
