import type { ComponentChildren } from 'preact'

export type Tone = 'good' | 'bad' | 'wait' | 'plain'

/** A state in a word. Its colour says nothing that the word does not. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>
}
