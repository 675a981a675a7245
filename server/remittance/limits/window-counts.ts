// What subjects have used in rolling windows, counted in memory for a dry run. Shares are added in the order of time.

import { measuredWindows } from './judge-batch.ts'
import type { LimitRule, LimitSubject, RollingWindow, Usage } from './rule.ts'
import { windowStart } from './usage.ts'

type Share = { id: bigint; at: Temporal.Instant; amount: bigint; isReturned: boolean }
/** The shares of a subject; those before `first` have left the window. */
type Count = { shares: Share[]; first: number; amount: bigint; count: bigint }
type Keys = Readonly<Partial<Record<LimitSubject, bigint | undefined>>>

/** @param rules which say for which subjects and windows counts are kept. */
export function openWindowCounts(rules: readonly LimitRule[]) {
  const measured = [...measuredWindows({ version: 0, rules })].flatMap(([subject, windows]) =>
    [...windows].map((window) => ({ subject, window })),
  )
  const counts = new Map<string, Count>()
  const countOf = (key: bigint | undefined, window: RollingWindow): Count => {
    const name = `${key} ${window}`
    const count = counts.get(name) ?? { shares: [], first: 0, amount: 0n, count: 0n }
    counts.set(name, count)
    return count
  }
  return {
    usage(key: bigint | undefined, window: RollingWindow, now: Temporal.Instant): Usage {
      const count = countOf(key, window)
      const start = windowStart(now, window)
      for (let share = count.shares[count.first]; share; share = count.shares[count.first]) {
        if (Temporal.Instant.compare(share.at, start) > 0) break
        if (!share.isReturned) take(count, share)
        count.first += 1
      }
      return { amount: count.amount, count: count.count }
    },
    add(keys: Keys, share: Omit<Share, 'isReturned'>): void {
      for (const { subject, window } of measured) {
        const count = countOf(keys[subject], window)
        count.shares.push({ ...share, isReturned: false })
        count.amount += share.amount
        count.count += 1n
      }
    },
    giveBack(keys: Keys, id: bigint): void {
      for (const { subject, window } of measured) {
        const count = countOf(keys[subject], window)
        const share = count.shares.findLast((each, n) => n >= count.first && each.id === id)
        if (!share || share.isReturned) continue
        share.isReturned = true
        take(count, share)
      }
    },
  }
}

function take(count: Count, share: Share): void {
  count.amount -= share.amount
  count.count -= 1n
}
