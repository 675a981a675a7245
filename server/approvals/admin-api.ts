// Approval routes for admins: what waits, all approvals, one of them, approve, reject.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { adminOf, adminStepUpHeader, confirmationProblems, ownMerchantProblem } from '../admin/access.ts'
import { approvalOf } from '../admin/confirmed-acts.ts'
import { actAgainst, merchantOf } from '../admin/conflict-of-interest/merchants-decided.ts'
import { admins } from '../platform/http/access.ts'
import type { Endpoint } from '../platform/http/api.ts'
import { check } from '../platform/http/body/body.ts'
import { jsonBody, sendJson } from '../platform/http/http.ts'
import { type Acts, type DecisionNeeds, decideApproval } from './decide-approval.ts'
import { listApprovals, readApproval } from './list-approvals.ts'
import { approvalProblems as problems } from './problems.ts'
import {
  approvalQuery,
  approvalResponseOf,
  approvalsResponse,
  decisionBody,
  decisionSchema,
  exampleApprovalId,
  waitingQuery,
  waitingResponse,
} from './schemas.ts'
import { waitingDecisions } from './waiting.ts'

const api = { tag: 'Admin: approvals' } as const
const path = { id: z.string().meta({ examples: [exampleApprovalId] }) }
const ofActs = (acts: Acts) => [...new Set(Object.values(acts).flatMap((act) => act.problems))]
const ofDecisions = [problems.approval_unknown, problems.own_request, problems.approval_decided]
const beforeApproval = [...confirmationProblems, ownMerchantProblem, ...ofDecisions, problems.not_opened]

const lists = {
  list: {
    ...api,
    id: 'listApprovals',
    method: 'GET',
    path: '/api/v1/admin/approvals',
    priority: 'list',
    access: admins('read'),
    summary: 'List approvals',
    description:
      'Acts of admins that needed a second admin, newest first: those that your role may do alone, and your own. `state=WAITING` lists those to decide. Which acts need approval is set per deployment.',
    query: approvalQuery,
    responses: { 200: approvalsResponse },
  },
  waiting: {
    ...api,
    id: 'listWaitingDecisions',
    method: 'GET',
    path: '/api/v1/admin/approvals/waiting',
    priority: 'list',
    access: admins('read'),
    summary: 'List everything that waits for an admin',
    description:
      'Approvals, refund requests, payouts, payout batches, adjustments, write-offs, quarantined exchange rates, held transfers, outcomes of cases and requests to go live, oldest first, as far as your role may read them. A transfer or rates whose approval waits are not listed a second time. Each kind is decided by its own endpoint.',
    query: waitingQuery,
    responses: { 200: waitingResponse },
  },
} satisfies Record<string, Endpoint>

function endpointsOf(acts: Acts) {
  const fields = Object.assign({}, ...Object.values(acts).map(({ about }) => about?.fields ?? {}))
  const approvalResponse = approvalResponseOf(fields)
  return {
    read: {
      ...api,
      id: 'readApproval',
      method: 'GET',
      path: '/api/v1/admin/approvals/:id',
      priority: 'list',
      access: admins('read'),
      summary: 'Retrieve an approval',
      description:
        'With what it is about. A release of a held transfer must be read by whoever approves it, after it was requested.',
      params: path,
      responses: { 200: approvalResponse },
      problems: [problems.approval_unknown],
    },
    approve: {
      ...api,
      id: 'approveRequest',
      method: 'POST',
      path: '/api/v1/admin/approvals/:id/approve',
      priority: 'order',
      access: admins('decide'),
      stepUp: 'required',
      conflictOfInterest: merchantOf.approval,
      approves: approvalOf.request,
      summary: 'Approve what another admin requested',
      description: `It is executed at once and once. Refused with the problem of the act itself if it is no longer possible; the request
then keeps waiting.`,
      params: path,
      headers: adminStepUpHeader,
      body: decisionBody,
      responses: { 200: approvalResponse },
      problems: [...beforeApproval, ...ofActs(acts)],
    },
    reject: {
      ...api,
      id: 'rejectRequest',
      method: 'POST',
      path: '/api/v1/admin/approvals/:id/reject',
      priority: 'order',
      access: admins('decide'),
      stepUp: 'refusal',
      conflictOfInterest: actAgainst(merchantOf.approval),
      summary: 'Reject what another admin requested',
      params: path,
      body: decisionBody,
      responses: { 200: approvalResponse },
      problems: ofDecisions,
    },
  } satisfies Record<string, Endpoint>
}

type ById = FastifyRequest<{ Params: { id: string } }>

const base = '/api/v1/admin/approvals'

/** @param guard lets only admins pass. */
export function registerApprovalRoutes(
  app: FastifyInstance,
  needs: DecisionNeeds,
  guard: (request: FastifyRequest) => Promise<void>,
): void {
  const endpoints = endpointsOf(needs.acts)
  const onRequest = guard
  const send = (reply: FastifyReply, data: object) => sendJson(reply, { status: 'success', data })
  app.get(base, { onRequest, config: { api: lists.list } }, async (request, reply) =>
    send(reply, await listApprovals(needs, request.query, adminOf(request))),
  )
  app.get(`${base}/waiting`, { onRequest, config: { api: lists.waiting } }, async (request, reply) =>
    send(reply, await waitingDecisions(needs.db, request.query, adminOf(request))),
  )
  app.get(`${base}/:id`, { onRequest, config: { api: endpoints.read } }, async (request: ById, reply) =>
    send(reply, await readApproval(needs, request.params.id, adminOf(request))),
  )
  for (const [act, event] of [
    ['approve', 'approved'],
    ['reject', 'rejected'],
  ] as const) {
    app.post(
      `${base}/:id/${act}`,
      { onRequest, config: { api: endpoints[act] } },
      async (request: ById, reply) => {
        const { id } = request.params
        const admin = adminOf(request)
        const { reason } = check(decisionSchema, jsonBody(request), 'body')
        await decideApproval(needs, id, admin, { event, reason })
        return send(reply, await readApproval(needs, id, admin))
      },
    )
  }
}
