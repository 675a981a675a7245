// The admin routes to list fetched exchange rates and approve quarantined ones.

import { adminOf, adminStepUpHeader, stepUpProblem } from '../../admin/access.ts'
import { approvalProblems } from '../../admin/approvals/problems.ts'
import { approvalWaitsData } from '../../admin/approvals/schemas.ts'
import { admins } from '../../platform/http/access.ts'
import { endpoint, respond, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { adminTransferEndpoint, byId, reasonBody } from '../http/endpoint-parts.ts'
import { type ApprovalNeeds, approveRates, publishProblems, ratesOverview } from './approval.ts'
import { ratesResponse, snapshotResponse } from './schemas.ts'

export const rateAdminRoutes = [
  endpoint({
    ...adminTransferEndpoint,
    id: 'listRates',
    method: 'GET',
    path: '/api/v1/admin/remittance/rates',
    priority: 'list',
    access: admins('read'),
    summary: 'List recent exchange rates',
    responses: { 200: ratesResponse },
    handle: async (needs: ApprovalNeeds, { request }) =>
      succeeded(await ratesOverview(needs, adminOf(request))),
  }),
  endpoint({
    ...adminTransferEndpoint,
    id: 'approveRates',
    method: 'POST',
    path: '/api/v1/admin/remittance/rates/:id/approve',
    priority: 'order',
    access: admins('pricing'),
    stepUp: 'required',
    conflictOfInterest: 'service',
    summary: 'Approve quarantined exchange rates',
    description:
      'If the deployment asks for a second admin, the response is 202 and nothing is published yet.',
    params: byId,
    headers: adminStepUpHeader,
    body: reasonBody,
    responses: { 200: snapshotResponse, 202: approvalWaitsData },
    problems: [stepUpProblem, ...publishProblems, approvalProblems.second_admin_missing],
    handle: async (needs: ApprovalNeeds, { request, params }) => {
      const made = await approveRates(needs, params.id, jsonBody(request), adminOf(request))
      return 'approval_id' in made ? respond(202, succeeded(made)) : succeeded(made)
    },
  }),
]
