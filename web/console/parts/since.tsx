// A relative time such as "3 days ago", kept up to date while the page is visible.
import { signal } from '@preact/signals'
import { formatAgo, formatDuration } from '../../ui/display/duration.ts'
import { formatTime, instantOf, utcText } from '../../ui/display/time.tsx'
import { serviceNow } from '../../ui/service/clock.ts'

/** Changes now and then, so that durations are written again. */
const beat = signal(0)
setInterval(() => {
  if (!document.hidden) beat.value += 1
}, 15_000)

/** @param text the sentence around the duration; by default how long ago it was */
export function Since({ at, text }: { at: string; text?: (duration: string) => string }) {
  const instant = instantOf(at)
  void beat.value
  const passed = serviceNow().getTime() - instant.getTime()
  return (
    <time dateTime={instant.toISOString()} title={`${formatTime(at, 'exact')} · ${utcText(instant)}`}>
      {text ? text(formatDuration(passed)) : formatAgo(passed)}
    </time>
  )
}
