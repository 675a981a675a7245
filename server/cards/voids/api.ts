// Void routes for admins: void a payment, list its voids.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { adminOf, adminStepUpHeader, ownerOf, stepUpProblem } from '../../admin/access.ts'
import { actAgainst, merchantOf } from '../../admin/conflict-of-interest/merchants-decided.ts'
import { approvalProblems } from '../../approvals/problems.ts'
import { approvalWaits } from '../../approvals/schemas.ts'
import type { Database } from '../../platform/database/database.ts'
import { admins } from '../../platform/http/access.ts'
import { type Endpoint, named } from '../../platform/http/api.ts'
import { jsonBody, sendJson } from '../../platform/http/http.ts'
import {
  type Idempotency,
  type IdempotentResponse,
  replaying,
  storedKeyOf,
} from '../../platform/http/idempotency.ts'
import { cardProblems as problems } from '../transaction/problems.ts'
import { transactionByUuid } from '../transaction/queries.ts'
import { byPayment, byTransaction } from '../transaction/schemas.ts'
import { voidHistoryResponse, voidResponse, voidSchema } from './schemas.ts'
import { type VoidNeeds, voidHistory, voidPayment } from './void.ts'

const api = { tag: 'Refunds' } as const

const voidApi: Endpoint = {
  ...api,
  id: 'voidPayment',
  method: 'POST',
  path: '/api/v1/admin/payment/voids/:cs_payment_id',
  priority: 'order',
  access: admins('request_refunds'),
  stepUp: 'required',
  conflictOfInterest: actAgainst(merchantOf.payment),
  repeatable: true,
  summary: 'Void a payment',
  description: `Voids the whole payment, within 24 hours and only if nothing has been refunded. If the deployment asks for
approvals of refunds, voids from its sum on wait for a second admin: the response is 202.`,
  params: byPayment,
  headers: adminStepUpHeader,
  body: named('VoidRequest', voidSchema, { reason: 'Ordered twice', notify_merchant: true }),
  responses: { 200: voidResponse, 202: approvalWaits },
  problems: [
    stepUpProblem,
    problems.payment_unknown,
    problems.void_status,
    problems.payment_disputed,
    problems.void_too_late,
    problems.void_failed,
    problems.operation_running,
    approvalProblems.second_admin_missing,
  ],
}

const voidHistoryApi: Endpoint = {
  ...api,
  id: 'listVoids',
  method: 'GET',
  path: '/api/v1/admin/payment/voids/:cs_payment_id',
  priority: 'list',
  access: admins('read'),
  summary: 'List the voids of a payment',
  description: 'Oldest first.',
  params: byTransaction,
  responses: { 200: voidHistoryResponse },
  problems: [problems.transaction_not_found],
}

const path = '/api/v1/admin/payment/voids/:cs_payment_id'

type Request = FastifyRequest<{ Params: { cs_payment_id: string } }>

/**
 * Registers the void route.
 * @param guard lets only admins pass. The path names a payment.
 */
export function registerVoidRoutes(
  app: FastifyInstance,
  needs: VoidNeeds & { idempotency: Idempotency },
  guard: (request: FastifyRequest) => Promise<void>,
): void {
  const { idempotency } = needs
  app.post(path, { onRequest: guard, config: { api: voidApi } }, async (request: Request, reply) => {
    const admin = adminOf(request)
    const key = storedKeyOf(request, needs.secrets, ownerOf(admin))
    const sent = jsonBody(request)
    const call = () => voidPayment(needs, request.params.cs_payment_id, sent, admin, key)
    // A void that waits is not stored: a repeat with the key reads what has become of its approval.
    const isFinal = (result: object) => !('approval_id' in result)
    const made = await replaying(idempotency, request, admin, call, isFinal)
    const response = made as IdempotentResponse
    const body = response.body as object
    return sendJson(reply.code(isFinal(body) ? 200 : 202).headers(response.headers), body)
  })
}

/**
 * Registers the history of voids. It comes after the routes that change payments, as in the API reference.
 * @param guard lets only admins pass. The path names a transaction.
 */
export function registerVoidHistoryRoutes(
  app: FastifyInstance,
  needs: { db: Database },
  guard: (request: FastifyRequest) => Promise<void>,
): void {
  app.get(path, { onRequest: guard, config: { api: voidHistoryApi } }, async (request: Request, reply) =>
    sendJson(
      reply,
      await voidHistory(needs.db, await transactionByUuid(needs.db, request.params.cs_payment_id)),
    ),
  )
}
