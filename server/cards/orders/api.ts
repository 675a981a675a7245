// The merchant's side of the card service: signed requests, JSON in and out.
import type { FastifyInstance } from 'fastify'
import type { SignedRequests } from '../../merchants/identity/signed-request.ts'
import { jsonBody, sendJson } from '../../platform/http/http.ts'
import { type Idempotency, isReplay, replayingAtomically } from '../../platform/http/idempotency.ts'
import { cardProblems } from '../transaction/problems.ts'
import type { Orders } from './create-order.ts'
import { createOrder, readStatus } from './endpoints.ts'
import type { Statuses } from './read-status.ts'

export type CardRoutes = {
  signedRequests: SignedRequests
  idempotency: Idempotency
  orders: Orders
  statuses: Statuses
}

export function registerCardRoutes(app: FastifyInstance, needs: CardRoutes): void {
  const { signedRequests, idempotency, orders, statuses } = needs
  const onRequest = async (request: Parameters<SignedRequests['checkHeaders']>[0]) =>
    signedRequests.checkHeaders(request)

  app.post(
    '/api/v1/payment/orders',
    { onRequest, config: { failure: cardProblems.order_failed, api: createOrder } },
    (request, reply) =>
      signedRequests
        .authenticateFor(
          request,
          (merchant) =>
            replayingAtomically(idempotency, request, merchant, (sql) =>
              orders.create(merchant, jsonBody(request), { sql }),
            ),
          (answer) => !isReplay(answer),
        )
        .then((answer) => sendJson(reply.headers(answer.headers), answer.body)),
  )

  app.post('/api/v1/payment/status', { onRequest, config: { api: readStatus } }, (request, reply) =>
    signedRequests
      .authenticateFor(request, (merchant) => statuses.read(merchant, jsonBody(request)))
      .then((answer) => sendJson(reply, answer)),
  )
}
