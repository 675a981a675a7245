import type { ComponentChildren } from 'preact'
import { Button } from '../forms/button.tsx'
import { Notice } from '../frame/notice.tsx'
import { refusalText } from '../language/refusal.ts'
import { uiTexts } from '../language/texts.ts'
import type { Loaded } from './load.ts'

/** Shows what was loaded; until then where it will be; and why it is not there, with a way to ask again. */
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
          <Button small busy={loading} onClick={reload}>
            {t.retry}
          </Button>
        </Notice>
      )}
      {data !== undefined ? children(data) : !error && <Waiting />}
    </>
  )
}

/** Grey bars where words will be. */
export function Waiting({ lines = 4 }: { lines?: number }) {
  return (
    <div class="waiting">
      <p class="heard" role="status">
        {uiTexts().loading}
      </p>
      {Array.from({ length: lines }, (_, i) => (
        <span key={i} />
      ))}
    </div>
  )
}
