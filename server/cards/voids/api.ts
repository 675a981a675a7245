// Void routes for admins: void a payment, list its voids.
import { adminOf, adminStepUpHeader, ownerOf, stepUpProblem } from '../../admin/access.ts'
import { approvalProblems } from '../../admin/approvals/problems.ts'
import { approvalWaits } from '../../admin/approvals/schemas.ts'
import { actAgainst, merchantOf } from '../../admin/decisions/merchants-decided.ts'
import type { Database } from '../../platform/database/database.ts'
import { admins } from '../../platform/http/access.ts'
import { named } from '../../platform/http/api.ts'
import { endpoint, respond } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { type Idempotency, replaying, storedKeyOf } from '../../platform/http/idempotency.ts'
import { cardProblems as problems } from '../transaction/problems.ts'
import { transactionByUuid } from '../transaction/queries.ts'
import { byPayment, byTransaction } from '../transaction/schemas.ts'
import { voidHistoryResponse, voidResponse, voidSchema } from './schemas.ts'
import { type VoidNeeds, voidHistory, voidPayment } from './void.ts'

const api = { tag: 'Refunds' } as const

export const voidRoute = endpoint({
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
  handle: async (needs: VoidNeeds & { idempotency: Idempotency }, { request, params }) => {
    const admin = adminOf(request)
    const key = storedKeyOf(request, needs.secrets, ownerOf(admin))
    const sent = jsonBody(request)
    const { body, headers } = await replaying(
      needs.idempotency,
      request,
      admin,
      () => voidPayment(needs, params.cs_payment_id, sent, admin, key),
      // A void that waits is not stored: a repeat with the key reads what has become of its approval.
      (result) => !('approval_id' in result),
    )
    return 'approval_id' in body ? respond(202, body, headers) : respond(200, body, headers)
  },
})

/** In the API reference it comes after the routes that change payments. */
export const voidHistoryRoute = endpoint({
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
  handle: async ({ db }: { db: Database }, { params }) =>
    voidHistory(db, await transactionByUuid(db, params.cs_payment_id)),
})
