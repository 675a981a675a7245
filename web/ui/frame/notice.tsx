import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { uiTexts } from '../language/texts.ts'

/** A message that must not be missed. Screen readers announce a `bad` one immediately. */
export function Notice({
  tone = 'note',
  title,
  children,
}: {
  tone?: 'note' | 'bad' | 'good'
  title?: string
  children: ComponentChildren
}) {
  return (
    <div class={`notice ${tone}`} role={tone === 'bad' ? 'alert' : undefined}>
      {title && <strong>{title}</strong>}
      <div>{children}</div>
    </div>
  )
}

/** Whether what is shown lacks rows that could not be read, so that an empty list does not mean that there are none. */
export const LacksRows = createContext(false)

/** Shown instead of an empty list. */
export function EmptyState({ title, children }: { title: string; children?: ComponentChildren }) {
  const lacksRows = useContext(LacksRows)
  return (
    <div class="empty">
      <svg viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
        <path
          d="M6 28 13 10h22l7 18v10a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2zm0 0h11l3 5h8l3-5h11"
          fill="none"
          stroke="currentColor"
          stroke-width="2"
          stroke-linejoin="round"
        />
      </svg>
      <h2>{lacksRows ? uiTexts().emptyElsewhere : title}</h2>
      {!lacksRows && children}
    </div>
  )
}
