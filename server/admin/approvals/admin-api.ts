// Approval routes for admins: what waits, all approvals, one of them, approve, reject.

import { z } from 'zod'
import type { ProblemSpec } from '../../kernel/problem.ts'
import type { Cells } from '../../platform/database/cells.ts'
import { admins } from '../../platform/http/access.ts'
import { check } from '../../platform/http/body/body.ts'
import { type Call, endpoint, endpointOfCells, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { adminOf, adminStepUpHeader, confirmationProblems, ownMerchantProblem } from '../access.ts'
import { approvalOf } from '../decisions/confirmed-acts.ts'
import { actAgainst, merchantOf } from '../decisions/merchants-decided.ts'
import { type Acts, type DecisionNeeds, decideApproval } from './decide-approval.ts'
import { listApprovals, readApproval } from './list-approvals.ts'
import { approvalProblems as problems } from './problems.ts'
import { placeOfApproval } from './queries.ts'
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

type Needs = DecisionNeeds & { cells: Cells }

const api = { tag: 'Admin: approvals' } as const
const path = { id: z.string().meta({ examples: [exampleApprovalId] }) }
const ofActs = (acts: Acts) => [...new Set(Object.values(acts).flatMap((act) => act.problems))]
const ofDecisions = [problems.approval_unknown, problems.own_request, problems.approval_decided]
const beforeApproval = [...confirmationProblems, ownMerchantProblem, ...ofDecisions, problems.not_opened]

const deciding =
  (event: 'approved' | 'rejected') =>
  async (needs: Needs, { request, params: { id } }: Call<typeof path>) => {
    const admin = adminOf(request)
    const { reason } = check(decisionSchema, jsonBody(request), 'body')
    await decideApproval(needs, id, admin, { event, reason })
    return succeeded(await readApproval(needs, id, admin))
  }

/** @param acts what is decided, whose fields and problems the responses have. */
export function approvalRoutes(acts: Acts) {
  const fields = Object.assign({}, ...Object.values(acts).map(({ about }) => about?.fields ?? {}))
  const response = approvalResponseOf(fields)
  return [...listRoutes, readRoute(response), approveRoute(response, ofActs(acts)), rejectRoute(response)]
}

const reading = { ...api, method: 'GET', priority: 'list', access: admins('read') } as const

const listRoutes = [
  endpointOfCells({
    ...reading,
    id: 'listApprovals',
    path: '/api/v1/admin/approvals',
    summary: 'List approvals',
    description:
      'Acts of admins that needed a second admin, newest first: those that your role may do alone, and your own. `state=WAITING` lists those to decide. Which acts need approval is set per deployment.',
    query: approvalQuery,
    responses: { 200: approvalsResponse },
    handle: async (needs: Needs, { request }) =>
      succeeded(await listApprovals(needs, request.query, adminOf(request))),
  }),
  endpointOfCells({
    ...reading,
    id: 'listWaitingDecisions',
    path: '/api/v1/admin/approvals/waiting',
    summary: 'List everything that waits for an admin',
    description:
      'Approvals, refund requests, payouts, payout batches, adjustments, write-offs, quarantined exchange rates, held transfers, outcomes of cases and requests to go live, oldest first, as far as your role may read them. A transfer or rates whose approval waits are not listed a second time. Each kind is decided by its own endpoint.',
    query: waitingQuery,
    responses: { 200: waitingResponse },
    handle: async ({ cells }: Needs, { request }) =>
      succeeded(await waitingDecisions(cells, request.query, adminOf(request))),
  }),
]

type Response = ReturnType<typeof approvalResponseOf>

const readRoute = (response: Response) =>
  endpoint({
    ...reading,
    id: 'readApproval',
    path: '/api/v1/admin/approvals/:id',
    place: placeOfApproval,
    summary: 'Retrieve an approval',
    description:
      'With what it is about. A release of a held transfer must be read by whoever approves it, after it was requested.',
    params: path,
    responses: { 200: response },
    problems: [problems.approval_unknown],
    handle: async (needs: Needs, { request, params }) =>
      succeeded(await readApproval(needs, params.id, adminOf(request))),
  })

const approveRoute = (response: Response, problemsOfActs: readonly ProblemSpec[]) =>
  endpoint({
    ...api,
    id: 'approveRequest',
    method: 'POST',
    path: '/api/v1/admin/approvals/:id/approve',
    place: placeOfApproval,
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
    responses: { 200: response },
    problems: [...beforeApproval, ...problemsOfActs],
    handle: deciding('approved'),
  })

const rejectRoute = (response: Response) =>
  endpoint({
    ...api,
    id: 'rejectRequest',
    method: 'POST',
    path: '/api/v1/admin/approvals/:id/reject',
    place: placeOfApproval,
    priority: 'order',
    access: admins('decide'),
    stepUp: 'refusal',
    conflictOfInterest: actAgainst(merchantOf.approval, 'rejection'),
    summary: 'Reject what another admin requested',
    params: path,
    body: decisionBody,
    responses: { 200: response },
    problems: [ownMerchantProblem, ...ofDecisions],
    handle: deciding('rejected'),
  })
