import { markPath, markSize } from './mark-path.ts'

/**
 * The product's mark, in the colour of the surrounding text. Hidden from screen readers, since the name is next to it.
 */
export function Mark() {
  return (
    <svg viewBox={`0 0 ${markSize} ${markSize}`} width="1.75rem" height="1.75rem" aria-hidden="true">
      <path d={markPath} fill="currentColor" />
    </svg>
  )
}
