// Limits how many sign-ins of one network address may fail, over all emails: each costs a hash of a password. Whoever signs in with an
// email that has an account and has not failed may fail longer, so that a stranger behind the same address locks nobody out.
import { networkOf, openRateLimit, refuseOver } from '../../platform/http/rate-limit.ts'

export type FailureLimit = {
  /** @throws Problem 429 if too many sign-ins of the address have failed. */
  refuseFlood(address: string, isKnown: boolean): void
  count(address: string): void
}

/** @param perMinute how many may fail in the long run; as many at once, and as many again for emails that have not failed. */
export function openFailureLimit(perMinute: number): FailureLimit {
  const limit = openRateLimit({ perSecond: perMinute / 60, burst: 2 * perMinute })
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
