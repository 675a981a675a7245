// The circuit breaker of one webhook endpoint. An endpoint starts with one call at a time and with successes gets two, then
// four, so that one that hangs occupies a single slot. Five failures in a row open the breaker for half a minute, then longer;
// meanwhile its events wait without losing attempts. Then one call is let through, as at the start.

export type Breaker = {
  consecutive_failures: number
  open_until: Temporal.Instant | null
  open_count: number
  in_flight_limit: number
  credit: number
}

export type EndpointOutcome = 'success' | 'failure' | 'throttled'

export const unknownEndpoint: Breaker = {
  consecutive_failures: 0,
  open_until: null,
  open_count: 0,
  in_flight_limit: 1,
  credit: 0,
}

const failuresToOpen = 5
const firstPauseSeconds = 30
const longestPauseSeconds = 600
const maxInFlight = 4
const successesToForgive = 20

/** Returns the breaker after one more outcome. @param speed divides the pauses, as in the schedule. */
export function afterOutcome(
  breaker: Breaker,
  outcome: EndpointOutcome,
  { now, speed }: { now: Temporal.Instant; speed: number },
): Breaker {
  if (outcome === 'success') return { ...unknownEndpoint, ...widened(breaker) }
  if (outcome === 'throttled') {
    const in_flight_limit = Math.max(1, Math.floor(breaker.in_flight_limit / 2))
    return { ...unknownEndpoint, in_flight_limit, credit: -successesToForgive }
  }
  const failed = {
    ...breaker,
    consecutive_failures: breaker.consecutive_failures + 1,
    in_flight_limit: 1,
    credit: 0,
  }
  const probing = breaker.open_count > 0
  if (failed.consecutive_failures < failuresToOpen && !probing) return failed
  // A failure of a call that was in flight when the breaker opened must not lengthen the pause.
  if (breaker.open_until !== null && Temporal.Instant.compare(breaker.open_until, now) > 0) return failed
  const pause = Math.min(firstPauseSeconds * 2 ** breaker.open_count, longestPauseSeconds)
  return {
    ...failed,
    open_until: now.add({ milliseconds: Math.round((pause / speed) * 1000) }),
    open_count: breaker.open_count + 1,
  }
}

/** Doubles the limit after as many successes as the limit allows calls. */
function widened({ in_flight_limit, credit }: Breaker): Pick<Breaker, 'in_flight_limit' | 'credit'> {
  if (in_flight_limit === maxInFlight && credit >= 0) return { in_flight_limit, credit: 0 }
  if (credit + 1 < in_flight_limit) return { in_flight_limit, credit: credit + 1 }
  return { in_flight_limit: Math.min(maxInFlight, in_flight_limit * 2), credit: 0 }
}

export function sameBreaker(a: Breaker, b: Breaker): boolean {
  return (
    a.consecutive_failures === b.consecutive_failures &&
    a.open_count === b.open_count &&
    a.in_flight_limit === b.in_flight_limit &&
    a.credit === b.credit &&
    String(a.open_until) === String(b.open_until)
  )
}

/** At its sixth pause in a row, an endpoint has failed every call for about a quarter of an hour. */
const pausesOfFailing = 6

/** What a change of the breaker says to the merchant: nothing, that each probe fails, or that the endpoint responds again. */
export function noticeOf(before: Breaker, after: Breaker): 'failing' | 'recovered' | undefined {
  // guard: failing-endpoint
  const isFailing = after.open_count >= pausesOfFailing
  if (isFailing && after.open_count > before.open_count) return 'failing'
  return before.open_count >= pausesOfFailing && !isFailing ? 'recovered' : undefined
}
