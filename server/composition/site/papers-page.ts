// Serves the upload page, /papers/<token>. It is the same file for every token: what is needed comes from the API.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { builtInto, loadAsset, pageHeaders, registerAssets, send } from './web-pages.ts'

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
  app.get('/papers/:token', { config: { api: 'unlisted', priority: 'list' } }, async (request, reply) => {
    if (page) return send(request, reply.headers(headers), page)
    return reply
      .code(503)
      .type('text/plain; charset=utf-8')
      .send('The page is not built: run npm run build:web, then start again.\n')
  })
  registerAssets(app, '/papers/assets', directory)
}
