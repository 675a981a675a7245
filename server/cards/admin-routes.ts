// What admins do with payments: refunds and voids, and their histories.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { adminOf } from '../admin/access.ts'
import { jsonBody, sendJson } from '../platform/http.ts'
import type { ChargeNeeds } from './charge.ts'
import { transactionByUuid } from './checkout.ts'
import { refundHistory, refundPayment } from './refund.ts'
import { voidHistory, voidPayment } from './void.ts'

type ByPayment = FastifyRequest<{ Params: { cs_payment_id: string } }>
type ByTransaction = FastifyRequest<{ Params: { cs_payment_id: string } }>

/** @param guard lets only admins pass. Both verbs of a path name what stands in it: a payment, or a transaction. */
export function registerCardAdminRoutes(
  app: FastifyInstance,
  needs: ChargeNeeds,
  guard: (request: FastifyRequest) => Promise<void>,
): void {
  const refunds = '/api/v1/admin/payment/refunds/:cs_payment_id'
  const voids = '/api/v1/admin/payment/voids/:cs_payment_id'

  app.post(refunds, { onRequest: guard }, async (request: ByPayment, reply) =>
    sendJson(
      reply,
      await refundPayment(needs, request.params.cs_payment_id, jsonBody(request), adminOf(request)),
    ),
  )
  app.post(voids, { onRequest: guard }, async (request: ByPayment, reply) =>
    sendJson(
      reply,
      await voidPayment(needs, request.params.cs_payment_id, jsonBody(request), adminOf(request)),
    ),
  )
  app.get(refunds, { onRequest: guard }, async (request: ByTransaction, reply) =>
    sendJson(
      reply,
      await refundHistory(needs.db, await transactionByUuid(needs.db, request.params.cs_payment_id)),
    ),
  )
  app.get(voids, { onRequest: guard }, async (request: ByTransaction, reply) =>
    sendJson(
      reply,
      await voidHistory(needs.db, await transactionByUuid(needs.db, request.params.cs_payment_id)),
    ),
  )
}
