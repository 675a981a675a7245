// Order routes for merchants: signed requests with JSON bodies.

import type { FastifyInstance } from 'fastify'
import type { SignedRequests } from '../../merchants/identity/signed-request.ts'
import { keys } from '../../platform/http/access.ts'
import { type Endpoint, named } from '../../platform/http/api.ts'
import { jsonBody, sendJson } from '../../platform/http/http.ts'
import { type Idempotency, isReplay, replayingAtomically } from '../../platform/http/idempotency.ts'
import { ofAddresses, ofAmounts, cardProblems as problems } from '../transaction/problems.ts'
import { exampleUuid } from '../transaction/schemas.ts'
import type { Orders } from './create-order.ts'
import type { Statuses } from './read-status.ts'
import { orderResponse, orderSchema, statusResponse, statusSchema } from './schemas.ts'

const billing = {
  bill_to_forename: 'Grâce',
  bill_to_surname: 'Mukendi',
  bill_to_email: 'grace@example.com',
  bill_to_phone: '+243991234567',
  bill_to_address_line1: '12 avenue du Lac',
  bill_to_address_city: 'Goma',
  bill_to_address_country: 'CD',
}

const createOrder: Endpoint = {
  id: 'createOrder',
  method: 'POST',
  path: '/api/v1/payment/orders',
  priority: 'order',
  access: keys('charge'),
  summary: 'Create an order',
  description: `Send the customer to \`data.links\` within 20 minutes. The outcome is sent as the signed payment webhook.

Two orders with the same reference are two payments, unless they share an \`Idempotency-Key\`. An address in the United
States or Canada requires its state and postal code.`,
  tag: 'Orders',
  body: named(
    'OrderRequest',
    orderSchema(() => true),
    {
      amount: 25.5,
      currency: 'USD',
      merchant_reference: 'INV-2041',
      callback_url: 'https://shop.example/webhooks/likuta',
      return_url: 'https://shop.example/thanks',
      cancel_url: 'https://shop.example/basket',
      ...billing,
    },
  ),
  responses: { 200: orderResponse },
  problems: [...ofAmounts, ...ofAddresses, problems.order_failed],
  repeatable: true,
}

const readStatus: Endpoint = {
  id: 'readPaymentStatus',
  method: 'POST',
  path: '/api/v1/payment/status',
  priority: 'status',
  access: keys('read', 'charge'),
  openToSuspended: true,
  summary: 'Read the status of a payment',
  tag: 'Orders',
  body: named('StatusRequest', statusSchema, { transaction_uuid: exampleUuid }),
  responses: { 200: statusResponse },
  problems: [problems.transaction_not_found],
}

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

  // guard: cached-key-replay
  app.post(
    '/api/v1/payment/orders',
    { onRequest, config: { failure: problems.order_failed, api: createOrder } },
    (request, reply) =>
      signedRequests
        .authenticateFor(
          request,
          (merchant) =>
            replayingAtomically(idempotency, request, merchant, (sql) =>
              orders.create(merchant, jsonBody(request), { sql }),
            ),
          (response) => !isReplay(response),
        )
        .then((response) => sendJson(reply.headers(response.headers), response.body)),
  )

  app.post('/api/v1/payment/status', { onRequest, config: { api: readStatus } }, (request, reply) =>
    signedRequests
      .authenticateFor(request, (merchant) => statuses.read(merchant, jsonBody(request)))
      .then((response) => sendJson(reply, response)),
  )
}
