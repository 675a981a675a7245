// Serves the page that verifies receipts, /verify, with what makes it installable. It works without a network once it was opened, so
// everything it needs comes from here, and the token of a receipt, in the fragment of the address, is never sent.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../../kernel/problem.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import {
  type Asset,
  assetHeaders,
  builtInto,
  loadAsset,
  loadFiles,
  pageHeaders,
  registerAssets,
  send,
} from './web-pages.ts'

const unlisted = { config: { api: 'unlisted', priority: 'list' } } as const
const limited = { config: { ...unlisted.config, limitedAs: 'page' } } as const

const verifyHeaders = {
  ...pageHeaders,
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    // The page's only policy allows one address: that of its service worker.
    'trusted-types verify-worker',
  ].join('; '),
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
  'cache-control': 'no-cache',
}

export function registerVerifyPage(app: FastifyInstance, directory = join(builtInto, 'verify')): void {
  const isBuilt = existsSync(join(directory, 'index.html'))
  const page = isBuilt ? loadAsset(join(directory, 'index.html')) : undefined
  const assets = isBuilt ? loadFiles(join(directory, 'assets')) : new Map<string, Asset>()
  const files = isBuilt ? loadFiles(directory) : new Map<string, Asset>()
  const icons = isBuilt ? loadIcons(directory) : new Map<string, Buffer>()

  app.get('/verify', limited, async (request, reply) => {
    if (page) return send(request, reply.headers(verifyHeaders), page)
    return reply
      .code(503)
      .type('text/plain; charset=utf-8')
      .send('The page is not built: run npm run build:web, then start again.\n')
  })
  app.get('/verify/:file', limited, async (request, reply) => {
    const { file } = request.params as { file: string }
    reply.headers({ 'cache-control': 'no-cache' })
    const icon = icons.get(file)
    if (icon) return reply.type('image/png').send(icon)
    const asset = files.get(file)
    if (!asset || file === 'index.html') throw new Problem(requestProblems.not_found)
    // Without this header a worker in /verify/ could not serve /verify itself.
    if (file === 'sw.js') reply.header('service-worker-allowed', '/verify')
    return send(request, reply, asset)
  })
  app.get('/verify/assets/:file', unlisted, async (request, reply) => {
    const asset = assets.get((request.params as { file: string }).file)
    if (!asset) throw new Problem(requestProblems.not_found)
    return send(request, reply.headers(assetHeaders), asset)
  })
}

function loadIcons(directory: string): Map<string, Buffer> {
  const names = readdirSync(directory).filter((name) => extname(name) === '.png')
  return new Map(names.map((name) => [name, readFileSync(join(directory, name))]))
}

// Serves the upload page, /papers/<token>. It is the same file for every token: what is needed comes from the API.

const headers = {
  ...pageHeaders,
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // The photo that is made smaller is read through a blob: address.
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
  // The address is a secret of the person.
  'x-robots-tag': 'noindex, nofollow',
}

export function registerPapersPage(app: FastifyInstance, directory = join(builtInto, 'papers')): void {
  const file = join(directory, 'index.html')
  const page = existsSync(file) ? loadAsset(file) : undefined
  app.get('/papers/:token', limited, async (request, reply) => {
    if (page) return send(request, reply.headers(headers), page)
    return reply
      .code(503)
      .type('text/plain; charset=utf-8')
      .send('The page is not built: run npm run build:web, then start again.\n')
  })
  registerAssets(app, '/papers/assets', directory)
}
