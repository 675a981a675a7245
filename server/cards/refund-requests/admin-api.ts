// Refund request routes for admins: list, approve, reject.

import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { adminOf, adminStepUpHeader, confirmationProblems, ownMerchantProblem } from '../../admin/access.ts'
import { approvalOf } from '../../admin/decisions/confirmed-acts.ts'
import { actAgainst, merchantOf } from '../../admin/decisions/merchants-decided.ts'
import { admins } from '../../platform/http/access.ts'
import { check } from '../../platform/http/body/body.ts'
import { endpoint, respond, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { type Idempotency, replaying, storedKeyOf } from '../../platform/http/idempotency.ts'
import { cardProblems as problems } from '../transaction/problems.ts'
import { requestForAdmin, searchRequests } from './admin-search.ts'
import { approveRequest, type DecisionNeeds, rejectRequest } from './decide-request.ts'
import { hasEnded } from './moves.ts'
import { requestIdOf } from './queries.ts'
import {
  adminRequestResponse,
  adminRequestsResponse,
  decisionBody,
  decisionSchema,
  exampleRequestId,
  requestSearchSchema,
} from './schemas.ts'

const api = { tag: 'Refunds' } as const
const path = { id: z.string().meta({ examples: [exampleRequestId] }) }

export const adminRefundRequestRoutes = [
  endpoint({
    ...api,
    id: 'searchRefundRequests',
    method: 'GET',
    path: '/api/v1/admin/refund-requests',
    priority: 'list',
    access: admins('read'),
    summary: 'List refund requests of all merchants',
    description: 'Newest first. `state=WAITING` lists those that wait for an admin.',
    query: requestSearchSchema,
    responses: { 200: adminRequestsResponse },
    handle: async (needs: DecisionNeeds, { request }) =>
      succeeded(await searchRequests(needs, request.query)),
  }),
  endpoint({
    ...api,
    id: 'approveRefundRequest',
    method: 'POST',
    path: '/api/v1/admin/refund-requests/:id/approve',
    priority: 'order',
    access: admins('refunds'),
    stepUp: 'required',
    conflictOfInterest: merchantOf.refundRequest,
    approves: approvalOf.refundRequest,
    repeatable: true,
    summary: 'Approve a refund request',
    description: `Refunds the payment. The request stays \`APPROVED\` while the outcome of the refund is not known, then becomes
\`REFUNDED\` or \`FAILED\`. A repeat with the same \`Idempotency-Key\` shows what became of it. The reason is for the audit log.`,
    params: path,
    headers: adminStepUpHeader,
    body: decisionBody,
    responses: { 200: adminRequestResponse },
    problems: [
      ownMerchantProblem,
      ...confirmationProblems,
      problems.refund_request_unknown,
      problems.refund_request_decided,
      problems.refund_request_waits_for_user,
      problems.refund_complete,
      problems.refund_status,
      problems.payment_disputed,
      problems.refund_too_late,
      problems.refund_too_much,
      problems.operation_running,
    ],
    handle: async (needs: DecideNeeds, { request, params }) =>
      decided(needs, request, params.id, approveRequest),
  }),
  endpoint({
    ...api,
    id: 'rejectRefundRequest',
    method: 'POST',
    path: '/api/v1/admin/refund-requests/:id/reject',
    priority: 'order',
    access: admins('refunds'),
    stepUp: 'refusal',
    conflictOfInterest: actAgainst(merchantOf.refundRequest),
    repeatable: true,
    summary: 'Reject a refund request',
    description: 'The merchant can read the reason.',
    params: path,
    body: decisionBody,
    responses: { 200: adminRequestResponse },
    problems: [problems.refund_request_unknown, problems.refund_request_decided],
    handle: async (needs: DecideNeeds, { request, params }) =>
      decided(needs, request, params.id, rejectRequest),
  }),
]

type DecideNeeds = DecisionNeeds & { idempotency: Idempotency }

/** Decides once per `Idempotency-Key`, and responds with the request as it is then. */
async function decided(
  needs: DecideNeeds,
  request: FastifyRequest,
  requestId: string,
  decide: typeof approveRequest | typeof rejectRequest,
) {
  const { reason } = check(decisionSchema, jsonBody(request), 'body')
  const key = storedKeyOf(request, needs.secrets)
  const admin = adminOf(request)
  const decideAndRead = async () => {
    const id = await requestIdOf(needs.db, requestId)
    await decide(needs, id, { admin, reason, key })
    return succeeded(await requestForAdmin(needs, id))
  }
  const { body, headers } = await replaying(needs.idempotency, request, admin, decideAndRead, ({ data }) =>
    hasEnded(data),
  )
  return respond(200, body, headers)
}
