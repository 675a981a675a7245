// What happened since the page was loaded: the service sends counts while the page is visible, and lists load again.
import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { readEvents } from './read-events.ts'

export type Watched = 'payments' | 'transfers' | 'payouts'
type Counts = { since: string } & Record<Watched, Record<string, number>>

const lists = ['payments', 'transfers', 'payouts'] as const

const newCounters = () => ({ payments: signal(0), transfers: signal(0), payouts: signal(0) })
/** Counts up with every change of a list. */
const changes = newCounters()
/** How many were created since the list was last shown afresh. */
export const created = newCounters()

/** First counts that arrive later than this after the page began may contain changes that its lists were loaded before. */
const promptMs = 1_000

const shortestWaitMs = 2_000
const longestWaitMs = 60_000

/** Follows the merchant's updates until the returned function is called. */
export function followUpdates(token: string): () => void {
  let stream: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let last: Counts | undefined
  const began = Date.now()

  async function open(): Promise<void> {
    const own = new AbortController()
    stream = own
    try {
      const response = await fetch('/api/v1/merchant/updates', {
        headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
        signal: own.signal,
        cache: 'no-store',
      })
      // The session has ended: the next call of the page says so.
      if (response.status === 401) return
      if (response.ok && response.body)
        for await (const data of readEvents(response.body)) {
          failures = 0
          const counts = JSON.parse(data) as Counts
          if (last || Date.now() - began > promptMs) compare(last ?? counts, counts, !last)
          last = counts
        }
    } catch {
      // Offline, or the process was stopped: the next attempt follows.
    }
    if (own.signal.aborted) return
    const wait = Math.min(shortestWaitMs * 2 ** failures++, longestWaitMs)
    timer = setTimeout(open, wait * (0.75 + Math.random() / 2))
  }
  // A hidden page needs no updates, and browsers allow few connections at once.
  const follow = () => {
    clearTimeout(timer)
    stream?.abort()
    if (!document.hidden) void open()
  }
  follow()
  document.addEventListener('visibilitychange', follow)
  return () => {
    document.removeEventListener('visibilitychange', follow)
    clearTimeout(timer)
    stream?.abort()
  }
}

/** A new day begins anew. @param isFirst any list may have changed since it was loaded. */
function compare(before: Counts, now: Counts, isFirst: boolean): void {
  for (const list of lists) {
    if (!isFirst && JSON.stringify(before[list]) === JSON.stringify(now[list])) continue
    const added = sumOf(now[list]) - sumOf(before[list])
    if (added > 0 && before.since === now.since) created[list].value += added
    changes[list].value += 1
  }
}

const sumOf = (counts: Record<string, number> = {}) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Calls `reload` after every change of a list. */
export function useUpdates(list: Watched, reload: () => void): void {
  const version = changes[list].value
  const seen = useRef(version)
  useEffect(() => {
    if (seen.current === version) return
    seen.current = version
    reload()
  }, [version, reload])
}
