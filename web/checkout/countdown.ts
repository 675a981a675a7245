// The time left to pay: shown during the last five minutes, and announced to screen readers at five, three and one.

export type Clock = { now(): number }

/** A clock that follows the server's time, because a phone's clock may be hours off. */
export function serverClock(now: string): Clock {
  const ahead = Date.parse(now) - Date.now()
  return { now: () => Date.now() + ahead }
}

export function runCountdown(
  clock: Clock,
  expiresAt: number,
  on: { show(time: string): void; speak(minutes: number): void; ended(): void },
): void {
  const spoken = new Set<number>()
  const tick = () => {
    const seconds = Math.ceil((expiresAt - clock.now()) / 1000)
    if (seconds <= 0) return on.ended()
    if (seconds <= 300) {
      on.show(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`)
      const minutes = Math.ceil(seconds / 60)
      if ([5, 3, 1].includes(minutes) && !spoken.has(minutes)) {
        spoken.add(minutes)
        on.speak(minutes)
      }
    }
    setTimeout(tick, seconds > 301 ? Math.min(20_000, (seconds - 300) * 1000) : 1000)
  }
  tick()
}
