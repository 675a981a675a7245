// Builds the API reference from the committed OpenAPI document: pages for merchants, and pages with the calls of admins.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Language, languages } from '../guides/guide-texts.ts'
import type { BuiltPage } from '../guides/markdown.ts'
import { typesetHtml } from '../guides/typography.ts'
import { minified } from '../site/style.ts'
import { type Group, groupsOf, isForMerchants, type OpenApi, webhooksOf } from './document.ts'
import { parameterList, prose } from './fields.ts'
import { introductions } from './introduction.ts'
import { type Assets, groupCards, groupTexts, pageHtml } from './layout.ts'
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
    const groups = [...groupsOf(document, isForMerchants), webhooksOf(document)]
    const admin = groupsOf(document, (operation) => !isForMerchants(operation))
    return [
      ...writePages({ ...part, base: `/docs/${language}`, groups }),
      ...writePages({ ...part, base: `/docs/admin/${language}`, groups: admin }),
    ]
  })
}

type Part = {
  document: OpenApi
  language: Language
  base: string
  groups: Group[]
  errorPages: ReadonlySet<string>
  assets: Assets
  directory: string
}

function writePages(part: Part): BuiltPage[] {
  const { language, base, groups, assets, directory } = part
  const isAdmin = base.startsWith('/docs/admin')
  const text = referenceTexts[language]
  const note = isAdmin && text.english ? `<p class="note">${text.english}</p>` : ''
  const put = (
    href: string,
    page: Pick<Parameters<typeof pageHtml>[0], 'group' | 'title' | 'description' | 'html'>,
  ): BuiltPage => {
    const file = join(directory, href.slice('/docs/'.length))
    const markdown = markdownOf(page.html)
    write(`${file}.html`, pageHtml({ ...page, language, base, groups, assets, isAdmin }))
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
  const first = put(base, {
    group: undefined,
    title: isAdmin ? `${text.admin} · ${text.site}` : start.title,
    description: start.lead.replace(/<[^>]+>/g, ''),
    html: introductionHtml(part, note),
  })
  const others = groups.map((group) => {
    const { name, description, english } = groupTexts(group, language)
    return put(`${base}/${group.slug}`, {
      group,
      title: `${name} · ${text.site}`,
      description,
      html: `<header class="head"><h1${english}>${name}</h1>${prose(description, english)}${note}</header>${groupHtml(group, part)}`,
    })
  })
  return [first, ...others]
}

/** The headings of a page in their order, each with its anchor. */
function anchorsOf(html: string): BuiltPage['anchors'] {
  const headings = html.matchAll(/<h[23][^>]*><a href="#([^"]+)">(.*?)<\/a>/g)
  return [...headings].map(([, anchor = '', heading = '']) => [heading.replace(/<[^>]+>/g, ''), anchor])
}

function introductionHtml({ language, base, groups }: Part, note: string): string {
  const { title, lead, sections } = introductions[language]
  const isAdmin = base.startsWith('/docs/admin')
  const shown = isAdmin ? [] : sections
  const heading = isAdmin ? referenceTexts[language].admin : title
  return `<header class="head"><h1>${heading}</h1>${isAdmin ? '' : `<p>${lead}</p>`}${note}</header>
${groupCards(groups, base, language)}
<div class="prose">${shown.map(([anchor, name, html]) => `<h2 id="${anchor}"><a href="#${anchor}">${name}</a></h2>${typesetHtml(html, language)}`).join('\n')}</div>`
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
