// Limits how many sign-ins of one network address may fail, over all emails: each costs a hash of a password. Whoever signs in from a
// browser that their account knows, and has not failed, may fail longer, so that a stranger behind the same address does not lock them
// out. Nothing depends on whether an email has an account, which the refusals would tell.
import { networkOf, openRateLimit, refuseOver } from '../../platform/http/rate-limit.ts'

export type FailureLimit = {
  /** @throws Problem 429 if too many sign-ins of the address have failed. */
  refuseFlood(address: string, isKnown: boolean): void
  count(address: string): void
}

/** @param perMinute how many may fail in the long run; as many at once, and as many again from known browsers. */
export function openFailureLimit(perMinute: number, now?: () => number): FailureLimit {
  const limit = openRateLimit({ perSecond: perMinute / 60, burst: 2 * perMinute }, now && { now })
  return {
    refuseFlood(address, isKnown) {
      const quota = limit.look(networkOf(address))
      const left = quota.remaining - (isKnown ? 0 : perMinute)
      // guard: failed-sign-ins
      if (left <= 0) refuseOver({ ...quota, allowed: false, retryAfterSeconds: Math.ceil(60 / perMinute) })
    },
    count: (address) => void limit.take(networkOf(address)),
  }
}
