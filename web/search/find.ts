// Finds sections by the words of a question, without the browser: the page of the search and its test use it.
import MiniSearch, { type SearchResult } from 'minisearch'
import { askedTermsOf, type SearchLanguage, termOf, wordsOf } from './terms.ts'

type Section = [anchor: string, heading: string, text: string]
export type SearchPage = [href: string, title: string, words: string, kind: string, sections: Section[]]

export type Found = { href: string; heading: string; page: string; kind: string; excerpt: string }

/** How many results are shown: who finds nothing there asks again in other words. */
const maxResults = 12

/** @returns a function that finds the sections for a question, the best first, one for each section. */
export function searchOver(pages: readonly SearchPage[], language: SearchLanguage) {
  const index = new MiniSearch({
    fields: ['heading', 'page', 'words', 'text'],
    storeFields: ['href', 'heading', 'page', 'kind', 'text'],
    tokenize: wordsOf,
    processTerm: (word) => termOf(word, language),
    searchOptions: {
      processTerm: (word) => askedTermsOf(word, language),
      boost: { heading: 4, page: 2, words: 2 },
      // Whoever types has not finished the last word, and a long word may have a typing error.
      prefix: (term, at, terms) => at === terms.length - 1 && term.length > 2,
      fuzzy: (term) => (term.length > 5 ? 0.15 : false),
      boostDocument: (_id, _term, stored) => weights[stored?.kind as string] ?? 1,
    },
  })
  index.addAll(
    pages.flatMap(([href, page, words, kind, sections]) =>
      sections.map(([anchor, heading, text]) => {
        const address = anchor ? `${href}#${anchor}` : href
        return { id: address, href: address, heading, page, words, kind, text }
      }),
    ),
  )
  return (question: string): Found[] => {
    const sections = index.search(question)
    const pages = new Map<string, number>()
    for (const { page, score } of sections) pages.set(page, (pages.get(page) ?? 0) + score)
    // A page that speaks of it in many sections is more likely what is looked for than one that names it once.
    const scored = sections.map((section) => ({
      section,
      score: section.score + pageShare * (pages.get(section.page) ?? 0),
    }))
    return scored
      .sort((one, other) => other.score - one.score)
      .slice(0, maxResults)
      .map(({ section }) => foundOf(section))
  }
}

/** How much of the scores of all sections of a page each of them gets. */
const pageShare = 0.1

/** A guide explains; the reference and the pages of errors are for whoever asks for their names. */
const weights: Readonly<Record<string, number>> = { guide: 1, error: 0.4, reference: 0.4 }

function foundOf({ href, heading, page, kind, text, terms }: SearchResult): Found {
  return { href, heading, page, kind, excerpt: excerptOf(text, terms) }
}

/** The part of a text around the first word that was asked for. */
function excerptOf(text: string, terms: readonly string[]): string {
  const plain = text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  const places = terms.map((term) => plain.indexOf(term)).filter((place) => place >= 0)
  const at = places.length > 0 ? Math.min(...places) : 0
  const start = at < 60 ? 0 : text.lastIndexOf(' ', at - 40) + 1
  const cut = text.slice(start, start + 160)
  const isWhole = start + 160 >= text.length
  return `${start > 0 ? '… ' : ''}${isWhole ? cut : `${cut.slice(0, cut.lastIndexOf(' '))} …`}`
}
