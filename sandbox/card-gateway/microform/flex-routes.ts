// Routes for browsers: public keys, the library, the card frames and the token endpoint.

import { randomUUID } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { framePath } from '../browser/wire.ts'
import type { Gateway } from '../gateway.ts'
import { contentHash, framePage, framePolicy, libraryPath, librarySource, pageVersion } from './library.ts'
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
export function registerLibrary(app: FastifyInstance, gateway: Gateway): void {
  app.get(libraryPath.slice(prefix.length), (request, reply) =>
    compressed(
      request,
      script(reply, librarySource())
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin'),
      librarySource(),
    ),
  )
  app.get(framePath.slice(prefix.length), (request, reply) => {
    const { v } = request.query as { v?: unknown }
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', framePolicy())
      .header('referrer-policy', 'no-referrer')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', v === pageVersion() ? 'public, max-age=31536000, immutable' : 'no-cache')
    return compressed(request, reply, framePage(gateway.keys.context.publicJwk))
  })
}

/** Sends the text in the best encoding that the browser accepts. */
function compressed(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
  void reply.header('vary', 'accept-encoding')
  if (!encoding) return reply.send(text)
  return reply.header('content-encoding', encoding).send(packedText(text)[encoding])
}

type Packed = { br: Buffer; gzip: Buffer }
/** Each text is compressed once. */
const packed = new Map<string, Packed>()

function packedText(text: string): Packed {
  const found = packed.get(text) ?? { br: brotliCompressSync(text), gzip: gzipSync(text) }
  packed.set(text, found)
  return found
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
