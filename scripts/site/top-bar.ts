// The bar at the top of the guides and of the reference.
import { type Language, languages } from '../guides/guide-texts.ts'
import { logo } from './page.ts'

type TopTexts = {
  language: string
  menu: string
  guides: string
  reference: string
  admin: string
  portal: string
  search: string
}

const topTexts: Record<Language, TopTexts> = {
  fr: {
    language: 'Français',
    menu: 'Documentation',
    guides: 'Guides',
    reference: 'Référence',
    admin: 'Administration',
    portal: 'Espace marchand',
    search: 'Rechercher',
  },
  en: {
    language: 'English',
    menu: 'Documentation',
    guides: 'Guides',
    reference: 'Reference',
    admin: 'Administration',
    portal: 'Merchant portal',
    search: 'Search',
  },
}

type TopBar = {
  language: Language
  current: 'guides' | 'reference' | 'admin'
  /** The same page in the other language, or the closest one. */
  otherHref: string
  /** The list of all pages, which a phone shows below the content. */
  list: { href: string; label: string }
}

const lens =
  '<svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><path d="M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zm5 12 4 4"/></svg>'

/** The bar, with the section of the page marked. */
export function topBar({ language, current, otherHref, list }: TopBar): string {
  const text = topTexts[language]
  const other = otherOf(language)
  const sections = [
    ['guides', `/guides/${language}`],
    ['reference', `/docs/${language}`],
    ...(current === 'admin' ? [['admin', `/docs/admin/${language}`] as const] : []),
  ] as const
  const links = sections.map(
    ([name, href]) => `<a href="${href}"${name === current ? ' aria-current="true"' : ''}>${text[name]}</a>`,
  )
  return `<header class="top">
<a class="brand" href="/?lang=${language}">${logo}<span>Likuta</span></a>
<a class="search" href="/guides/${language}/search">${lens}<span>${text.search}</span></a>
<nav aria-label="${text.menu}">${links.join('')}<a class="to-list" href="${list.href}">${list.label}</a></nav>
<a href="/portal">${text.portal}</a>
<a href="${otherHref}" hreflang="${other}" lang="${other}">${topTexts[other].language}</a>
</header>`
}

/** The language that the switch leads to. */
export const otherOf = (language: Language) => languages.find((each) => each !== language) as Language
