// Payment link routes for merchants: signed requests with JSON bodies.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import type { SignedRequests } from '../../merchants/identity/signed-request.ts'
import type { Sql } from '../../platform/database/database.ts'
import { keys } from '../../platform/http/access.ts'
import { type Endpoint, named } from '../../platform/http/api.ts'
import { jsonBody, sendJson } from '../../platform/http/http.ts'
import {
  type Idempotency,
  type IdempotentResponse,
  replayingAtomically,
} from '../../platform/http/idempotency.ts'
import { ofAmounts, cardProblems as problems } from '../transaction/problems.ts'
import { cancelLink, createLink, type LinkNeeds, listOfLinks, readLink } from './manage-links.ts'
import { exampleLinkBody, linkBody, linkResponse, linksQuery, linksResponse } from './schemas.ts'

const api = { tag: 'Payment links' } as const
const readingApi = { ...api } as const
const byCode = { code: z.string().meta({ examples: ['K7Q2M9XW4T3B'] }) }

const createPaymentLink: Endpoint = {
  ...api,
  id: 'createPaymentLink',
  method: 'POST',
  path: '/api/v1/payment-links',
  priority: 'order',
  access: keys('charge'),
  summary: 'Create a payment link',
  description: 'A link expires after 7 days unless `expires_at` is set, and after 365 days at most.',
  body: named('PaymentLinkRequest', linkBody, exampleLinkBody),
  responses: { 200: linkResponse },
  problems: ofAmounts,
  repeatable: true,
}

const listPaymentLinks: Endpoint = {
  ...readingApi,
  id: 'listPaymentLinks',
  method: 'GET',
  path: '/api/v1/payment-links',
  priority: 'list',
  access: keys('read', 'charge'),
  summary: 'List payment links',
  description: 'Newest first, unless `sort` says otherwise.',
  query: linksQuery,
  responses: { 200: linksResponse },
}

const readPaymentLink: Endpoint = {
  ...readingApi,
  id: 'readPaymentLink',
  method: 'GET',
  path: '/api/v1/payment-links/:code',
  priority: 'status',
  access: keys('read', 'charge'),
  summary: 'Read a payment link',
  params: byCode,
  responses: { 200: linkResponse },
  problems: [problems.link_not_found],
}

const cancelPaymentLink: Endpoint = {
  ...api,
  id: 'cancelPaymentLink',
  method: 'POST',
  path: '/api/v1/payment-links/:code/cancel',
  priority: 'order',
  access: keys('charge'),
  summary: 'Cancel a payment link',
  params: byCode,
  responses: { 200: linkResponse },
  problems: [
    problems.link_not_found,
    problems.link_expired,
    problems.link_has_no_use_left,
    problems.link_was_cancelled,
  ],
  repeatable: true,
}

export type LinkRoutes = LinkNeeds & { signedRequests: SignedRequests; idempotency: Idempotency }

type LinkRequest = FastifyRequest<{ Params: { code: string } }>

const path = '/api/v1/payment-links'

export function registerLinkRoutes(app: FastifyInstance, needs: LinkRoutes): void {
  const { signedRequests, idempotency } = needs
  const onRequest = async (request: FastifyRequest) => signedRequests.checkHeaders(request)

  /** Runs `work` for the merchant that signed the request, once per `Idempotency-Key`. */
  const once = async (request: FastifyRequest, work: (merchant: Merchant, sql: Sql) => Promise<object>) => {
    const merchant = await signedRequests.authenticate(request)
    return (await replayingAtomically(idempotency, request, merchant, (sql: Sql = needs.db) =>
      work(merchant, sql),
    )) as IdempotentResponse
  }

  app.post(path, { onRequest, config: { api: createPaymentLink } }, async (request, reply) => {
    const response = await once(request, (merchant, db) =>
      createLink({ ...needs, db }, merchant, jsonBody(request)),
    )
    return sendJson(reply.headers(response.headers), response.body)
  })

  app.get(path, { onRequest, config: { api: listPaymentLinks } }, async (request, reply) =>
    sendJson(reply, await listOfLinks(needs, await signedRequests.authenticate(request), request.query)),
  )

  app.get(
    `${path}/:code`,
    { onRequest, config: { api: readPaymentLink } },
    async (request: LinkRequest, reply) =>
      sendJson(reply, await readLink(needs, await signedRequests.authenticate(request), request.params.code)),
  )

  app.post(
    `${path}/:code/cancel`,
    { onRequest, config: { api: cancelPaymentLink } },
    async (request: LinkRequest, reply) => {
      const response = await once(request, (merchant, db) =>
        cancelLink({ ...needs, db }, merchant, request.params.code),
      )
      return sendJson(reply.headers(response.headers), response.body)
    },
  )
}
