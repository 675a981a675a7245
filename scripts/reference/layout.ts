// The frame of a page of the reference: the bar, the list of all calls and the content.
import { guideTexts, type Language } from '../guides/guide-texts.ts'
import { escapeHtml } from '../guides/highlight.ts'
import { markdownHref } from '../guides/markdown.ts'
import { typeset } from '../guides/typography.ts'
import { identityTags } from '../site/identity.ts'
import { otherOf, topBar } from '../site/top-bar.ts'
import type { Group } from './document.ts'
import { inline, prose } from './fields.ts'
import { frenchGroups } from './french-groups.ts'
import { textsOf } from './operation.ts'
import { referenceTexts } from './texts.ts'

export type Assets = Record<'style' | 'script' | 'try', string>

export type PageView = {
  language: Language
  /** The address of the introduction, such as /docs/fr. */
  base: string
  /** The group of the page; undefined on the introduction. */
  group: Group | undefined
  /** The groups whose calls are listed beside the page. */
  groups: Group[]
  /** Groups of another audience, which are listed by name. */
  others: Group[]
  title: string
  description: string
  /** Trusted HTML. */
  html: string
  assets: Assets
  /** Who makes the calls: merchants' servers, users who sign in to the portal, or admins. */
  audience: 'servers' | 'portal' | 'admin'
}

/** The name and the description of a group in the language of the page. */
export function groupTexts({ name, description }: Group, language: Language) {
  const french = language === 'fr' ? frenchGroups[name] : undefined
  const english = language === 'fr' && !french ? ' lang="en"' : ''
  if (!french) return { name, description, english }
  return { name: french[0], description: typeset(french[1], language), english }
}

/** A whole page. */
export function pageHtml(view: PageView): string {
  const { language, title, description, html, assets } = view
  const isAdmin = view.audience === 'admin'
  const text = referenceTexts[language]
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(description)}">
${isAdmin ? '<meta name="robots" content="noindex">\n' : ''}<title>${escapeHtml(title)} · Likuta</title>
${identityTags}
<link rel="alternate" hreflang="${otherOf(language)}" href="${otherHref(view)}">
<link rel="alternate" type="text/markdown" href="${markdownHref(hrefOf(view))}">
<link rel="stylesheet" href="${assets.style}">
<script type="module" src="${assets.script}"></script>
${isAdmin ? '' : `<script type="module" src="${assets.try}"></script>`}
</head>
<body data-texts="${escapeHtml(JSON.stringify({ copy: text.copy, copied: text.copied, ...text.tryIt }))}">
<a class="skip" href="#content">${text.skip}</a>
${topBar({ language, current: isAdmin ? 'admin' : 'reference', otherHref: otherHref(view), list: { href: '#calls', label: text.calls } })}
<div class="shell">
${callList(view)}
<main id="content" tabindex="-1">
${html}
${neighbours(view)}
</main>
</div>
</body>
</html>
`
}

function otherHref({ language, base, group }: PageView): string {
  return hrefOf({ base: base.replace(new RegExp(`/${language}$`), `/${otherOf(language)}`), group })
}

const hrefOf = ({ base, group }: Pick<PageView, 'base' | 'group'>) => base + (group ? `/${group.slug}` : '')

function callList(view: PageView): string {
  const { language, audience, base, groups, group: current } = view
  const text = referenceTexts[language]
  const lists = groups.map((group) => {
    const { name, english } = groupTexts(group, language)
    const here = group === current ? ' aria-current="page"' : ''
    const items = group.operations.map((operation) => {
      const { summary, english } = textsOf(operation, language)
      const method =
        group.slug === 'webhooks'
          ? ''
          : `<i class="method ${operation.method.toLowerCase()}" aria-hidden="true">${operation.method}</i>`
      const words = `${operation.method} ${operation.path} ${operation.id}`.toLowerCase()
      return `<li data-words="${escapeHtml(words)}"><a href="${base}/${group.slug}#${operation.id}">${method}<span${english}>${inline(summary)}</span></a></li>`
    })
    return `<li class="group"><a href="${base}/${group.slug}"${english}${here}>${escapeHtml(name)}</a><ul>${items.join('')}</ul></li>`
  })
  const introduction = `<li class="group"><a href="${base}"${current ? '' : ' aria-current="page"'}>${text.introduction}</a></li>`
  return `<nav id="calls" class="calls-list" aria-label="${text.calls}">
<div class="find" hidden><input type="search" aria-label="${text.search}" placeholder="${text.search}"><p role="status" data-nothing="${text.nothing}"></p></div>
<ul>${introduction}${lists.join('\n')}</ul>
${otherGroups(view)}
<p class="document"><a href="${audience === 'servers' ? '/openapi.merchant.json' : '/openapi.json'}">${text.document}</a></p>
<p class="document"><a href="${markdownHref(hrefOf(view))}">${guideTexts[language].markdown}</a></p>
</nav>`
}

/** The names of the groups that another audience calls. */
function otherGroups({ language, audience, base, others }: PageView): string {
  if (others.length === 0) return ''
  const text = referenceTexts[language]
  const items = others.map((group) => {
    const { name, english } = groupTexts(group, language)
    return `<li><a href="${base}/${group.slug}"${english}>${escapeHtml(name)}</a></li>`
  })
  const title = audience === 'servers' ? text.portal : text.serverCalls
  return `<div class="elsewhere"><h2>${title}</h2><ul>${items.join('')}</ul></div>`
}

function neighbours({ language, base, groups, group }: PageView): string {
  const text = referenceTexts[language]
  const at = group ? groups.indexOf(group) : -1
  const link = (target: Group | undefined, rel: string, label: string) => {
    if (!target) return ''
    const { name, english } = groupTexts(target, language)
    return `<a rel="${rel}" href="${base}/${target.slug}"><small>${label}</small> <span${english}>${escapeHtml(name)}</span></a>`
  }
  return `<nav class="neighbours" aria-label="${text.previous}, ${text.next}">${link(groups[at - 1], 'prev', text.previous)}${link(groups[at + 1], 'next', text.next)}</nav>`
}

/** The list of groups on the introduction. */
export function groupCards(groups: Group[], base: string, language: Language): string {
  const cards = groups.map((group) => {
    const { name, description, english } = groupTexts(group, language)
    return `<li${english}><a href="${base}/${group.slug}">${escapeHtml(name)}</a>${prose(description, '')}</li>`
  })
  return `<ul class="groups">${cards.join('')}</ul>`
}
