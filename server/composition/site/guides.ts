// Serves the merchant guides under /guides, static pages that `npm run build:web` writes to web/dist/guides.

import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../../cards/checkout/frame/language.ts'
import { withoutTrailing } from '../../kernel/text-end.ts'
import { type Asset, loadAsset, pageHeaders, registerAssets, send } from './web-pages.ts'

const builtInto = join(import.meta.dirname, '../../../web/dist/guides')

/** Pages have no entry in the API document. */
const unlisted = { config: { api: 'unlisted' } } as const
/** Guides change only with a release; cached briefly, so that a slow network does not load one twice while it is read. */
const guideHeaders = { ...pageHeaders, 'cache-control': 'public, max-age=300' }

export function registerGuides(app: FastifyInstance, directory = builtInto): void {
  const isBuilt = existsSync(join(directory, 'fr.html'))
  const pages = isBuilt ? loadPages(directory) : new Map<string, Asset>()
  const notFound: Record<string, Asset> = isBuilt
    ? { fr: loadAsset(join(directory, '404.fr.html')), en: loadAsset(join(directory, '404.en.html')) }
    : {}

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = (request.params as { '*'?: string })['*'] ?? ''
    const page = pages.get(path)
    if (page) return send(request, reply.headers(guideHeaders), page)
    // The path has a trailing slash or lacks the language.
    const language = /^(fr|en)(\/|$)/.exec(path)?.[1] ?? languageOf(request)
    const meant = [withoutTrailing(path, '/'), withoutTrailing(`${language}/${path}`, '/')].find((name) =>
      pages.has(name),
    )
    reply.header('vary', 'accept-language')
    if (meant !== undefined) return reply.header('cache-control', 'no-store').redirect(`/guides/${meant}`)
    if (isBuilt) return send(request, reply.code(404).headers(pageHeaders), notFound[language] as Asset)
    return reply
      .code(503)
      .type('text/plain; charset=utf-8')
      .send('The guides are not built: run npm run build:web, then start again.\n')
  }
  app.get('/guides', unlisted, sendPage)
  app.get('/guides/*', unlisted, sendPage)
  registerAssets(app, '/guides/assets', directory)
}

/** Keys are paths after /guides/, such as `en/webhooks`. */
function loadPages(directory: string): Map<string, Asset> {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  return new Map(
    files
      .filter((name) => name.endsWith('.html') && !name.startsWith('404.'))
      .map((name) => {
        const file = join(directory, name)
        return [relative(directory, file).slice(0, -'.html'.length), loadAsset(file)]
      }),
  )
}
