// Refund request routes for admins: list, approve, reject.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { adminOf, adminStepUpHeader, confirmationProblems, ownMerchantProblem } from '../../admin/access.ts'
import { approvalOf } from '../../admin/confirmed-acts.ts'
import { actAgainst, merchantOf } from '../../admin/conflict-of-interest/merchants-decided.ts'
import { admins } from '../../platform/http/access.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { check } from '../../platform/http/body/body.ts'
import { jsonBody, sendJson } from '../../platform/http/http.ts'
import {
  type Idempotency,
  type IdempotentResponse,
  replaying,
  storedKeyOf,
} from '../../platform/http/idempotency.ts'
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

const endpoints = {
  search: {
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
  },
  approve: {
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
  },
  reject: {
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
  },
} satisfies Record<string, Endpoint>

type ById = { Params: { id: string } }

const base = '/api/v1/admin/refund-requests'

/** @param guard lets only admins pass. */
export function registerRefundRequestRoutes(
  app: FastifyInstance,
  needs: DecisionNeeds & { idempotency: Idempotency },
  guard: (request: FastifyRequest) => Promise<void>,
): void {
  const onRequest = guard
  app.get(base, { onRequest, config: { api: endpoints.search } }, async (request, reply) =>
    sendJson(reply, { status: 'success', data: await searchRequests(needs, request.query) }),
  )
  /** Decides, and responds with the request as it is then. */
  const decided = async (
    request: FastifyRequest<ById>,
    reply: FastifyReply,
    decide: (id: bigint) => Promise<unknown>,
  ) => {
    const decideAndRead = async () => {
      const id = await requestIdOf(needs.db, request.params.id)
      await decide(id)
      return requestForAdmin(needs, id)
    }
    const made = await replaying(needs.idempotency, request, adminOf(request), decideAndRead, hasEnded)
    const { body, headers } = made as IdempotentResponse
    return sendJson(reply.headers(headers), { status: 'success', data: body })
  }
  for (const [act, decide] of [
    ['approve', approveRequest],
    ['reject', rejectRequest],
  ] as const)
    app.post<ById>(`${base}/:id/${act}`, { onRequest, config: { api: endpoints[act] } }, (request, reply) => {
      const { reason } = check(decisionSchema, jsonBody(request), 'body')
      const key = storedKeyOf(request, needs.secrets)
      return decided(request, reply, (id) => decide(needs, id, { admin: adminOf(request), reason, key }))
    })
}
