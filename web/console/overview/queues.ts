// The queue counts shown in the menu, reloaded every 30 seconds and after each decision.
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type Overview, readOverview } from './overview.ts'

export const waiting = signal<Overview | undefined>(undefined)

const everyMs = 30_000

async function refresh(): Promise<void> {
  // An error here keeps the old counts: the page that is open shows the error itself.
  waiting.value = await readOverview().catch(() => waiting.value)
}

/** Keeps the counts up to date while the page is visible. */
export function useWaiting(): void {
  useEffect(() => {
    void refresh()
    const timer = setInterval(() => document.hidden || void refresh(), everyMs)
    return () => {
      clearInterval(timer)
      waiting.value = undefined
    }
  }, [])
}

/** Reloads the counts after a decision. */
export function recordDecision(): void {
  void refresh()
}
