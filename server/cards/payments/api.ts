// What admins see of payments and do with them: refunds and voids, and their histories.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { adminOf, ownerOf } from '../../admin/access.ts'
import { jsonBody, sendJson } from '../../platform/http/http.ts'
import {
  type Answer,
  type Idempotency,
  replaying,
  replayingKept,
  storedKeyOf,
} from '../../platform/http/idempotency.ts'
import type { ChargeNeeds } from '../charges/charge.ts'
import { transactionByUuid } from '../checkout/checkout.ts'
import { refundHistory, refundPayment } from '../refunds/refund.ts'
import { voidHistory, voidPayment } from '../voids/void.ts'
import { type PaymentDossierNeeds, paymentDossier } from './admin-detail.ts'
import * as endpoints from './admin-endpoints.ts'
import { searchAllPayments } from './admin-search.ts'

type ByPayment = FastifyRequest<{ Params: { cs_payment_id: string } }>
type ByUuid = FastifyRequest<{ Params: { transaction_uuid: string } }>
type ByTransaction = FastifyRequest<{ Params: { cs_payment_id: string } }>

/** @param guard lets only admins pass. Both verbs of a path name what stands in it: a payment, or a transaction. */
export function registerCardAdminRoutes(
  app: FastifyInstance,
  needs: ChargeNeeds & PaymentDossierNeeds & { idempotency: Idempotency },
  guard: (request: FastifyRequest) => Promise<void>,
): void {
  const { idempotency } = needs
  const payments = '/api/v1/admin/payments'
  const refunds = '/api/v1/admin/payment/refunds/:cs_payment_id'
  const voids = '/api/v1/admin/payment/voids/:cs_payment_id'

  app.get(
    payments,
    { onRequest: guard, config: { api: endpoints.searchPayments } },
    async (request, reply) => {
      const found = await searchAllPayments(needs.db, request.query, needs.clock.now())
      return sendJson(reply, { status: 'success', data: found })
    },
  )
  app.get(
    `${payments}/:transaction_uuid`,
    { onRequest: guard, config: { api: endpoints.readPaymentDossier } },
    async (request: ByUuid, reply) => {
      const dossier = await paymentDossier(needs, request.params.transaction_uuid)
      return sendJson(reply, { status: 'success', data: dossier })
    },
  )
  app.post(
    refunds,
    { onRequest: guard, config: { api: endpoints.refundPayment } },
    async (request: ByPayment, reply) => {
      const admin = adminOf(request)
      const key = storedKeyOf(request, needs.secrets, ownerOf(admin))
      const call = { paymentId: request.params.cs_payment_id, body: jsonBody(request), admin, key }
      const answer = await replayingKept(idempotency, request, admin, (keep) =>
        refundPayment(needs, call, keep),
      )
      return sendJson(reply.headers(answer.headers), answer.body)
    },
  )
  app.post(
    voids,
    { onRequest: guard, config: { api: endpoints.voidPayment } },
    async (request: ByPayment, reply) => {
      const admin = adminOf(request)
      const body = jsonBody(request)
      const answer = (await replaying(idempotency, request, admin, () =>
        voidPayment(needs, request.params.cs_payment_id, body, admin),
      )) as Answer
      return sendJson(reply.headers(answer.headers), answer.body)
    },
  )
  app.get(
    refunds,
    { onRequest: guard, config: { api: endpoints.listRefunds } },
    async (request: ByTransaction, reply) =>
      sendJson(
        reply,
        await refundHistory(needs.db, await transactionByUuid(needs.db, request.params.cs_payment_id)),
      ),
  )
  app.get(
    voids,
    { onRequest: guard, config: { api: endpoints.listVoids } },
    async (request: ByTransaction, reply) =>
      sendJson(
        reply,
        await voidHistory(needs.db, await transactionByUuid(needs.db, request.params.cs_payment_id)),
      ),
  )
}
