// The admin routes to review held transfers. They require an admin token.

import { z } from 'zod'
import { adminOf, adminStepUpHeader, ownMerchantProblem, stepUpProblem } from '../../admin/access.ts'
import type { Act } from '../../admin/approvals/decide-approval.ts'
import { approvalProblems } from '../../admin/approvals/problems.ts'
import type { ApprovalRow } from '../../admin/approvals/queries.ts'
import { approvalWaitsData } from '../../admin/approvals/schemas.ts'
import { actAgainst, merchantOf } from '../../admin/decisions/merchants-decided.ts'
import { Problem } from '../../kernel/problem.ts'
import { basicProblems } from '../../merchants/identity/basic-auth.ts'
import { admins } from '../../platform/http/access.ts'
import { endpoint, endpointOfCells, respond, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { paged } from '../../platform/http/list-query.ts'
import { currentRates } from '../exchange-rates/rate-table.ts'
import { adminTransferEndpoint, byTransaction, pageQuery, reasonBody } from '../http/endpoint-parts.ts'
import { type Query, readPage } from '../http/list-parameters.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import { lockedTransfers, type TransferRow } from '../transfer/queries.ts'
import { type HoldNeeds, type ReleaseNeeds, rejectHold, releasable, release, releaseHold } from './hold.ts'
import { hasOpened, recordListing, recordOpening } from './opened-papers.ts'
import { type HoldQueue, listHolds, readHold } from './queue.ts'
import { hold, holdsResponse, reviewResponse } from './schemas.ts'

/** What a release may refuse beside an unknown transfer. */
const releaseProblems = [
  problems.not_held,
  problems.balance_insufficient,
  problems.blacklisted,
  problems.rate_stale,
  problems.amount,
  problems.sandbox_cap,
  problems.sandbox_only,
  basicProblems.suspended,
] as const

const requestSchema = z.object({ transfer_id: z.string().transform(BigInt) })

const transferOf = ({ request }: ApprovalRow) => requestSchema.parse(request).transfer_id

export function openReleaseAct(needs: ReleaseNeeds & HoldQueue): Act {
  return {
    problems: releaseProblems,
    about: {
      fields: { transfer: hold.nullable() },
      async read(_, { subject }, admin) {
        const transfer = await readHold(needs, subject, admin)
        if (transfer) await recordOpening(needs, admin, subject)
        return { transfer: transfer ?? null }
      },
      isOpened: (sql, { subject: transactionId, requested_at: since }, admin) =>
        hasOpened(sql, admin, { transactionId, since }),
    },
    async lock(sql, approval) {
      await lockedTransfers(sql, [transferOf(approval)])
    },
    async perform(sql, approval, admin) {
      const id = transferOf(approval)
      const transfer = (await lockedTransfers(sql, [id])).get(id)
      // It may have been rejected meanwhile.
      // guard: approved-release-status
      if (transfer?.status !== 'Hold') throw new Problem(problems.not_held)
      // Read in this transaction: waiting for a second connection while it holds one, approvals could wait for each other forever.
      // guard: approved-release-connection
      const price = await releasable(sql, needs, transfer, await currentRates(sql))
      const { reason, requested_by: by } = approval
      await release(sql, needs, transfer, { ...price, reason, admin, by, now: needs.clock.now() })
      return { after: async () => needs.wake() }
    },
  }
}

export const holdRoutes = [
  endpointOfCells({
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
    handle: async (needs: HoldNeeds & HoldQueue, { request }) => {
      // Fastify reads every query into an object.
      const page = readPage(request.query as Query)
      const held = await listHolds(needs, page, adminOf(request))
      const shown = held.items.map(({ transaction_id }) => transaction_id)
      await recordListing(needs, adminOf(request), shown)
      return succeeded(paged(page, held))
    },
  }),
  endpoint({
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
    handle: async (needs: HoldNeeds, { request, params }) => {
      const made = await releaseHold(needs, params.transaction_id, jsonBody(request), adminOf(request))
      return 'approval_id' in made ? respond(202, succeeded(made)) : succeeded(decided(made))
    },
  }),
  endpoint({
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
    handle: async (needs: HoldNeeds, { request, params }) =>
      succeeded(decided(await rejectHold(needs, params.transaction_id, jsonBody(request), adminOf(request)))),
  }),
]

const decided = ({ transaction_id, reference, status }: TransferRow) => ({
  transaction_id,
  reference,
  status,
})
