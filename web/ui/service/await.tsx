import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../forms/button.tsx'
import { LacksRows, Notice } from '../frame/notice.tsx'
import { refusalText, retriedText } from '../language/refusal.ts'
import { uiTexts } from '../language/texts.ts'
import type { RequestError } from './client.ts'
import type { Loaded } from './load.ts'
import { isOnline, useBackOnline } from './online.ts'

/** Renders loaded data, a placeholder while loading, or the error with a retry button. */
export function Await<Data>({
  of,
  children,
}: {
  of: Loaded<Data>
  children: (data: Data) => ComponentChildren
}) {
  const t = uiTexts()
  const { data, error, loading, reload } = of
  const seconds = useRetry(of)
  const missing = missingCells(data)
  return (
    <>
      {error && (
        <Notice tone="bad">
          <p>
            {seconds === undefined ? refusalText(error) : retriedText(error)}{' '}
            {seconds !== undefined && isOnline.value && t.retryIn(seconds)}
          </p>
          {isWorthRetrying(error) && (
            <Button small busy={loading} onClick={reload}>
              {t.retry}
            </Button>
          )}
        </Notice>
      )}
      {missing.length > 0 && <Notice tone="bad">{t.cellsMissing(missing)}</Notice>}
      {data !== undefined ? (
        <LacksRows.Provider value={missing.length > 0}>{children(data)}</LacksRows.Provider>
      ) : (
        (!error || seconds !== undefined) && <Waiting />
      )}
    </>
  )
}

/** The cells that a response over all merchants lacks, because they did not respond in time. */
function missingCells(data: unknown): readonly number[] {
  return (data as { cells_missing?: readonly number[] } | undefined)?.cells_missing ?? []
}

const retrySeconds = [2, 5, 10] as const

/**
 * Loads again by itself while the service is overloaded or out of reach, and at once when the network is back. Returns how long it
 * waits before that; undefined if it does not.
 */
function useRetry({ error, loading, reload }: Loaded<unknown>): number | undefined {
  const tries = useRef(0)
  const isBusy = error?.status === 503 || error?.status === 0
  const seconds = retrySeconds[Math.min(tries.current, retrySeconds.length - 1)]
  useEffect(() => {
    if (!error && !loading) tries.current = 0
    if (!isBusy || loading || seconds === undefined) return
    const timer = setTimeout(() => {
      tries.current += 1
      reload()
    }, seconds * 1_000)
    return () => clearTimeout(timer)
  }, [error, isBusy, loading, seconds, reload])
  useBackOnline(() => isBusy && reload())
  return isBusy ? seconds : undefined
}

/** What does not exist, or may not be seen, is the same the next time. */
const isWorthRetrying = ({ status }: RequestError) => ![400, 403, 404, 422].includes(status)

/** Grey placeholder bars. */
export function Waiting({ lines = 4 }: { lines?: number }) {
  return (
    <div class="waiting">
      <p class="visually-hidden" role="status">
        {uiTexts().loading}
      </p>
      {Array.from({ length: lines }, (_, i) => (
        <span key={i} />
      ))}
    </div>
  )
}
