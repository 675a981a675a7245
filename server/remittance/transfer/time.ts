// Times as the remittance service writes them: ISO 8601 in UTC, without saying the zone.

/** `2026-11-21T10:00:00.123456`: what happened, to the microsecond. */
export function stamp(instant: Temporal.Instant): string {
  return instant.toString({ fractionalSecondDigits: 6 }).slice(0, -1)
}

/** `2026-11-21T06:00:00`: what is whole seconds by its nature, such as the times of the rate card. */
export function stampSecond(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'second' }).slice(0, -1)
}
