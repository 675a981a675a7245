// The time left to pay: shown during the last five minutes, and announced to screen readers at five, three and one minute.

export type Clock = { now(): number }

/** A clock that follows the server's time, because a phone's clock may be hours off. */
export function serverClock(now: string): Clock {
  const ahead = Date.parse(now) - Date.now()
  return { now: () => Date.now() + ahead }
}

/** Seconds before the end at which the time left is announced to screen readers. */
const announcedAt = [300, 180, 60]

/** @param on `speak` gets the seconds left, which on a page opened late are fewer than those of the announcement */
export function runCountdown(
  clock: Clock,
  expiresAt: number,
  on: { show(time: string): void; speak(seconds: number): void; ended(): void },
): void {
  let announced = 0
  const tick = () => {
    const seconds = Math.ceil((expiresAt - clock.now()) / 1000)
    if (seconds <= 0) return on.ended()
    if (seconds <= 300) {
      on.show(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`)
      const due = announcedAt.filter((at) => seconds <= at).length
      if (due > announced) on.speak(seconds)
      announced = due
    }
    setTimeout(tick, seconds > 301 ? Math.min(20_000, (seconds - 300) * 1000) : 1000)
  }
  tick()
}

/** The time left in words, in the page's language: "3 minutes", "9 secondes". */
export function spokenTime(seconds: number, language: string): string {
  // A timer may fire two seconds late.
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.floor((seconds + 2) / 60), 'minute']
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
