// Serves pages that were built in several languages, at addresses such as /guides/fr/webhooks.
import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../../cards/checkout/page-frame.ts'
import type { Language } from '../../kernel/language.ts'
import { withoutTrailing } from '../../kernel/text/characters.ts'
import { type Asset, loadAsset, pageHeaders, send } from './web-pages.ts'

/** Pages change only with a release; cached briefly, so that a slow network does not load one twice while it is read. */
const headers = { ...pageHeaders, 'cache-control': 'public, max-age=300' }

type StaticPages = {
  /** The address of the pages, such as /guides. */
  base: string
  directory: string
  /** What the pages are called in the message of an installation that has not built them. */
  name: string
  onRequest?: (request: FastifyRequest) => Promise<void>
  notFound: (language: Language, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

export function registerStaticPages(app: FastifyInstance, pages: StaticPages): void {
  const { base, directory, name, onRequest = async () => {}, notFound } = pages
  const isBuilt = existsSync(join(directory, 'fr.html'))
  const built = isBuilt ? loadPages(directory) : new Map<string, Asset>()
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = (request.params as { '*'?: string })['*'] ?? ''
    const page = built.get(path)
    if (page) return send(request, reply.headers(headers), page)
    const language = (/^(fr|en)(\/|$)/.exec(path)?.[1] ?? languageOf(request)) as Language
    // The first page is served where readers ask for it: a redirect costs a slow network almost a second.
    const first = path === '' ? built.get(language) : undefined
    if (first) return send(request, reply.headers({ ...headers, vary: 'accept-language' }), first)
    // The path has a trailing slash or lacks the language.
    const meant = [withoutTrailing(path, '/'), withoutTrailing(`${language}/${path}`, '/')].find((each) =>
      built.has(each),
    )
    reply.header('vary', 'accept-language')
    if (meant !== undefined) return reply.header('cache-control', 'no-store').redirect(`${base}/${meant}`)
    if (isBuilt) return notFound(language, request, reply)
    return reply
      .code(503)
      .type('text/plain; charset=utf-8')
      .send(`The ${name} are not built: run npm run build:web, then start again.\n`)
  }
  const options = { onRequest, config: { api: 'unlisted', priority: 'list', limitedAs: 'page' } } as const
  app.get(base, options, sendPage)
  app.get(`${base}/*`, options, sendPage)
}

/** Keys are paths below the base, such as `en/webhooks`, and `en/webhooks.md` for the page as Markdown. */
function loadPages(directory: string): Map<string, Asset> {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  return new Map(
    files
      .filter((name) => /^(fr|en)\b.*\.(html|md)$/.test(name))
      .map((name) => {
        const file = join(directory, name)
        return [relative(directory, file).replace(/\.html$/, ''), loadAsset(file)]
      }),
  )
}
