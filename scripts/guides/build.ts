// Renders the guides as pages: docs/guides/<language>/*.md, and the page of each error code. A broken link stops
// the build.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { errorFolder } from '../errors/folder.ts'
import { minified } from '../site/style.ts'
import { otherOf } from '../site/top-bar.ts'
import { guideNames, guideTexts, type Language, languages } from './guide-texts.ts'
import { type Entry, pageHtml } from './layout.ts'
import { type BuiltPage, markdownHref, published } from './markdown.ts'
import { anchorOf, type Rendered, render } from './markup.ts'
import { missingPage, searchPage } from './other-pages.ts'

/** A document, its address, and the target of its language switch. */
type Source = { file: string; language: Language; href: string; otherHref: string; guide: string }

/** @param root of the project. @param directory is emptied first. @returns the pages, in reading order. */
export function buildGuides(root: string, directory: string): BuiltPage[] {
  rmSync(directory, { recursive: true, force: true })
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const sources = languages.flatMap((language) => [...guidesIn(language), ...errorPages(root, language)])
  const rendered = new Map(sources.map((source) => [source.href, renderSource(source, sources, read)]))
  const lists = Object.fromEntries(
    languages.map((language) => [
      language,
      guideNames.map((name) => entry(rendered, `/guides/${language}/${name}`)),
    ]),
  ) as Record<Language, Entry[]>
  const assets = writeAssets(root, directory)

  for (const source of sources) {
    const { language, href, otherHref, guide } = source
    const guides = lists[language]
    const at = guides.findIndex((each) => each.href === href)
    const around = at < 0 ? {} : { previous: guides[at - 1], next: guides[at + 1] }
    const page = {
      ...(rendered.get(href) as Rendered),
      language,
      href,
      otherHref,
      currentHref: guide,
      isIndex: isIndex(source),
      guides,
      assets,
    }
    write(join(directory, `${href.slice('/guides/'.length)}.html`), pageHtml({ ...page, ...around }))
  }
  const pages = sources.map((source) => builtPage(source, rendered, sources, read))
  for (const { href, markdown } of pages)
    write(join(directory, markdownHref(href.slice('/guides/'.length))), markdown)
  for (const language of languages) {
    const frame = { language, headings: [], currentHref: '', guides: lists[language], assets }
    write(join(directory, language, 'search.html'), pageHtml(searchPage(frame)))
    write(join(directory, `404.${language}.html`), pageHtml(missingPage(frame)))
  }
  return pages
}

function guidesIn(language: Language): Source[] {
  const other = otherOf(language)
  return ['README', ...guideNames].map((name) => {
    const path = name === 'README' ? '' : `/${name}`
    const href = `/guides/${language}${path}`
    const file = `docs/guides/${language}/${name}.md`
    return { file, language, href, otherHref: `/guides/${other}${path}`, guide: href }
  })
}

/** The pages of the error codes and their index, which belong to the guide about errors. */
function errorPages(root: string, language: Language): Source[] {
  const other = otherOf(language)
  const folder = errorFolder(language)
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => {
      const path = `errors/${name === 'README.md' ? 'all' : name.slice(0, -'.md'.length)}`
      return {
        file: `${folder}/${name}`,
        language,
        href: `/guides/${language}/${path}`,
        otherHref: `/guides/${other}/${path}`,
        guide: `/guides/${language}/errors`,
      }
    })
}

/** Resolves the links of a document. @throws Error for a broken one. */
function linksOf(source: Source, sources: Source[], read: (file: string) => string) {
  return (href: string): string => {
    if (/^https?:\/\//.test(href)) return href
    const [path = '', anchor] = href.split('#')
    const file = path === '' ? source.file : posix.join(dirname(source.file), path)
    const target = sources.find((each) => each.file === file)
    if (!target) throw new Error(`${source.file}: no page for ${href}`)
    if (target.language !== source.language) throw new Error(`${source.file}: ${href} is in another language`)
    if (anchor === undefined) return target.href
    const headings = [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))
    if (!headings.includes(anchor)) throw new Error(`${source.file}: no heading for ${href}`)
    return `${path === '' ? '' : target.href}#${anchor}`
  }
}

function renderSource(source: Source, sources: Source[], read: (file: string) => string): Rendered {
  const { language } = source
  return render(read(source.file), {
    table: guideTexts[language].table,
    language,
    cards: isIndex(source),
    linkTo: linksOf(source, sources, read),
  })
}

function builtPage(
  source: Source,
  rendered: Map<string, Rendered>,
  sources: Source[],
  read: (file: string) => string,
): BuiltPage {
  const { href, language } = source
  const { title, lead, headings } = rendered.get(href) as Rendered
  const anchors = headings.map(({ text, anchor }) => [text, anchor] as const)
  const kind = href.includes('/errors/') ? 'error' : 'guide'
  return {
    href,
    language,
    kind,
    title,
    lead,
    anchors,
    markdown: published(read(source.file), linksOf(source, sources, read)),
  }
}

/** Whether a page is the list of all guides. */
const isIndex = ({ language, href }: Source) => href === `/guides/${language}`

function entry(rendered: Map<string, Rendered>, href: string): Entry {
  return { href, title: rendered.get(href)?.title as string }
}

/** Files named by a hash of their content, so that browsers may cache them for ever. */
function writeAssets(root: string, directory: string): { style: string; script: string } {
  const source = (file: string) => readFileSync(join(root, 'web', file), 'utf8')
  const put = (content: string, type: string) => {
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 10)
    write(join(directory, 'assets', `guides-${hash}.${type}`), content)
    return `/guides/assets/guides-${hash}.${type}`
  }
  return {
    style: put(
      minified(
        source('ui/tokens.css') +
          source('ui/reset.css') +
          source('guides/top.css') +
          source('guides/guides.css') +
          source('guides/code.css'),
      ),
      'css',
    ),
    script: put(source('guides/copy.js'), 'js'),
  }
}

function write(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}
