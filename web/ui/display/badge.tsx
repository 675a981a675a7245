import type { ComponentChildren } from 'preact'

export type Tone = 'good' | 'bad' | 'wait' | 'plain'

/** A status label. The colour only repeats what the text says. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>
}
