// A relative time such as "3 days ago", kept up to date while the page is visible.
import { signal } from '@preact/signals'
import { formatTime, instantOf, utcText } from '../../ui/display/time.tsx'
import { formatNumber } from '../../ui/language/language.ts'

const now = signal(Date.now())
setInterval(() => {
  if (!document.hidden) now.value = Date.now()
}, 15_000)

/** @param text the sentence around the duration */
export function Since({ at, text }: { at: string; text: (duration: string) => string }) {
  const instant = instantOf(at)
  return (
    <time dateTime={instant.toISOString()} title={`${formatTime(at, 'exact')} · ${utcText(instant)}`}>
      {text(formatDuration(now.value - instant.getTime()))}
    </time>
  )
}

const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** A duration in the largest unit that has at least two: "36 h", "3 days". A negative duration counts as zero. */
export function formatDuration(milliseconds: number): string {
  const [unit, length] = steps.find(([, each]) => milliseconds >= 2 * each) ?? (['second', 1_000] as const)
  const count = Math.max(0, Math.floor(milliseconds / length))
  return formatNumber(count, { style: 'unit', unit, unitDisplay: unit === 'day' ? 'long' : 'short' })
}
