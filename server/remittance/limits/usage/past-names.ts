// The recorded changes of confirmed names, as a dry run counts them.
import type { Sql } from '../../../platform/database/database.ts'
import type { LimitRule, RollingWindow } from '../rule.ts'
import { nameChangesBetween } from './confirmed-names.ts'
import { windowStart } from './usage.ts'

export type PastNames = {
  /**
   * What a transfer found when it was judged. A change that the transfer itself made is in `changesName`, and not in `nameChanges`.
   * @param at when the transfer was accepted.
   */
  of(
    number: bigint | undefined,
    at: Temporal.Instant,
  ): { changesName: boolean; nameChanges: (window: RollingWindow) => bigint }
}

const nothing = { changesName: false, nameChanges: () => 0n }

/** Changes do not depend on rules, so those that were recorded are those that other rules would have met. */
export async function readNameChanges(
  sql: Sql,
  rules: readonly LimitRule[],
  period: { from: Temporal.Instant; to: Temporal.Instant },
): Promise<PastNames> {
  if (!rules.some(({ measure }) => measure === 'name_changes')) return { of: () => nothing }
  const changes = Map.groupBy(await nameChangesBetween(sql, period), ({ number }) => number)
  return {
    of(number, at) {
      const known = number === undefined ? undefined : changes.get(number)
      if (!known) return nothing
      const isOwn = (change: { at: Temporal.Instant }) => Temporal.Instant.compare(change.at, at) === 0
      return {
        changesName: known.some(isOwn),
        nameChanges(window) {
          const start = windowStart(at, window)
          const isWithin = (change: { at: Temporal.Instant }) =>
            Temporal.Instant.compare(change.at, start) > 0 && Temporal.Instant.compare(change.at, at) < 0
          return BigInt(known.filter(isWithin).length)
        },
      }
    },
  }
}
