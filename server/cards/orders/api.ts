// Order routes for merchants: signed requests with JSON bodies.

import type { SignedNeeds } from '../../merchants/identity/signed-endpoint.ts'
import { keys } from '../../platform/http/access.ts'
import { named } from '../../platform/http/api.ts'
import { endpoint, respond } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { isReplay, replayingAtomically } from '../../platform/http/idempotency.ts'
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

export type CardRoutes = SignedNeeds & { orders: Orders; statuses: Statuses }

export const orderRoutes = [
  endpoint({
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
    failure: problems.order_failed,
    handle: async ({ signedRequests, idempotency, orders }: CardRoutes, { request }) => {
      // guard: cached-key-replay
      const { body, headers } = await signedRequests.authenticateFor(
        request,
        (merchant) =>
          replayingAtomically(idempotency, request, merchant, (sql) =>
            orders.create(merchant, jsonBody(request), { sql }),
          ),
        (response) => !isReplay(response),
      )
      return respond(200, body, headers)
    },
  }),
  endpoint({
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
    handle: ({ signedRequests, statuses }: CardRoutes, { request }) =>
      signedRequests.authenticateFor(request, (merchant) => statuses.read(merchant, jsonBody(request))),
  }),
]
