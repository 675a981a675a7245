// Serves the home page, the icons and the page for unknown addresses, which `npm run build:web` writes to web/dist/site.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../../cards/checkout/page-frame.ts'
import { sendPage, showErrorPage, wantsJson } from '../../cards/checkout/page-reply.ts'
import type { Language } from '../../kernel/language.ts'
import type { HttpOptions } from '../../platform/http/http.ts'
import { type Asset, ownPolicy, pageHeaders, registerAssets, send } from './web-pages.ts'

const builtInto = join(import.meta.dirname, '../../../web/dist/site')
const languages: readonly Language[] = ['fr', 'en']
const unlisted = { config: { api: 'unlisted', priority: 'list', limitedAs: 'page' } } as const

/** What the home page offers at this deployment. */
export type HomeOptions = {
  baseUrl: string
  /** A test payment of the demo merchant. */
  hasDemo: boolean
  signUpOpen: boolean
  /** Whether the deployment has a page about prices. */
  hasPrices: boolean
}

export function registerHome(app: FastifyInstance, options: HomeOptions, directory = builtInto): void {
  const pages = new Map(
    languages
      .filter((language) => existsSync(join(directory, `home.${language}.html`)))
      .map((language) => {
        const template = readFileSync(join(directory, `home.${language}.html`), 'utf8')
        return [language, packed(homeHtml(template, options))]
      }),
  )
  app.get('/', unlisted, async (request, reply) => {
    const page = pages.get(languageOf(request))
    if (!page)
      return reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('The home page is not built: run npm run build:web, then start again.\n')
    const headers = {
      ...pageHeaders,
      'cache-control': 'no-cache',
      // Without it, the form of the demo would be sent with the origin "null".
      'referrer-policy': 'same-origin',
      vary: 'accept-language',
    }
    return send(request, reply.headers(headers), page)
  })
  registerAssets(app, '/site/assets', directory)
  for (const [path, file] of rootFiles(join(directory, 'root'), options.baseUrl))
    app.get(path, { config: { api: 'unlisted', priority: 'list' } }, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=86400').type(file.type).send(file.bytes),
    )
}

/** Resolves the markers of the built page: the address of the deployment, and the parts it has. */
export function homeHtml(template: string, { baseUrl, hasDemo, signUpOpen, hasPrices }: HomeOptions): string {
  const parts = { sandbox: hasDemo, production: !hasDemo, 'sign-up': signUpOpen, prices: hasPrices }
  return Object.entries(parts)
    .reduce((html, [name, isShown]) => withPart(html, name, isShown), template)
    .replaceAll('{base}', baseUrl.replaceAll('&', '&amp;').replaceAll('"', '&quot;'))
}

/** Keeps or removes what stands between the markers of a part. */
export function withPart(html: string, name: string, isShown: boolean): string {
  const [start = '', ...marked] = html.split(`<!--if ${name}-->`)
  const rest = marked.map((text) => {
    const [part = '', after = ''] = text.split(`<!--end ${name}-->`)
    return isShown ? part + after : after
  })
  return [start, ...rest].join('')
}

/** The highest quality would save 400 bytes more and take ten times as long, at every start. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 6 }
const packed = (html: string): Asset => ({
  type: 'text/html; charset=utf-8',
  br: brotliCompressSync(html, { params }),
})

const types: Record<string, string> = {
  '.ico': 'image/x-icon',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
}

/** Files at fixed addresses, which browsers, messengers and agents ask for. */
function rootFiles(
  directory: string,
  baseUrl: string,
): [path: string, file: { type: string; bytes: Buffer }][] {
  if (!existsSync(directory)) return []
  return readdirSync(directory)
    .filter((name) => types[extname(name)] !== undefined)
    .map((name) => {
      const bytes = readFileSync(join(directory, name))
      const isText = name.endsWith('.txt')
      const filled = isText ? Buffer.from(bytes.toString().replaceAll('{base}', baseUrl)) : bytes
      return [`/${name}`, { type: types[extname(name)] as string, bytes: filled }]
    })
}

/** Error pages for browsers: our own for an unknown address, otherwise that of payments. Other clients get JSON. */
export function errorPages(directory = builtInto): NonNullable<HttpOptions['page']> {
  const files = languages.map((language) => [language, join(directory, `404.${language}.html`)] as const)
  const pages = new Map(
    files.filter(([, file]) => existsSync(file)).map(([name, file]) => [name, readFileSync(file, 'utf8')]),
  )
  return (request: FastifyRequest, reply: FastifyReply, status: number) => {
    const page = status === 404 ? pages.get(languageOf(request)) : undefined
    if (!page || !/^(GET|HEAD)$/.test(request.method) || wantsJson(request))
      return showErrorPage(request, reply, status)
    return sendPage(reply, ownPolicy, page)
  }
}
