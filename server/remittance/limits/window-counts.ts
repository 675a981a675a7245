// What subjects have used in rolling windows, counted in memory for a dry run. Shares are added in the order of time.

import type { LimitRule, LimitSubject, RollingWindow, Usage } from './rule.ts'
import { measuredWindows } from './usage/batch-usage.ts'
import { windowStart } from './usage/usage.ts'

/** `other`: the counterparty, where the subject has one. */
type Share = {
  id: bigint
  at: Temporal.Instant
  amount: bigint
  other: bigint | undefined
  isReturned: boolean
}
/** The shares of a subject; those before `first` have left the window. */
type Count = {
  shares: Share[]
  first: number
  amount: bigint
  count: bigint
  /** How many of the shares each counterparty has. */
  others: Map<bigint | undefined, number>
}
type Keys = Readonly<Partial<Record<LimitSubject, bigint | undefined>>>

/** @param rules which say for which subjects and windows counts are kept. */
export function openWindowCounts(rules: readonly LimitRule[]) {
  const measured = [...measuredWindows({ version: 0, rules })].flatMap(([subject, windows]) =>
    [...windows].map((window) => ({ subject, window })),
  )
  const counts = new Map<string, Count>()
  const countOf = (key: bigint | undefined, window: RollingWindow): Count => {
    const name = `${key} ${window}`
    const count = counts.get(name) ?? { shares: [], first: 0, amount: 0n, count: 0n, others: new Map() }
    counts.set(name, count)
    return count
  }
  return {
    usage(key: bigint | undefined, window: RollingWindow, now: Temporal.Instant): Omit<Usage, 'nameChanges'> {
      const count = countOf(key, window)
      const start = windowStart(now, window)
      for (let share = count.shares[count.first]; share; share = count.shares[count.first]) {
        if (Temporal.Instant.compare(share.at, start) > 0) break
        if (!share.isReturned) take(count, share)
        count.first += 1
      }
      const { amount, count: transfers, others } = count
      return { amount, count: transfers, counterparties: BigInt(others.size) }
    },
    add(keys: Keys, share: Omit<Share, 'isReturned' | 'other'>): void {
      for (const { subject, window } of measured) {
        const count = countOf(keys[subject], window)
        const other = subject === 'number' ? keys.document : subject === 'document' ? keys.number : undefined
        count.shares.push({ ...share, other, isReturned: false })
        count.others.set(other, (count.others.get(other) ?? 0) + 1)
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
  const left = (count.others.get(share.other) ?? 0) - 1
  if (left > 0) count.others.set(share.other, left)
  else count.others.delete(share.other)
}
