// The page layout of a guide. It has nothing inline and nothing from another origin, because the page policy allows
// neither.
import { identityTags } from '../site/identity.ts'
import { otherOf, topBar } from '../site/top-bar.ts'
import { type GuideTexts, guideTexts, type Language } from './guide-texts.ts'
import { escapeHtml } from './highlight.ts'
import { markdownHref } from './markdown.ts'
import type { Heading } from './markup.ts'

export type Entry = { href: string; title: string }

export type PageView = {
  language: Language
  title: string
  lead: string
  html: string
  headings: Heading[]
  /** The address of the page; absent where the page is no document. */
  href?: string
  /** The same page in the other language, or the closest one. */
  otherHref: string
  /** The guide that the page is, or belongs to. */
  currentHref: string
  /** Whether the page is the list of all guides. */
  isIndex?: boolean
  guides: Entry[]
  previous?: Entry | undefined
  next?: Entry | undefined
  assets: { style: string; script: string }
}

export function pageHtml(view: PageView): string {
  const { language, title, lead, html, assets } = view
  const text = guideTexts[language]
  return `<!doctype html>
<html lang="${language}" data-copy="${text.copy}" data-copied="${text.copied}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(lead.slice(0, 200))}">
<title>${escapeHtml(title)} · Likuta</title>
${identityTags}
<link rel="alternate" hreflang="${otherOf(language)}" href="${view.otherHref}">
${view.href ? `<link rel="alternate" type="text/markdown" href="${markdownHref(view.href)}">` : ''}
<link rel="stylesheet" href="${assets.style}">
<script type="module" src="${assets.script}"></script>
</head>
<body>
<a class="skip" href="#content">${text.skip}</a>
${topBar({ language, current: 'guides', otherHref: view.otherHref, list: { href: '#guides', label: text.guides } })}
<div class="shell">
${guideList(view, text)}
<main id="content" tabindex="-1"${view.isIndex ? ' class="index"' : ''}>
<h1>${escapeHtml(title)}</h1>
${contents(view, text)}
<div class="prose">
${html}${markdownLink(view, text)}${neighbours(view, text)}</div>
</main>
</div>
</body>
</html>
`
}

function guideList({ guides, currentHref }: PageView, text: GuideTexts): string {
  const items = guides.map(({ href, title }) => {
    const current = href === currentHref ? ' aria-current="page"' : ''
    return `<li><a href="${href}"${current}>${escapeHtml(title)}</a></li>`
  })
  return `<nav id="guides" class="guides" aria-label="${text.guides}">
<p aria-hidden="true">${text.guides}</p>
<ul>
${items.join('\n')}
</ul>
</nav>`
}

function contents({ headings, isIndex }: PageView, text: GuideTexts): string {
  const sections = headings.filter(({ depth }) => depth === 2)
  if (isIndex || sections.length < 2) return ''
  const items = sections.map(({ anchor, text }) => `<li><a href="#${anchor}">${escapeHtml(text)}</a></li>`)
  return `<nav class="contents" aria-label="${text.contents}">
<p aria-hidden="true">${text.contents}</p>
<ul>
${items.join('\n')}
</ul>
</nav>`
}

function markdownLink({ href }: PageView, text: GuideTexts): string {
  return href ? `<p class="markdown"><a href="${markdownHref(href)}">${text.markdown}</a></p>\n` : ''
}

function neighbours({ previous, next }: PageView, text: GuideTexts): string {
  if (!previous && !next) return ''
  const link = (entry: Entry | undefined, rel: string, label: string) =>
    entry ? `<a rel="${rel}" href="${entry.href}"><small>${label}</small> ${escapeHtml(entry.title)}</a>` : ''
  return `<nav class="neighbours" aria-label="${text.previous}, ${text.next}">
${link(previous, 'prev', text.previous)}
${link(next, 'next', text.next)}
</nav>
`
}
