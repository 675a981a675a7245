// How much waits, beside the places of the menu: asked for now and then, and after each decision.
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type Overview, readOverview } from './overview.ts'

export const waiting = signal<Overview | undefined>(undefined)

const everyMs = 30_000

async function refresh(): Promise<void> {
  // What the menu cannot tell, the pages will.
  waiting.value = await readOverview().catch(() => waiting.value)
}

/** Keeps the numbers fresh while somebody looks. */
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

/** Something was decided: the numbers have moved. */
export function noteDecision(): void {
  void refresh()
}
