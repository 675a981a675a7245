// Builds the API reference from the committed OpenAPI document: pages for merchants, and pages with the calls of admins.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { languages } from '../guides/guide-texts.ts'
import type { BuiltPage } from '../guides/markdown.ts'
import { typesetHtml } from '../guides/typography.ts'
import { minified } from '../site/style.ts'
import { type Group, groupsOf, isForMerchants, isForPortal, type OpenApi, webhooksOf } from './document.ts'
import { parameterList, prose } from './fields.ts'
import { introductions } from './introduction.ts'
import { type Assets, groupCards, groupTexts, type PageView, pageHtml } from './layout.ts'
import { markdownOf } from './markdown.ts'
import { contextOf, eventHtml, operationHtml } from './operation.ts'
import { referenceTexts } from './texts.ts'

/** @param root of the project. @param directory where the pages are written. @returns the pages. */
export function buildReference(root: string, directory: string): BuiltPage[] {
  const document = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8')) as OpenApi
  const assets = writeAssets(root, directory)
  const errorPages = new Set(
    readdirSync(join(root, 'docs/errors'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => name.slice(0, -'.md'.length)),
  )
  return languages.flatMap((language) => {
    const part = { document, language, errorPages, assets, directory }
    const isForServers: typeof isForPortal = (operation) =>
      isForMerchants(operation) && !isForPortal(operation)
    const servers = [...groupsOf(document, isForServers), webhooksOf(document)]
    const portal = groupsOf(document, isForPortal)
    const admin = groupsOf(document, (operation) => !isForMerchants(operation))
    const base = `/docs/${language}`
    return [
      ...writePages({ ...part, audience: 'servers', base, groups: servers, others: portal }),
      ...writePages({ ...part, audience: 'portal', base, groups: portal, others: servers }),
      ...writePages({
        ...part,
        audience: 'admin',
        base: `/docs/admin/${language}`,
        groups: admin,
        others: [],
      }),
    ]
  })
}

type Part = Pick<PageView, 'language' | 'audience' | 'base' | 'groups' | 'others'> & {
  document: OpenApi
  errorPages: ReadonlySet<string>
  assets: Assets
  directory: string
}

function writePages(part: Part): BuiltPage[] {
  const { language, audience, base, groups, others, assets, directory } = part
  const isAdmin = audience === 'admin'
  const text = referenceTexts[language]
  const notice = { servers: '', portal: typesetHtml(text.portalNote, language), admin: text.english }[
    audience
  ]
  const note = notice && `<p class="note">${notice}</p>`
  const put = (href: string, page: Pick<PageView, 'group' | 'title' | 'description' | 'html'>): BuiltPage => {
    const file = join(directory, href.slice('/docs/'.length))
    const markdown = markdownOf(page.html)
    write(`${file}.html`, pageHtml({ ...page, language, audience, base, groups, others, assets }))
    write(`${file}.md`, markdown)
    const [title, lead] = [page.title.split(' · ')[0] ?? '', page.description]
    return {
      href,
      language,
      kind: isAdmin ? 'admin' : 'reference',
      title,
      lead,
      markdown,
      anchors: anchorsOf(page.html),
    }
  }
  const start = introductions[language]
  const introduction = () =>
    put(base, {
      group: undefined,
      title: isAdmin ? `${text.admin} · ${text.site}` : start.title,
      description: start.lead.replace(/<[^>]+>/g, ''),
      html: introductionHtml(part, note),
    })
  const pages = groups.map((group) => {
    const { name, description, english } = groupTexts(group, language)
    return put(`${base}/${group.slug}`, {
      group,
      title: `${name} · ${text.site}`,
      description,
      html: `<header class="head"><h1${english}>${name}</h1>${prose(description, english)}${note}</header>${groupHtml(group, part)}`,
    })
  })
  // The portal's groups are listed on the introduction of the calls for servers.
  return audience === 'portal' ? pages : [introduction(), ...pages]
}

/** The headings of a page in their order, each with its anchor. */
function anchorsOf(html: string): BuiltPage['anchors'] {
  const headings = html.matchAll(/<h[23][^>]*><a href="#([^"]+)">(.*?)<\/a>/g)
  return [...headings].map(([, anchor = '', heading = '']) => [heading.replace(/<[^>]+>/g, ''), anchor])
}

function introductionHtml({ language, audience, base, groups, others }: Part, note: string): string {
  const { title, lead, sections } = introductions[language]
  const isAdmin = audience === 'admin'
  const text = referenceTexts[language]
  const portal = `<h2 id="portal"><a href="#portal">${text.portal}</a></h2><p class="note">${typesetHtml(text.portalNote, language)}</p>${groupCards(others, base, language)}`
  const shown = isAdmin ? [] : sections
  const heading = isAdmin ? text.admin : title
  return `<header class="head"><h1>${heading}</h1>${isAdmin ? '' : `<p>${lead}</p>`}${note}</header>
${groupCards(groups, base, language)}
<div class="prose">${shown.map(([anchor, name, html]) => `<h2 id="${anchor}"><a href="#${anchor}">${name}</a></h2>${typesetHtml(html, language)}`).join('\n')}</div>
${isAdmin ? '' : portal}`
}

function groupHtml(group: Group, { document, language, errorPages }: Part): string {
  const rendering = { document, language, errorPages, firstWith: new Map() }
  if (group.slug !== 'webhooks')
    return group.operations.map((operation) => operationHtml(operation, rendering)).join('\n')
  // All events have the same headers, except one that is not signed.
  const [signed] = group.operations
  const headers = parameterList(contextOf(document, language, false), signed?.parameters ?? [])
  const events = group.operations.map((operation) => eventHtml(operation, rendering))
  return `${events.join('\n')}<section class="operation"><div class="about"><h2 id="headers">${referenceTexts[language].webhookHeaders}</h2>${headers}</div></section>`
}

/** Files named by a hash of their content, so that browsers may cache them for ever. */
function writeAssets(root: string, directory: string): Assets {
  const source = (file: string) => readFileSync(join(root, 'web', file), 'utf8')
  const put = (name: string, content: string, type: string) => {
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 10)
    write(join(directory, 'assets', `${name}-${hash}.${type}`), content)
    return `/docs/assets/${name}-${hash}.${type}`
  }
  return {
    style: put(
      'reference',
      minified(
        source('ui/tokens.css') +
          source('ui/reset.css') +
          source('guides/top.css') +
          source('reference/reference.css') +
          source('guides/code.css'),
      ),
      'css',
    ),
    script: put('reference', source('reference/reference.js'), 'js'),
    try: put('try', source('reference/try.js'), 'js'),
  }
}

function write(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}
