// Serves the pages for merchants (/portal), admins (/console) and the API reference (/docs) from web/dist, where `npm run build:web`
// writes them. They contain no data: everything they show comes from the API, with the user's token.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress, gzip as zlibGzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AdminAccess, networkGuard } from '../../admin/access.ts'
import { Problem } from '../../kernel/problem.ts'
import { requestProblems } from '../../platform/http/problems.ts'

const builtInto = join(import.meta.dirname, '../../../web/dist')

/** @param styles the allowed sources of styles. */
const policyOf = (styles: string, ...more: string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    ...more,
  ].join('; ')

/** Requires trusted types, because our own pages never turn text into markup or script. */
const ownPolicy = policyOf("'self'", "require-trusted-types-for 'script'", "trusted-types 'none'")
/** The API reference is third-party code that writes its own styles. It holds no data and has no session. */
const referencePolicy = policyOf("'self' 'unsafe-inline'")

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
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Stored compressed with Brotli, which most clients accept; decompressed for the others. */
export type Asset = { type: string; br: Buffer }

/** Serves the console and its files to the admin networks only. */
export function registerWebAssets(
  app: FastifyInstance,
  { adminAccess }: { adminAccess: AdminAccess },
  directory = builtInto,
): void {
  const everyone = async () => {}
  const guard = networkGuard(adminAccess)
  registerWebApp(app, 'portal', { directory, policy: ownPolicy, onRequest: everyone })
  registerWebApp(app, 'console', { directory, policy: ownPolicy, onRequest: guard })
  registerWebApp(app, 'docs', { directory, policy: referencePolicy, onRequest: everyone })
}

function registerWebApp(
  app: FastifyInstance,
  name: string,
  how: { directory: string; policy: string; onRequest: (request: FastifyRequest) => Promise<void> },
): void {
  const { policy, onRequest } = how
  const directory = join(how.directory, name)
  const page = existsSync(join(directory, 'index.html'))
    ? loadAsset(join(directory, 'index.html'))
    : undefined
  const files = page ? loadFiles(join(directory, 'assets')) : new Map<string, Asset>()
  const sendApp = async (request: FastifyRequest, reply: FastifyReply) => {
    const headers = { ...pageHeaders, 'content-security-policy': policy }
    if (page) return send(request, reply.headers(headers), page)
    return reply
      .code(503)
      .type('text/plain; charset=utf-8')
      .send(`The pages of /${name} are not built: run npm run build:web, then start again.\n`)
  }
  const options = { onRequest, config: { api: 'unlisted' } } as const
  // The app handles every path below its own, including unknown ones.
  app.get(`/${name}`, options, sendApp)
  app.get(`/${name}/*`, options, sendApp)
  app.get(`/${name}/assets/:file`, options, async (request, reply) => {
    const asset = files.get((request.params as { file: string }).file)
    if (!asset) throw new Problem(requestProblems.not_found)
    return send(request, reply.headers(assetHeaders), asset)
  })
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
  return reply.header('vary', 'accept-encoding').type(type).send(bytes)
}

const unpack = promisify(brotliDecompress)
const gzip = promisify<Buffer, Buffer>(zlibGzip)
