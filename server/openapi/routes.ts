// `GET /openapi.json`: what the routes of this very process tell of themselves.
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { cardEvents } from '../cards/webhook-bodies.ts'
import { codeShape } from '../platform/code-shape.ts'
import type { Endpoint } from '../platform/endpoint.ts'
import type { HttpOptions } from '../platform/http.ts'
import { transferEvents } from '../remittance/webhook-bodies.ts'
import { renderDocument } from './document.ts'

const describeApi: Endpoint = {
  id: 'describeApi',
  summary: 'This document',
  tag: 'Health',
  authentication: 'none',
  answers: {
    200: { says: 'The document.', schema: z.looseObject({ openapi: z.string() }) },
    304: { says: 'It is still what `If-None-Match` names.' },
  },
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The document as text, as it is committed and sent. */
    apiDocument(): string
  }
}

/** @param shapes how errors look, by path. */
export function registerApiDocument(app: FastifyInstance, shapes: NonNullable<HttpOptions['shapes']>): void {
  const styleOf = (url: string) =>
    shapes.find(([prefix]) => url.startsWith(prefix))?.[1] === codeShape ? 'code' : 'detail'
  const webhooks = [...cardEvents, ...transferEvents]
  let made: { text: string; etag: string } | undefined
  const document = () => {
    made ??= withTag(
      `${JSON.stringify(renderDocument(app.described.listed, { styleOf, webhooks }), null, 2)}\n`,
    )
    return made
  }
  app.decorate('apiDocument', () => document().text)
  app.get('/openapi.json', { config: { api: describeApi } }, async (request, reply) => {
    const { text, etag } = document()
    reply.headers({ etag, 'cache-control': 'no-cache' })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(text)
  })
}

function withTag(text: string) {
  return { text, etag: `"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"` }
}
