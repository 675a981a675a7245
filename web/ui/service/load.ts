// What a page shows is loaded once for what it asks for, and again when that changes; late answers are dropped.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { RequestError } from './client.ts'

export type Loaded<Data> = {
  /** The last answer; it stays while the next is on its way. */
  data: Data | undefined
  /** Why there is no newer one. */
  error: RequestError | undefined
  loading: boolean
  reload: () => void
}

/**
 * @param key says what is asked for: another key loads again, and forgets the data of the last one
 * @param options.everyMs asks again and again while the page is in sight; undefined stops it
 * @param options.until stops it too, once the data is so
 */
export function useLoad<Data>(
  key: string,
  load: (signal: AbortSignal) => Promise<Data>,
  { everyMs, until }: { everyMs?: number | undefined; until?: (data: Data) => boolean } = {},
): Loaded<Data> {
  const [round, setRound] = useState(0)
  const [state, setState] = useState<{ key: string; data?: Data; error?: RequestError; loading: boolean }>({
    key,
    loading: true,
  })
  const latest = useRef(load)
  latest.current = load
  const busy = useRef(true)
  busy.current = state.loading
  // Each round asks once more.
  useEffect(() => {
    const abort = new AbortController()
    setState((old) => (old.key === key ? { ...old, loading: true } : { key, loading: true }))
    latest.current(abort.signal).then(
      (data) => abort.signal.aborted || setState({ key, data, loading: false }),
      (error: RequestError) =>
        abort.signal.aborted ||
        setState((old) => ({ ...(old.key === key ? old : { key }), error, loading: false })),
    )
    return () => abort.abort()
  }, [key, round])

  const reload = useCallback(() => setRound((count) => count + 1), [])
  const current = state.key === key ? state : { key, loading: true, data: undefined, error: undefined }
  const hasEnded = everyMs === undefined || (current.data !== undefined && until?.(current.data) === true)
  useEffect(() => {
    if (hasEnded) return
    // One question at a time: on a slow line the next waits for the answer to this one.
    const poll = () => document.hidden || busy.current || reload()
    const timer = setInterval(poll, everyMs)
    document.addEventListener('visibilitychange', poll)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', poll)
    }
  }, [hasEnded, everyMs, reload])

  return { data: current.data, error: current.error, loading: current.loading, reload }
}
