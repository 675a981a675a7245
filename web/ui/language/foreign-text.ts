// Merchants and customers type names, references and reasons. Invisible characters that reorder the text around them, or
// make two names look alike, are shown as code points wherever a page renders text or a title.
import { options, type VNode } from 'preact'

/** Direction marks, embeddings, overrides, isolates and zero-width characters, except the joiners that scripts need. */
const unseen = /[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/g

/** "a\u202eb" as "a[U+202E]b". */
export function visibleText(text: string): string {
  return text.replace(unseen, (one) => `[U+${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`)
}

const textAttributes = ['title', 'aria-label', 'alt'] as const

/** Makes Preact render invisible characters as code points, except in inputs. Call once, before the first render. */
export function showUnseenCharacters(): void {
  const before = options.vnode
  options.vnode = (vnode) => {
    draw(vnode as Drawn)
    before?.(vnode)
  }
}

/** Preact represents text as a node without a type. */
type Drawn = { type: VNode['type'] | null; props: unknown }

function draw(vnode: Drawn): void {
  if (vnode.type === null) {
    if (typeof vnode.props === 'string') vnode.props = visibleText(vnode.props)
  } else if (typeof vnode.type === 'string') {
    const props = vnode.props as Record<string, unknown>
    for (const name of textAttributes) {
      const text = props[name]
      if (typeof text === 'string') props[name] = visibleText(text)
    }
  }
}
