// Durations and times relative to now, in the reader's notation.
import { formatNumber, locale } from '../language/language.ts'

const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** The largest unit of which there are at least two, and how many. A negative duration counts as zero. */
function inUnits(milliseconds: number): [unit: (typeof steps)[number][0], count: number] {
  const [unit, length] = steps.find(([, each]) => milliseconds >= 2 * each) ?? (['second', 1_000] as const)
  return [unit, Math.max(0, Math.floor(milliseconds / length))]
}

/** A duration as it was measured: "87 ms", "1 204 ms". */
export function formatMilliseconds(count: number): string {
  return formatNumber(count, { style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 })
}

/** A duration in the largest unit that has at least two: "36 h", "3 days". */
export function formatDuration(milliseconds: number): string {
  const [unit, count] = inUnits(milliseconds)
  return formatNumber(count, { style: 'unit', unit, unitDisplay: unit === 'day' ? 'long' : 'short' })
}

/** How long ago something happened: "3 days ago", "il y a 12 minutes". */
export function formatAgo(milliseconds: number): string {
  const [unit, count] = inUnits(milliseconds)
  return new Intl.RelativeTimeFormat(locale(), { style: unit === 'day' ? 'long' : 'short' }).format(
    -count,
    unit,
  )
}
