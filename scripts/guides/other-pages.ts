// The pages beside the guides: the search, and the page for a guide that does not exist.
import { otherOf } from '../site/top-bar.ts'
import { guideTexts, type Language } from './guide-texts.ts'
import { escapeHtml } from './highlight.ts'
import type { PageView } from './layout.ts'

type Frame = Pick<PageView, 'language' | 'headings' | 'currentHref' | 'guides' | 'assets'>

/** Without a script there is the list of all guides beside it. The build of the search fills in the two addresses. */
export function searchPage(frame: Frame): PageView {
  const { search: title, searchLead: lead } = guideTexts[frame.language]
  const assets = { ...frame.assets, script: '{search-script}' }
  const otherHref = `/guides/${otherOf(frame.language)}/search`
  return { ...frame, title, lead, html: searchHtml(frame.language), otherHref, assets }
}

function searchHtml(language: Language): string {
  const { search, searchTexts } = guideTexts[language]
  const data = Object.entries(searchTexts).map(([name, text]) => ` data-${name}="${escapeHtml(text)}"`)
  return `<form role="search" data-texts="{search-texts}"${data.join('')}>
<input type="search" name="q" aria-label="${search}" autocomplete="off" autofocus>
</form>
<p role="status"></p>
<ol class="found"></ol>
`
}

export function missingPage(frame: Frame): PageView {
  const { notFound: title, notFoundText: lead, home } = guideTexts[frame.language]
  const list = frame.guides
    .map((guide) => `<li><a href="${guide.href}">${escapeHtml(guide.title)}</a></li>`)
    .join('')
  const html = `<p>${lead}</p>\n<ul>${list}</ul>\n<p><a href="/?lang=${frame.language}">${home}</a></p>\n`
  return { ...frame, title, lead, html, otherHref: `/guides/${otherOf(frame.language)}` }
}
