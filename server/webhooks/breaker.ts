// The breaker of one endpoint: five failures in a row close the door for half a minute, then longer; behind the door
// events wait and lose no attempts. Then one is let through, and with its success two, and four again.

export type Breaker = {
  consecutive_failures: number
  open_until: Temporal.Instant | null
  open_count: number
  in_flight_limit: number
}

export type EndpointOutcome = 'success' | 'failure' | 'throttled'

export const closedBreaker: Breaker = {
  consecutive_failures: 0,
  open_until: null,
  open_count: 0,
  in_flight_limit: 4,
}

const failuresToOpen = 5
const firstPauseSeconds = 30
const longestPauseSeconds = 600
export const mostInFlight = 4

/** The breaker after one more outcome. @param speed divides the pauses, as in the schedule. */
export function afterOutcome(
  breaker: Breaker,
  outcome: EndpointOutcome,
  { now, speed }: { now: Temporal.Instant; speed: number },
): Breaker {
  if (outcome === 'throttled')
    return { ...breaker, in_flight_limit: Math.max(1, Math.floor(breaker.in_flight_limit / 2)) }
  if (outcome === 'success') {
    return { ...closedBreaker, in_flight_limit: Math.min(mostInFlight, breaker.in_flight_limit * 2) }
  }
  const failures = breaker.consecutive_failures + 1
  const probing = breaker.open_count > 0
  if (failures < failuresToOpen && !probing) return { ...breaker, consecutive_failures: failures }
  if (breaker.open_until !== null && Temporal.Instant.compare(breaker.open_until, now) > 0) {
    // A call that was under way when the door closed.
    return { ...breaker, consecutive_failures: failures }
  }
  const pause = Math.min(firstPauseSeconds * 2 ** breaker.open_count, longestPauseSeconds)
  return {
    consecutive_failures: failures,
    open_until: now.add({ milliseconds: Math.round((pause / speed) * 1000) }),
    open_count: breaker.open_count + 1,
    in_flight_limit: 1,
  }
}

export function sameBreaker(a: Breaker, b: Breaker): boolean {
  return (
    a.consecutive_failures === b.consecutive_failures &&
    a.open_count === b.open_count &&
    a.in_flight_limit === b.in_flight_limit &&
    String(a.open_until) === String(b.open_until)
  )
}
