// What was sold yesterday, compared with the same day of the week before, from the figures of the shop's days.
import type { Overview } from '../api-types.ts'

type Day = Overview['days'][number]

export type Yesterday = {
  /** What was counted. */
  of: 'sales' | 'transfers'
  day: string
  count: number
  /** One sum per currency; none where nothing was sold. */
  sums: readonly { currency: string; amount: string }[]
  /** A week earlier. */
  before: { day: string; count: number }
}

/** @param days the last 14 of the shop, the last of which is today; undefined where they do not reach back far enough */
export function yesterdayOf(days: readonly Day[], of: Yesterday['of']): Yesterday | undefined {
  const [day, before] = [days.at(-2), days.at(-9)]
  if (!day || !before) return undefined
  const countOf = ({ succeeded, successful }: Day) => (of === 'sales' ? succeeded : successful)
  const transferred = [{ currency: 'USD', amount: day.transfer_amount.toFixed(2) }]
  const sums = of === 'sales' ? day.amounts.filter(({ amount }) => Number(amount) > 0) : transferred
  return {
    of,
    day: day.day,
    count: countOf(day),
    sums: countOf(day) > 0 ? sums : [],
    before: { day: before.day, count: countOf(before) },
  }
}
