// Routes for browsers: public keys, the library, the card frames and the token endpoint.

import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { framePath } from '../browser/wire.ts'
import type { Gateway } from '../gateway.ts'
import { contentHash, frameSource, libraryPath, librarySource } from './library.ts'
import { TokenRefused, tokenFromEncrypted } from './vault.ts'

const prefix = '/gateway'

export function registerFlex(app: FastifyInstance, gateway: Gateway): void {
  app.get('/flex/v2/public-keys/:kid', (request, reply) => {
    const { kid } = request.params as { kid: string }
    const key = gateway.keys.context
    if (key.kid !== kid) return reply.code(404).send(flexError('NOT_FOUND', 'No such key'))
    return reply.header('cache-control', 'max-age=3600').send(key.publicJwk)
  })
  app.post('/flex/v2/tokens', async (request, reply) => {
    reply.header('v-c-correlation-id', randomUUID()).header('cache-control', 'no-store')
    try {
      const token = await tokenFromEncrypted(gateway, String(request.body ?? '').trim())
      return await reply.code(201).type('application/jwt').send(token)
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error
      return await reply.code(400).send(flexError(error.reason, error.message, error.details))
    }
  })
}

/** Fixed paths that capture contexts refer to, so they exist under the gateway's prefix only. */
export function registerLibrary(app: FastifyInstance): void {
  app.get(libraryPath.slice(prefix.length), (_request, reply) =>
    script(reply, librarySource())
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(librarySource()),
  )
  app.get(framePath.slice(prefix.length), (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', framePolicy())
      .header('referrer-policy', 'no-referrer')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-cache')
      .send(framePage()),
  )
}

/** Any site may try to embed the frame; the frame itself refuses origins that the context does not name. */
function framePolicy(): string {
  const hash = contentHash(frameSource())
  return `default-src 'none'; script-src 'sha256-${hash}'; style-src 'sha256-${contentHash(frameStyle)}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *`
}

const frameStyle =
  'html,body{margin:0;height:100%;background:transparent}input{box-sizing:border-box;width:100%;height:100%;margin:0;padding:0;border:0;outline:0;background:transparent;color:inherit;font:16px system-ui,sans-serif}'

function framePage(): string {
  return `<!doctype html><html><head><meta charset="utf-8"><title>Card field</title><style>${frameStyle}</style></head><body><script>${frameSource()}</script></body></html>`
}

function script(reply: FastifyReply, source: string): FastifyReply {
  return reply
    .type('text/javascript; charset=utf-8')
    .header('etag', `"${contentHash(source)}"`)
    .header('cache-control', 'no-cache')
    .header('x-content-type-options', 'nosniff')
}

function flexError(reason: string, message: string, details: object[] = []): object {
  return { responseStatus: { status: 400, reason, message, correlationId: randomUUID(), details } }
}
