// Names, references and reasons are typed by others. Characters that nobody sees but that turn the text around them, or
// make two names look like one, are shown by their numbers, wherever a text or a title is drawn.
import { options, type VNode } from 'preact'

/** Marks of direction, embeddings, overrides and isolates; and what has no width at all, but for what joins letters. */
const unseen = /[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/g

/** "a\u202eb" as "a[U+202E]b". */
export function visibleText(text: string): string {
  return text.replace(unseen, (one) => `[U+${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`)
}

const spoken = ['title', 'aria-label', 'alt'] as const

/** Once, before anything is drawn. What stands in a field to be changed stays as it is. */
export function showUnseenCharacters(): void {
  const before = options.vnode
  options.vnode = (vnode) => {
    draw(vnode as Drawn)
    before?.(vnode)
  }
}

/** Preact draws a text as a node without a type. */
type Drawn = { type: VNode['type'] | null; props: unknown }

function draw(vnode: Drawn): void {
  if (vnode.type === null) {
    if (typeof vnode.props === 'string') vnode.props = visibleText(vnode.props)
  } else if (typeof vnode.type === 'string') {
    const props = vnode.props as Record<string, unknown>
    for (const name of spoken) {
      const text = props[name]
      if (typeof text === 'string') props[name] = visibleText(text)
    }
  }
}
