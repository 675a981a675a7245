// Serves the pages for merchants (/portal) and admins (/console) from web/dist, where `npm run build:web` writes them. They contain no data: everything they show comes from the API, with the user's token.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync, brotliDecompress, brotliDecompressSync, gzip as zlibGzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AdminAccess, networkGuard } from '../../admin/access.ts'
import type { SupportContact } from '../../config/message-settings.ts'
import { Problem } from '../../kernel/problem.ts'
import { withoutTrailing } from '../../kernel/text/characters.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import type { AddressLimit } from '../../platform/http/rate-limit.ts'

export const builtInto = join(import.meta.dirname, '../../../web/dist')

/** Requires trusted types, because our own pages never turn text into markup or script. */
export const ownPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

export const pageHeaders = {
  'content-security-policy': ownPolicy,
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'cache-control': 'no-store',
}
/** A hashed file name always stands for the same content. */
export const assetHeaders = { 'cache-control': 'public, max-age=31536000, immutable' }

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
}

/** Stored compressed with Brotli, which most clients accept; decompressed for the others. */
export type Asset = { type: string; br: Buffer }

type WebOptions = {
  adminAccess: Pick<AdminAccess, 'networks' | 'log'>
  /** How merchants reach the team that runs the service. */
  support?: readonly SupportContact[] | undefined
}

/** Serves the console and its files to the admin networks only. */
export function registerWebAssets(
  app: FastifyInstance,
  { adminAccess, support = [] }: WebOptions,
  directory = builtInto,
): void {
  const everyone = async () => {}
  const guard = networkGuard(adminAccess)
  registerWebApp(app, 'portal', {
    directory,
    onRequest: everyone,
    limitedAs: 'page',
    usesCamera: true,
    finish: (html) => withSupport(html, support),
  })
  registerWebApp(app, 'console', { directory, onRequest: guard })
}

function registerWebApp(
  app: FastifyInstance,
  name: string,
  how: {
    directory: string
    onRequest: (request: FastifyRequest) => Promise<void>
    limitedAs?: AddressLimit
    /** The till scans printed codes. */
    usesCamera?: boolean
    /** Adds to the built page what only this deployment knows. */
    finish?: (html: string) => string
  },
): void {
  const { onRequest, limitedAs, usesCamera = false, finish = (html) => html } = how
  const policy = pageHeaders['permissions-policy'].replace(
    'camera=()',
    usesCamera ? 'camera=(self)' : 'camera=()',
  )
  const directory = join(how.directory, name)
  const page = existsSync(join(directory, 'index.html'))
    ? finished(loadAsset(join(directory, 'index.html')), finish)
    : undefined
  const known = knownPaths(directory)
  const sendApp = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = withoutTrailing(request.url.split('?')[0] ?? '', '/')
    if (page && known?.some((parts) => isKnown(parts, path)) === false)
      throw new Problem(requestProblems.not_found)
    if (page) return send(request, reply.headers({ ...pageHeaders, 'permissions-policy': policy }), page)
    return reply
      .code(503)
      .type('text/plain; charset=utf-8')
      .send(`The pages of /${name} are not built: run npm run build:web, then start again.\n`)
  }
  const config = { api: 'unlisted', priority: 'list', ...(limitedAs && { limitedAs }) } as const
  const options = { onRequest, config }
  app.get(`/${name}`, options, sendApp)
  app.get(`/${name}/*`, options, sendApp)
  registerAssets(app, `/${name}/assets`, directory, { onRequest })
}

function finished({ type, br }: Asset, finish: (html: string) => string): Asset {
  const built = brotliDecompressSync(br).toString()
  const html = finish(built)
  return { type, br: html === built ? br : brotliCompressSync(html) }
}

/** Puts the contacts into the page, where its script reads them; a page without contacts says nothing. */
function withSupport(html: string, support: readonly SupportContact[]): string {
  const content = JSON.stringify(support).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return html.replace(
    '<!--support-->',
    support.length > 0 ? `<meta name="support" content="${content}">` : '',
  )
}

type AssetOptions = {
  onRequest?: (request: FastifyRequest) => Promise<void>
  /** The names of scripts that this deployment does without; they are served without content. */
  empty?: RegExp
}

/** Serves the files of a directory, whose names change with their content. */
export function registerAssets(
  app: FastifyInstance,
  path: string,
  directory: string,
  { onRequest = async () => {}, empty }: AssetOptions = {},
): void {
  const files = existsSync(join(directory, 'assets'))
    ? loadFiles(join(directory, 'assets'))
    : new Map<string, Asset>()
  app.get(
    `${path}/:file`,
    { onRequest, config: { api: 'unlisted', priority: 'list' } },
    async (request, reply) => {
      const { file } = request.params as { file: string }
      const asset = files.get(file)
      if (!asset) throw new Problem(requestProblems.not_found)
      if (empty?.test(file)) return reply.headers(assetHeaders).type(asset.type).send('')
      return send(request, reply.headers(assetHeaders), asset)
    },
  )
}

/** The addresses that the app has a page for, as its build lists them; undefined where it lists none. */
function knownPaths(directory: string): string[][] | undefined {
  const file = join(directory, 'paths.json')
  if (!existsSync(file)) return undefined
  return (JSON.parse(readFileSync(file, 'utf8')) as string[]).map((path) => path.split('/'))
}

/** Whether a path is one that the app's router knows: `:name` stands for one part, and `:name?` for one part or none. */
function isKnown(parts: readonly string[], path: string): boolean {
  const given = path.split('/')
  const least = parts.at(-1)?.endsWith('?') ? parts.length - 1 : parts.length
  if (given.length < least || given.length > parts.length) return false
  return given.every((part, i) => (parts[i]?.startsWith(':') ? part !== '' : part === parts[i]))
}

export function loadFiles(directory: string): Map<string, Asset> {
  const names = readdirSync(directory).filter((name) => types[extname(name)] !== undefined)
  return new Map(names.map((name) => [name, loadAsset(join(directory, name))]))
}

export function loadAsset(file: string): Asset {
  return {
    type: types[extname(file)] ?? 'application/octet-stream',
    br: readFileSync(`${file}.br`),
  }
}

export async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, br }: Asset,
): Promise<FastifyReply> {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const [encoding, bytes] = /\bbr\b/.test(accepted)
    ? (['br', br] as const)
    : /\bgzip\b/.test(accepted)
      ? (['gzip', await gzip(await unpack(br))] as const)
      : ([undefined, await unpack(br)] as const)
  if (encoding) reply.header('content-encoding', encoding)
  const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ')
  return reply.header('vary', vary).type(type).send(bytes)
}

const unpack = promisify(brotliDecompress)
const gzip = promisify<Buffer, Buffer>(zlibGzip)
