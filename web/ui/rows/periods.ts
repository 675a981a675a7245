// The periods of a list's filters that end today.

import { dayOf } from '../display/time.tsx'
import { serviceNow } from '../service/clock.ts'

/** In days. */
export const spans = [1, 7, 30] as const

/** Days of the shop's time zone, or days from midnight to midnight UTC. */
export type DayKind = 'shop' | 'utc'

/** The first and last day of a period that ends today, as YYYY-MM-DD. @param span number of days, today included */
export function lastDays(span: number, days: DayKind, now = serviceNow()): { from: string; to: string } {
  const to = days === 'utc' ? now.toISOString().slice(0, 10) : dayOf(now.toISOString())
  const from = new Date(`${to}T00:00:00Z`)
  from.setUTCDate(from.getUTCDate() - span + 1)
  return { from: from.toISOString().slice(0, 10), to }
}
