// Loads a page's data, and reloads it when the request changes; late responses of earlier requests are dropped.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { RequestError } from './client.ts'

export type Loaded<Data> = {
  /** The latest data, kept while newer data is loading. */
  data: Data | undefined
  /** Why the latest reload failed. */
  error: RequestError | undefined
  loading: boolean
  reload: () => void
}

/**
 * @param key identifies the request: a new key loads again and drops the previous data
 * @param options.everyMs reloads at this interval while the page is visible; undefined does not
 * @param options.until stops reloading once it returns true
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
  // Each increment of `round` reloads.
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
    // One request at a time: on a slow connection the next one waits for the response.
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
