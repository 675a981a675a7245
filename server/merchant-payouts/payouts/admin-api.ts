// Payout routes of admins: all payouts, requests on behalf of a merchant, and decisions.

import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  adminOf,
  adminStepUpHeader,
  confirmationProblems,
  ownerOf,
  ownMerchantProblem,
  stepUpProblem,
} from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { approvalOf } from '../../admin/decisions/confirmed-acts.ts'
import { actAgainst, merchantOf } from '../../admin/decisions/merchants-decided.ts'
import { adminOwner } from '../../balances/admin-owner.ts'
import { Problem } from '../../kernel/problem.ts'
import { merchantAdminProblems } from '../../merchants/problems.ts'
import type { Cells } from '../../platform/database/cells.ts'
import { admins } from '../../platform/http/access.ts'
import { check } from '../../platform/http/body/body.ts'
import { endpoint, endpointOfCells, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { placeOfUuid } from '../../platform/http/place.ts'
import { newPayoutProblems, payoutProblems as problems } from '../problems.ts'
import type { PayoutOwner } from '../record/queries.ts'
import { type PayoutNeeds, requestPayout } from './create-payout.ts'
import { type Canceller, cancelPayout, type DecisionNeeds, decidePayout } from './decide-payout.ts'
import { payoutDetail, payoutForAdmin, payoutsPage, searchPayouts } from './lists.ts'
import {
  adminPayoutDetailResponse,
  adminPayoutResponse,
  adminPayoutsResponse,
  decisionBody,
  decisionSchema,
  newPayoutBody,
  payoutDetailResponse,
  payoutQuery,
  payoutResponse,
  payoutSearch,
  payoutsResponse,
} from './schemas.ts'

const admin = { tag: 'Admin: payouts' } as const
const path = { id: z.string().meta({ examples: ['019a0000-0000-7000-8000-000000000001'] }) }
const ofMerchant = { merchant_code: z.string().meta({ examples: ['LKT-7K2M-9QXA'] }) }

type Needs = PayoutNeeds & DecisionNeeds

export const adminPayoutRoutes = [
  endpointOfCells({
    ...admin,
    id: 'searchPayouts',
    method: 'GET',
    path: '/api/v1/admin/payouts',
    priority: 'list',
    access: admins('money'),
    summary: 'List payouts of all merchants',
    description: 'Newest first. `state=REQUESTED` lists those that wait for an admin.',
    query: payoutSearch,
    responses: { 200: adminPayoutsResponse },
    handle: async ({ cells }: { cells: Cells }, { request }) =>
      succeeded(await searchPayouts(cells, request.query, adminOf(request))),
  }),
  endpoint({
    ...admin,
    id: 'readPayoutAsAdmin',
    method: 'GET',
    path: '/api/v1/admin/payouts/:id',
    place: placeOfUuid,
    priority: 'list',
    access: admins('money'),
    summary: 'Retrieve a payout of any merchant',
    description: 'With its history.',
    params: path,
    responses: { 200: adminPayoutDetailResponse },
    problems: [problems.payout_unknown],
    handle: async (needs: Needs, { request, params }) =>
      succeeded(await payoutForAdmin(needs, params.id, adminOf(request))),
  }),
  endpoint({
    ...admin,
    id: 'approvePayout',
    method: 'POST',
    path: '/api/v1/admin/payouts/:id/approve',
    place: placeOfUuid,
    priority: 'order',
    access: admins('move_money'),
    // guard: step-up-of-payout-approval
    stepUp: 'required',
    conflictOfInterest: merchantOf.payout,
    approves: approvalOf.payout,
    summary: 'Approve a payout',
    description:
      'It is sent to the operator. An admin cannot approve a payout of their own. The reason is for the audit log. Refused if the merchant has removed the destination, or if its available balance is below zero: a dispute has taken more since, and the payout would be paid with what the merchant owes. While the merchant is suspended, nothing is sent.',
    params: path,
    headers: adminStepUpHeader,
    body: decisionBody,
    responses: { 200: adminPayoutResponse },
    problems: [
      ownMerchantProblem,
      ...confirmationProblems,
      problems.payout_unknown,
      problems.not_waiting,
      problems.waits_for_user,
      problems.own_request,
      problems.destination_not_active,
      problems.insufficient_balance,
    ],
    handle: async (needs: Needs, { request, params }) =>
      succeeded(await decide(needs, request, params.id, 'approved')),
  }),
  endpoint({
    ...admin,
    id: 'rejectPayout',
    method: 'POST',
    path: '/api/v1/admin/payouts/:id/reject',
    place: placeOfUuid,
    priority: 'order',
    access: admins('move_money'),
    stepUp: 'refusal',
    conflictOfInterest: actAgainst(merchantOf.payout),
    summary: 'Reject a payout',
    description: 'Its money becomes available again.',
    params: path,
    body: decisionBody,
    responses: { 200: adminPayoutResponse },
    problems: [problems.payout_unknown, problems.not_waiting, problems.own_request],
    handle: async (needs: Needs, { request, params }) =>
      succeeded(await decide(needs, request, params.id, 'rejected')),
  }),
  endpoint({
    ...admin,
    id: 'createPayoutForMerchant',
    method: 'POST',
    path: '/api/v1/admin/merchants/:merchant_code/payouts',
    priority: 'order',
    access: admins('move_money'),
    stepUp: 'required',
    conflictOfInterest: merchantOf.code,
    summary: 'Request a payout for a merchant',
    description: 'To one of its own destinations.',
    params: ofMerchant,
    headers: adminStepUpHeader,
    body: newPayoutBody,
    responses: { 200: payoutResponse },
    problems: [
      ownMerchantProblem,
      stepUpProblem,
      merchantAdminProblems.merchant_unknown,
      problems.merchant_suspended,
      ...newPayoutProblems,
    ],
    handle: async (needs: Needs, { request, params }) => {
      const owner = await adminOwner(needs.db, params.merchant_code)
      if (owner.status === 'suspended') throw new Problem(problems.merchant_suspended)
      const requester = onBehalf(needs, 'payout.requested', { owner, request })
      return succeeded(await requestPayout(needs, requester, jsonBody(request)))
    },
  }),
  endpoint({
    ...admin,
    id: 'listPayoutsOfMerchant',
    method: 'GET',
    path: '/api/v1/admin/merchants/:merchant_code/payouts',
    priority: 'list',
    access: admins('money'),
    summary: "List a merchant's payouts",
    description: 'In its current environment, newest first.',
    params: ofMerchant,
    query: payoutQuery,
    responses: { 200: payoutsResponse },
    problems: [merchantAdminProblems.merchant_unknown],
    handle: async ({ db }: Needs, { request, params }) =>
      succeeded(await payoutsPage(db, await adminOwner(db, params.merchant_code), request.query)),
  }),
  endpoint({
    ...admin,
    id: 'readPayoutOfMerchant',
    method: 'GET',
    path: '/api/v1/admin/merchants/:merchant_code/payouts/:id',
    priority: 'list',
    access: admins('money'),
    summary: 'Retrieve a payout of a merchant',
    description: 'In its current environment, as the merchant reads it.',
    params: { ...ofMerchant, ...path },
    responses: { 200: payoutDetailResponse },
    problems: [merchantAdminProblems.merchant_unknown, problems.payout_unknown],
    handle: async ({ db }: Needs, { params }) =>
      succeeded(await payoutDetail(db, await adminOwner(db, params.merchant_code), params.id)),
  }),
  endpoint({
    ...admin,
    id: 'cancelPayoutForMerchant',
    method: 'POST',
    path: '/api/v1/admin/merchants/:merchant_code/payouts/:id/cancel',
    priority: 'order',
    access: admins('move_money'),
    stepUp: 'refusal',
    conflictOfInterest: actAgainst(merchantOf.code),
    summary: 'Cancel a payout for a merchant',
    description: 'Its money becomes available again. A payout that was sent can no longer be cancelled.',
    params: { ...ofMerchant, ...path },
    responses: { 200: payoutResponse },
    problems: [merchantAdminProblems.merchant_unknown, problems.payout_unknown, problems.not_cancellable],
    handle: async (needs: Needs, { request, params }) => {
      const owner = await adminOwner(needs.db, params.merchant_code)
      const canceller = onBehalf(needs, 'payout.cancelled', { owner, request })
      return succeeded(await cancelPayout(needs, canceller, params.id))
    },
  }),
]

function decide(needs: Needs, request: FastifyRequest, id: string, event: 'approved' | 'rejected') {
  const { reason } = check(decisionSchema, jsonBody(request), 'body')
  return decidePayout(needs, id, adminOf(request), { event, reason })
}

/** The admin who acts for a merchant, and the audit entry of the act. */
function onBehalf(
  { secrets, clock }: Pick<DecisionNeeds, 'secrets' | 'clock'>,
  action: string,
  { owner, request }: { owner: PayoutOwner & { merchantCode: string }; request: FastifyRequest },
) {
  const admin = adminOf(request)
  const subject = owner.merchantCode
  const record: Canceller['audit'] = (sql, { payout_id, amount, currency }) => {
    const detail = { payout_id, amount, currency }
    audit(sql, secrets, { admin, action, subject, detail, now: clock.now() })
  }
  return { ...owner, name: admin.name, owner: ownerOf(admin), audit: record }
}
