import type { ComponentChildren } from 'preact'

/** Longer ones would leave a phone. */
const longestUnbroken = 28

/** A reference in a table: it stands on one line, because a part that looks whole would be read and typed as the whole. */
export const Reference = ({ of, children = of }: { of: string; children?: ComponentChildren }) => (
  <span class={of.length > longestUnbroken ? undefined : 'reference'}>{children}</span>
)
