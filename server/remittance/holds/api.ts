// The admin routes to review held transfers. They require an admin token.

import type { FastifyInstance } from 'fastify'
import { adminOf, adminStepUpHeader, ownMerchantProblem, stepUpProblem } from '../../admin/access.ts'
import { actAgainst, merchantOf } from '../../admin/conflict-of-interest/merchants-decided.ts'
import { approvalProblems } from '../../approvals/problems.ts'
import type { RequestedApproval } from '../../approvals/request-approval.ts'
import { approvalWaitsData } from '../../approvals/schemas.ts'
import { admins } from '../../platform/http/access.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { adminTransferEndpoint, byTransaction, pageQuery, reasonBody } from '../http/endpoint-parts.ts'
import { pageResponse, readPage } from '../http/list-parameters.ts'
import { type Guard, type Query, sendData } from '../http/routes.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import type { TransferRow } from '../transfer/queries.ts'
import { releaseProblems } from './approved-release.ts'
import { type HoldNeeds, rejectHold, releaseHold } from './hold.ts'
import { recordListing } from './opened-papers.ts'
import { type HoldQueue, listHolds } from './queue.ts'
import { holdsResponse, reviewResponse } from './schemas.ts'

const listHoldsEndpoint: Endpoint = {
  ...adminTransferEndpoint,
  id: 'listHolds',
  method: 'GET',
  path: '/api/v1/admin/remittance/holds',
  priority: 'list',
  access: admins('compliance'),
  summary: 'List held transfers',
  description: 'Oldest first, with documents and screening findings.',
  query: pageQuery,
  responses: { 200: holdsResponse },
  problems: [problems.field_missing],
}

const releaseHoldEndpoint: Endpoint = {
  ...adminTransferEndpoint,
  id: 'releaseHold',
  method: 'POST',
  path: '/api/v1/admin/remittance/holds/:transaction_id/release',
  priority: 'order',
  access: admins('compliance'),
  stepUp: 'required',
  conflictOfInterest: merchantOf.transfer,
  summary: 'Release a held transfer',
  description:
    'If the deployment asks for approvals of releases, those from its sum on wait for a second admin: the response is 202.',
  params: byTransaction,
  headers: adminStepUpHeader,
  body: reasonBody,
  responses: { 200: reviewResponse, 202: approvalWaitsData },
  problems: [
    ownMerchantProblem,
    stepUpProblem,
    problems.transfer_unknown,
    ...releaseProblems,
    approvalProblems.second_admin_missing,
  ],
}

const rejectHoldEndpoint: Endpoint = {
  ...adminTransferEndpoint,
  id: 'rejectHold',
  method: 'POST',
  path: '/api/v1/admin/remittance/holds/:transaction_id/reject',
  priority: 'order',
  access: admins('compliance'),
  stepUp: 'required',
  conflictOfInterest: actAgainst(merchantOf.transfer),
  summary: 'Reject a held transfer',
  params: byTransaction,
  headers: adminStepUpHeader,
  body: reasonBody,
  responses: { 200: reviewResponse },
  problems: [stepUpProblem, problems.transfer_unknown, problems.not_held],
}

const path = '/api/v1/admin/remittance/holds'

export function registerHoldRoutes(app: FastifyInstance, needs: HoldNeeds & HoldQueue, guard: Guard): void {
  const options = { onRequest: guard }
  app.get(`${path}`, { ...options, config: { api: listHoldsEndpoint } }, async (request, reply) => {
    const page = readPage(request.query as Query)
    const held = await listHolds(needs, page, adminOf(request))
    const shown = held.items.map(({ transaction_id }) => transaction_id)
    await recordListing(needs, adminOf(request), shown)
    return sendData(reply, pageResponse(page, held))
  })
  for (const [act, api, decide] of [
    ['release', releaseHoldEndpoint, releaseHold],
    ['reject', rejectHoldEndpoint, rejectHold],
  ] as const) {
    app.post<{ Params: { transaction_id: string } }>(
      `${path}/:transaction_id/${act}`,
      { ...options, config: { api } },
      async (request, reply) => {
        const transfer = await decide(
          needs,
          request.params.transaction_id,
          jsonBody(request),
          adminOf(request),
        )
        return sendData(reply.code('approval_id' in transfer ? 202 : 200), decided(transfer))
      },
    )
  }
}

function decided(transfer: TransferRow | RequestedApproval) {
  if ('approval_id' in transfer) return transfer
  const { transaction_id, reference, status } = transfer
  return { transaction_id, reference, status }
}
