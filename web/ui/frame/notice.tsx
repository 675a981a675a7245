import type { ComponentChildren } from 'preact'

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

/** Shown instead of an empty list. */
export function EmptyState({ title, children }: { title: string; children?: ComponentChildren }) {
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
      <h2>{title}</h2>
      {children}
    </div>
  )
}
