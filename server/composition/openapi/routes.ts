// `GET /openapi.json` and `/openapi.merchant.json`: the API document, rendered from the routes of this process.

import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { batchEvents } from '../../batches/routes/schemas.ts'
import { collectionEvents } from '../../cards/collections/schemas.ts'
import { disputeEvents } from '../../cards/disputes/api.ts'
import { cardEvents } from '../../cards/transaction/schemas.ts'
import { payoutEvents } from '../../merchant-payouts/payouts/schemas.ts'
import { testEvents } from '../../merchants/profile/webhook-events.ts'
import { anyone } from '../../platform/http/access.ts'
import type { ListedRoute } from '../../platform/http/api.ts'
import { type Call, endpoint } from '../../platform/http/endpoint.ts'
import type { HttpOptions } from '../../platform/http/http.ts'
import { codeShape } from '../../platform/http/http.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { transferEvents } from '../../remittance/transfer/schemas.ts'
import { type OpenApiDocument, renderDocument } from './document.ts'
import { about } from './texts.ts'

type DocumentNeeds = { documentFor: (audience: Audience) => Rendered }

/** Sends the document, or 304 to who has it. */
const sending =
  (audience: Audience) =>
  async ({ documentFor }: DocumentNeeds, { request, reply }: Call<unknown>) => {
    const { etag, bytes } = documentFor(audience)
    reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    const accepted = String(request.headers['accept-encoding'] ?? '')
    const encoding = (['br', 'gzip'] as const).find((name) => new RegExp(`\\b${name}\\b`).test(accepted))
    if (encoding) reply.header('content-encoding', encoding)
    return reply.type('application/json; charset=utf-8').send(bytes[encoding ?? 'identity'])
  }

const described = {
  method: 'GET',
  priority: 'list',
  access: anyone,
  limitedAs: 'page',
  tag: 'Health',
  responses: {
    200: { description: 'The document.', schema: z.looseObject({ openapi: z.string() }) },
    304: { description: 'The document has not changed since `If-None-Match`.' },
  },
  problems: [requestProblems.rate_limited],
} as const

export const documentRoutes = [
  endpoint({
    ...described,
    id: 'describeApi',
    path: '/openapi.json',
    summary: 'Retrieve this document',
    handle: sending('everyone'),
  }),
  endpoint({
    ...described,
    id: 'describeMerchantApi',
    path: '/openapi.merchant.json',
    summary: 'Retrieve this document without portal, admin and monitoring routes',
    handle: sending('merchants'),
  }),
]

declare module 'fastify' {
  interface FastifyInstance {
    /** The document as text, exactly as it is committed and served. */
    apiDocument(audience?: Audience): string
  }
}

type Audience = Parameters<typeof about>[0]

const titles = { everyone: 'Likuta', merchants: 'Likuta for merchants' } as const

/** What only our own pages call: for users who sign in, for admins, for monitoring, and for persons who upload papers. */
const ownTags = /^(Admin|Portal)|^(Account|Team|Deliveries|Health|Papers)$/

/** Whether merchants' servers call the route, with an API key, the merchant secret or nothing, or their customers do. */
function isForMerchants({ endpoint: { access, tag } }: ListedRoute): boolean {
  return access.by !== 'admin' && access.by !== 'bearer' && !ownTags.test(tag)
}

/** Renders the routes of the app when first asked. @param shapes the error format by path prefix. */
export function openApiDocument(
  app: FastifyInstance,
  shapes: NonNullable<HttpOptions['shapes']>,
): DocumentNeeds {
  const styleOf = (url: string) =>
    shapes.find(([prefix]) => url.startsWith(prefix))?.[1] === codeShape ? 'code' : 'detail'
  const webhooks = [
    ...cardEvents,
    ...collectionEvents,
    ...batchEvents,
    ...disputeEvents,
    ...transferEvents,
    ...payoutEvents,
    ...testEvents,
  ]
  const made: Partial<Record<Audience, Rendered>> = {}
  const documentFor = (audience: Audience) => {
    const { listed } = app.described
    const routes = audience === 'merchants' ? listed.filter(isForMerchants) : listed
    const how = { title: titles[audience], about: about(audience), styleOf, webhooks, isForMerchants }
    made[audience] ??= rendered(renderDocument(routes, how))
    return made[audience]
  }
  app.decorate('apiDocument', (audience: Audience = 'everyone') => documentFor(audience).plain)
  return { documentFor }
}

/** The bytes are kept, because encoding a text of megabytes for each response costs milliseconds. */
type Rendered = { plain: string; etag: string; bytes: Record<'identity' | 'br' | 'gzip', Buffer> }

/** The ETag is weak, because it is the same for every content encoding. */
function rendered(document: OpenApiDocument): Rendered {
  const plain = `${JSON.stringify(document, null, 2)}\n`
  const etag = `W/"${createHash('sha256').update(plain).digest('hex').slice(0, 32)}"`
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  const identity = Buffer.from(plain)
  const bytes = { identity, br: brotliCompressSync(identity, { params }), gzip: gzipSync(identity) }
  return { plain, etag, bytes }
}
