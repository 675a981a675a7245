// Renders times as the remittance API has them: ISO 8601 in UTC, without a zone suffix.

/** `2026-11-21T10:00:00.123456`: the time of an event, to the microsecond. */
export function stamp(instant: Temporal.Instant): string {
  return instant.toString({ fractionalSecondDigits: 6 }).slice(0, -1)
}

/** `2026-11-21T06:00:00`: a time in whole seconds, such as those of the rate table. */
export function stampSecond(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'second' }).slice(0, -1)
}
