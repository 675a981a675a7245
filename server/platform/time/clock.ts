// The business clock. Code reads it and passes its time to SQL, so that a test or a sandbox can move time for both.
export type Clock = {
  now(): Temporal.Instant
  /** Real time, where business time was moved. */
  real?(): Temporal.Instant
}

/** The time that people's devices show, such as a phone with an authenticator app. They do not follow a clock that was moved. */
export const deviceTime = (clock: Clock): Temporal.Instant => clock.real?.() ?? clock.now()

/** Wall-clock time, as merchants see it. In production it is also the business clock. */
export const systemClock: Clock = {
  // Rounded to the database's precision, so that a time we return equals the time read back later.
  now: () => Temporal.Now.instant().round({ smallestUnit: 'microsecond', roundingMode: 'floor' }),
}

/** A clock that stands still until it is moved. */
export function manualClock(
  start: string = '2026-11-21T10:00:00Z',
): Clock & { forward(by: Temporal.DurationLike): void } {
  let now = Temporal.Instant.from(start)
  return {
    now: () => now,
    forward(by) {
      now = now.add(by)
    },
  }
}

/** Whole Unix seconds. */
export function unixSeconds(instant: Temporal.Instant): number {
  return Math.floor(instant.epochMilliseconds / 1000)
}

/** `YYYY-MM-DDTHH:MM:SSZ`, the form of every time in a card body. */
export function utcSecond(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'second' })
}

/** `YYYY-MM-DDTHH:MM:SS.ffffff` in UTC without a zone, the form of every time in remittance and self-service bodies. */
export function zonelessMicrosecond(instant: Temporal.Instant): string {
  return instant.toString({ fractionalSecondDigits: 6 }).slice(0, -1)
}
