// The merchant's side of payment links: signed requests, JSON in and out.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import type { SignedRequests } from '../../merchants/identity/signed-request.ts'
import type { Sql } from '../../platform/database/database.ts'
import { jsonBody, sendJson } from '../../platform/http/http.ts'
import { type Answer, type Idempotency, replayingAtomically } from '../../platform/http/idempotency.ts'
import * as endpoints from '../orders/endpoints.ts'
import { cancelLink, createLink, type LinkNeeds, listOfLinks, readLink } from './manage-links.ts'

export type LinkRoutes = LinkNeeds & { signedRequests: SignedRequests; idempotency: Idempotency }

type LinkRequest = FastifyRequest<{ Params: { code: string } }>

const path = '/api/v1/payment-links'

export function registerLinkRoutes(app: FastifyInstance, needs: LinkRoutes): void {
  const { signedRequests, idempotency } = needs
  const onRequest = async (request: FastifyRequest) => signedRequests.checkHeaders(request)

  /** Runs `work` for the merchant who signed, once per `Idempotency-Key`. */
  const once = async (request: FastifyRequest, work: (merchant: Merchant, sql: Sql) => Promise<object>) => {
    const merchant = await signedRequests.authenticate(request)
    return (await replayingAtomically(idempotency, request, merchant, (sql = needs.db) =>
      work(merchant, sql),
    )) as Answer
  }

  app.post(path, { onRequest, config: { api: endpoints.createPaymentLink } }, async (request, reply) => {
    const answer = await once(request, (merchant, db) =>
      createLink({ ...needs, db }, merchant, jsonBody(request)),
    )
    return sendJson(reply.headers(answer.headers), answer.body)
  })

  app.get(path, { onRequest, config: { api: endpoints.listPaymentLinks } }, async (request, reply) =>
    sendJson(reply, await listOfLinks(needs, await signedRequests.authenticate(request), request.query)),
  )

  app.get(
    `${path}/:code`,
    { onRequest, config: { api: endpoints.readPaymentLink } },
    async (request: LinkRequest, reply) =>
      sendJson(reply, await readLink(needs, await signedRequests.authenticate(request), request.params.code)),
  )

  app.post(
    `${path}/:code/cancel`,
    { onRequest, config: { api: endpoints.cancelPaymentLink } },
    async (request: LinkRequest, reply) => {
      const answer = await once(request, (merchant, db) =>
        cancelLink({ ...needs, db }, merchant, request.params.code),
      )
      return sendJson(reply.headers(answer.headers), answer.body)
    },
  )
}
