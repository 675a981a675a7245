// Cuts pages into the sections that search finds.
import type { BuiltPage } from '../guides/markdown.ts'
import { typeset } from '../guides/typography.ts'
import { otherWords } from './other-words.ts'

/** A section as the browser gets it: its anchor, its heading and its text. The first one of a page has no anchor. */
export type Section = [anchor: string, heading: string, text: string]
/** A page: its address, its title, other words for it, what it is, and its sections. */
export type SearchPage = [
  href: string,
  title: string,
  words: string,
  kind: BuiltPage['kind'],
  sections: Section[],
]

export function searchPageOf({ href, title, kind, language, markdown, anchors }: BuiltPage): SearchPage {
  const shown = (text: string) => typeset(plainText(text), language)
  // Samples are not what a reader asks for in words, and the fields of a call have the same names on many pages.
  const text = markdown.replace(/^```[\s\S]*?^```$/gm, '')
  const words = kind === 'reference' ? text.replace(/^ *- .*(?:\n(?: +.*)?)*$/gm, '') : text
  const [first = '', ...rest] = words.split(/^##+ /m)
  let next = 0
  const sections = rest.flatMap((part): Section[] => {
    const [, heading = '', body = ''] = /^([^\n]*)\n?([\s\S]*)$/.exec(part) ?? []
    const place = anchors.findIndex(([known], index) => index >= next && known === shown(heading))
    const anchor = anchors[place]?.[1]
    if (anchor === undefined) return []
    next = place + 1
    return [[anchor, shown(heading), shown(body)]]
  })
  const name = href.split('/').slice(3).join('/')
  const other = kind === 'guide' ? (otherWords[language][name] ?? '') : ''
  return [href, title, other, kind, [['', title, shown(first.replace(/^# .*$/m, ''))], ...sections]]
}

function plainText(markdown: string): string {
  return markdown
    .replace(/^\|[ -|]*\|$/gm, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^ *(?:[-#>]|\d+\.) */gm, '')
    .replace(/[`*\\]/g, '')
    .replace(/\|/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
