// Refund routes for admins: refund a payment, list its refunds.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { adminOf, adminStepUpHeader, ownerOf, stepUpProblem } from '../../admin/access.ts'
import { actAgainst, merchantOf } from '../../admin/conflict-of-interest/merchants-decided.ts'
import { approvalProblems } from '../../approvals/problems.ts'
import { approvalWaits } from '../../approvals/schemas.ts'
import type { Database } from '../../platform/database/database.ts'
import { admins } from '../../platform/http/access.ts'
import { type Endpoint, named } from '../../platform/http/api.ts'
import { jsonBody, sendJson } from '../../platform/http/http.ts'
import { type Idempotency, replayingStored, storedKeyOf } from '../../platform/http/idempotency.ts'
import { cardProblems as problems } from '../transaction/problems.ts'
import { transactionByUuid } from '../transaction/queries.ts'
import { byPayment, byTransaction } from '../transaction/schemas.ts'
import { type RefundNeeds, refundPayment } from './refund.ts'
import { refundHistory, reportWith, takeRefundResponse } from './responses.ts'
import { refundHistoryResponse, refundResponse, refundSchema } from './schemas.ts'

const api = { tag: 'Refunds' } as const

const refundApi: Endpoint = {
  ...api,
  id: 'refundPayment',
  method: 'POST',
  path: '/api/v1/admin/payment/refunds/:cs_payment_id',
  priority: 'order',
  access: admins('request_refunds'),
  // guard: step-up-of-refund
  stepUp: 'required',
  conflictOfInterest: actAgainst(merchantOf.payment),
  repeatable: true,
  summary: 'Refund a payment',
  description: `Refunds the remaining amount unless \`amount\` is given, within 60 days unless \`force\` is true. If the
gateway's reply is lost, the refund stays \`PENDING\` in the history with its amount reserved until the outcome is found.
If the deployment asks for approvals of refunds, those from its sum on wait for a second admin: the response is 202.`,
  params: byPayment,
  headers: adminStepUpHeader,
  body: named('RefundRequest', refundSchema, {
    amount: 10,
    reason: 'One of two shirts came back',
    notify_merchant: true,
    force: false,
  }),
  responses: { 200: refundResponse, 202: approvalWaits },
  problems: [
    stepUpProblem,
    problems.payment_unknown,
    problems.refund_complete,
    problems.refund_status,
    problems.payment_disputed,
    problems.refund_too_late,
    problems.refund_too_much,
    problems.refund_failed,
    problems.amount_too_precise,
    problems.operation_running,
    approvalProblems.second_admin_missing,
  ],
}

const refundHistoryApi: Endpoint = {
  ...api,
  id: 'listRefunds',
  method: 'GET',
  path: '/api/v1/admin/payment/refunds/:cs_payment_id',
  priority: 'list',
  access: admins('read'),
  summary: 'List the refunds of a payment',
  description: 'Oldest first.',
  params: byTransaction,
  responses: { 200: refundHistoryResponse },
  problems: [problems.transaction_not_found],
}

const path = '/api/v1/admin/payment/refunds/:cs_payment_id'

type Request = FastifyRequest<{ Params: { cs_payment_id: string } }>

/**
 * Registers the refund route.
 * @param guard lets only admins pass. The path names a payment.
 */
export function registerRefundRoutes(
  app: FastifyInstance,
  needs: RefundNeeds & { idempotency: Idempotency },
  guard: (request: FastifyRequest) => Promise<void>,
): void {
  const { idempotency } = needs
  app.post(path, { onRequest: guard, config: { api: refundApi } }, async (request: Request, reply) => {
    const admin = adminOf(request)
    // guard: refund-key-owner
    const key = storedKeyOf(request, needs.secrets, ownerOf(admin))
    const call = { paymentId: request.params.cs_payment_id, body: jsonBody(request), admin, key }
    const response = await replayingStored(idempotency, request, admin, async (store, reopen) => {
      const result = await refundPayment(needs, call)
      if (result.kind === 'waiting') {
        // Not stored: a repeat with the key reads what has become of the approval.
        await reopen(needs.db)
        return result.approval
      }
      if (!key) return takeRefundResponse(needs.refundStore.report, result)
      return needs.db.transaction(async (sql) => {
        const response = await takeRefundResponse(reportWith(sql), result)
        await store(sql, response)
        return response
      })
    })
    const body = response.body as object
    return sendJson(reply.code('approval_id' in body ? 202 : 200).headers(response.headers), body)
  })
}

/**
 * Registers the history of refunds. It comes after the routes that change payments, as in the API reference.
 * @param guard lets only admins pass. The path names a transaction.
 */
export function registerRefundHistoryRoutes(
  app: FastifyInstance,
  needs: { db: Database },
  guard: (request: FastifyRequest) => Promise<void>,
): void {
  app.get(path, { onRequest: guard, config: { api: refundHistoryApi } }, async (request: Request, reply) =>
    sendJson(
      reply,
      await refundHistory(needs.db, await transactionByUuid(needs.db, request.params.cs_payment_id)),
    ),
  )
}
