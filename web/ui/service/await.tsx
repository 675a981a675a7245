import type { ComponentChildren } from 'preact'
import { Button } from '../forms/button.tsx'
import { Notice } from '../frame/notice.tsx'
import { refusalText } from '../language/refusal.ts'
import { uiTexts } from '../language/texts.ts'
import type { RequestError } from './client.ts'
import type { Loaded } from './load.ts'

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
  return (
    <>
      {error && (
        <Notice tone="bad">
          <p>{refusalText(error)}</p>
          {isWorthRetrying(error) && (
            <Button small busy={loading} onClick={reload}>
              {t.retry}
            </Button>
          )}
        </Notice>
      )}
      {data !== undefined ? children(data) : !error && <Waiting />}
    </>
  )
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
