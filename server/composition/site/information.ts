// Serves the pages about prices, privacy, terms and the state of the service, and what search engines ask for: robots.txt and
// sitemap.xml.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { languageOf } from '../../cards/checkout/page-frame.ts'
import { sendPage } from '../../cards/checkout/page-reply.ts'
import type { SupportContact } from '../../config/message-settings.ts'
import { type Language, languages } from '../../kernel/language.ts'
import { singleFlight } from '../../platform/process/concurrency.ts'
import { withPart } from './home.ts'
import { escaped, type OwnTexts } from './own-texts.ts'
import { operatorsHtml, registerStatus, type ServiceState, summaryOf } from './status.ts'
import { builtInto, ownPolicy } from './web-pages.ts'

// guard: limited-pages
const unlisted = { config: { api: 'unlisted', priority: 'list', limitedAs: 'page' } } as const
const builtNames = ['privacy', 'terms', 'status'] as const

export type InformationOptions = {
  baseUrl: string
  /** How people reach the team that runs the deployment. */
  contacts: readonly SupportContact[]
  texts: OwnTexts
  /** Whether any operator is connected. */
  hasOperators: boolean
  readState: () => Promise<ServiceState>
}

const contactTexts: Record<Language, { nobody: string; contact: string }> = {
  fr: {
    nobody: 'Écrivez au marchand ou au partenaire avec lequel vous traitez.',
    contact: 'Notre équipe\u00a0:',
  },
  en: {
    nobody: 'Write to the merchant or partner you deal with.',
    contact: 'Our team:',
  },
}

/** The longest that a state is shown without asking again, so that visitors cost the database nothing. */
const knownForMs = 10_000

export function registerInformation(
  app: FastifyInstance,
  options: InformationOptions,
  root = builtInto,
): void {
  const readState = singleFlight(options.readState, { maxAgeMs: knownForMs })
  const names = namesOf(options)
  for (const name of names) {
    const templates = languages.map((language) => [language, pageOf(root, name, language, options)] as const)
    app.get(`/${name}`, unlisted, async (request, reply) => {
      const language = languageOf(request)
      const template = new Map(templates).get(language)
      if (template === undefined)
        return reply
          .code(503)
          .type('text/plain; charset=utf-8')
          .send('The page is not built: run npm run build:web.\n')
      reply.header('vary', 'accept-language')
      if (name !== 'status') return sendPage(reply, ownPolicy, template)
      const state = await readState()
      const html = template
        .replaceAll('{state}', () => summaryOf(state, language))
        .replaceAll('{operators}', () => operatorsHtml(state, language))
      return sendPage(reply, ownPolicy, html)
    })
  }
  registerStatus(app, { baseUrl: options.baseUrl, readState }, unlisted)
  app.get('/robots.txt', unlisted, async (_request, reply) =>
    reply.header('cache-control', cached).type('text/plain; charset=utf-8').send(robots(options.baseUrl)),
  )
  const map = siteMap(options.baseUrl, names, root)
  app.get('/sitemap.xml', unlisted, async (_request, reply) =>
    reply.header('cache-control', cached).type('application/xml; charset=utf-8').send(map),
  )
}

const cached = 'public, max-age=86400'

/** A deployment without a text about prices has no page about them. */
const namesOf = ({ texts }: InformationOptions) => [
  ...(texts.has('prices') ? (['prices'] as const) : []),
  ...builtNames,
]
type Name = ReturnType<typeof namesOf>[number]

/** The page as it was built, or with the text of the deployment; undefined where nothing was built. */
function pageOf(
  root: string,
  name: Name,
  language: Language,
  { texts, contacts, hasOperators }: InformationOptions,
): string | undefined {
  const own = name === 'status' ? undefined : texts.get(name)?.[language]
  const file = join(root, 'site', `${own ? 'own' : name}.${language}.html`)
  if (!existsSync(file)) return undefined
  const { title, lead, sections } = own ?? { title: '', lead: '', sections: '' }
  const html = withPart(readFileSync(file, 'utf8'), 'prices', texts.has('prices'))
  return withPart(html, 'operators', hasOperators)
    .replaceAll('{name}', name)
    .replaceAll('{title}', () => title)
    .replaceAll('{lead}', () => lead)
    .replaceAll('{sections}', () => sections)
    .replaceAll('{contacts}', () => contactsHtml(contacts, language))
}

function contactsHtml(contacts: readonly SupportContact[], language: Language): string {
  const { nobody, contact } = contactTexts[language]
  if (contacts.length === 0) return nobody
  const links = contacts.map(({ href, text }) => `<a href="${escaped(href)}">${escaped(text)}</a>`)
  return `${contact} ${links.join(', ')}`
}

/** Pages of single payments, links and people are nobody's search result. */
function robots(baseUrl: string): string {
  const closed = ['/api/', '/pl/', '/papers/', '/emails/', '/portal', '/console', '/demo/', '/verify/']
  return [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${baseUrl}/sitemap.xml`,
    '',
  ].join('\n')
}

/** Every page that anybody may read, in both languages. */
function siteMap(baseUrl: string, names: readonly Name[], root: string): string {
  const own = languages.flatMap((language) =>
    ['/', ...names.map((name) => `/${name}`)].map((path) => `${path}?lang=${language}`),
  )
  const paths = ['/verify', ...own, ...pagesBelow(root, 'guides'), ...pagesBelow(root, 'docs')]
  const urls = paths.map((path) => `<url><loc>${escaped(baseUrl + path)}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}

function pagesBelow(root: string, base: string): string[] {
  const directory = join(root, base)
  if (!existsSync(directory)) return []
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => /^(fr|en)\b.*\.html$/.test(name))
    .map((name) => `/${base}/${name.slice(0, -'.html'.length)}`)
    .sort()
}
