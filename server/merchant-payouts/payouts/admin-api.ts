// Payout routes of admins: all payouts, requests on behalf of a merchant, and decisions.

import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
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
import { approvalOf } from '../../admin/confirmed-acts.ts'
import { actAgainst, merchantOf } from '../../admin/conflict-of-interest/merchants-decided.ts'
import { Problem } from '../../kernel/problem.ts'
import { merchantByCode } from '../../merchants/directory/directory.ts'
import { merchantAdminProblems } from '../../merchants/problems.ts'
import type { Sql, Tx } from '../../platform/database/database.ts'
import { admins } from '../../platform/http/access.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { check } from '../../platform/http/body/body.ts'
import { jsonBody, sendJson } from '../../platform/http/http.ts'
import type { PayoutOwner } from '../payout/queries.ts'
import { payoutProblems as problems } from '../problems.ts'
import { type Canceller, cancelPayout } from './cancel-payout.ts'
import type { PayoutNeeds } from './create-payout.ts'
import { type DecisionNeeds, decidePayout } from './decide-payout.ts'
import { payoutDetail, payoutForAdmin, payoutsPage, searchPayouts } from './lists.ts'
import { requestPayout } from './request-payout.ts'
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

const endpoints = {
  search: {
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
  },
  read: {
    ...admin,
    id: 'readPayoutAsAdmin',
    method: 'GET',
    path: '/api/v1/admin/payouts/:id',
    priority: 'list',
    access: admins('money'),
    summary: 'Retrieve a payout of any merchant',
    description: 'With its history.',
    params: path,
    responses: { 200: adminPayoutDetailResponse },
    problems: [problems.payout_unknown],
  },
  approve: {
    ...admin,
    id: 'approvePayout',
    method: 'POST',
    path: '/api/v1/admin/payouts/:id/approve',
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
  },
  reject: {
    ...admin,
    id: 'rejectPayout',
    method: 'POST',
    path: '/api/v1/admin/payouts/:id/reject',
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
  },
  create: {
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
      problems.destination_unknown,
      problems.destination_not_active,
      problems.number_blacklisted,
      problems.bank_not_offered,
      problems.reference_used,
      problems.insufficient_balance,
      problems.amount_decimals,
      problems.amount_too_precise,
      problems.below_fee,
    ],
  },
  list: {
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
  },
  readOfMerchant: {
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
  },
  cancel: {
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
  },
} satisfies Record<string, Endpoint>

/** @param guard lets only admins pass. */
export function registerPayoutAdminRoutes(
  app: FastifyInstance,
  needs: PayoutNeeds & DecisionNeeds,
  guard: onRequestAsyncHookHandler,
): void {
  const offer = (
    method: 'GET' | 'POST',
    name: string,
    api: Endpoint,
    work: (request: FastifyRequest) => Promise<object>,
  ) =>
    app.route({
      method,
      url: `/api/v1/admin/${name}`,
      onRequest: guard,
      config: { api },
      handler: async (request, reply) => sendJson(reply, { status: 'success', data: await work(request) }),
    })
  const idOf = (request: FastifyRequest) => (request.params as { id: string }).id
  offer('GET', 'payouts', endpoints.search, (request) =>
    searchPayouts(needs.db, request.query, adminOf(request)),
  )
  offer('GET', 'payouts/:id', endpoints.read, (request) =>
    payoutForAdmin(needs, idOf(request), adminOf(request)),
  )
  for (const [act, event] of [
    ['approve', 'approved'],
    ['reject', 'rejected'],
  ] as const)
    offer('POST', `payouts/:id/${act}`, endpoints[act], (request) => {
      const { reason } = check(decisionSchema, jsonBody(request), 'body')
      return decidePayout(needs, idOf(request), adminOf(request), { event, reason })
    })
  offer('POST', 'merchants/:merchant_code/payouts', endpoints.create, async (request) => {
    const { status, ...owner } = await payoutOwner(needs.db, request)
    if (status === 'suspended') throw new Problem(problems.merchant_suspended)
    return requestPayout(needs, adminRequester(needs, owner, request), jsonBody(request))
  })
  offer('GET', 'merchants/:merchant_code/payouts', endpoints.list, async (request) =>
    payoutsPage(needs.db, await payoutOwner(needs.db, request), request.query),
  )
  offer('GET', 'merchants/:merchant_code/payouts/:id', endpoints.readOfMerchant, async (request) =>
    payoutDetail(needs.db, await payoutOwner(needs.db, request), idOf(request)),
  )
  offer('POST', 'merchants/:merchant_code/payouts/:id/cancel', endpoints.cancel, async (request) => {
    const { status: _, ...owner } = await payoutOwner(needs.db, request)
    return cancelPayout(needs, adminCanceller(needs, owner, request), idOf(request))
  })
}

/** The admin who cancels a payout of a merchant, and the audit entry of it. */
function adminCanceller(
  { secrets, clock }: Pick<DecisionNeeds, 'secrets' | 'clock'>,
  owner: PayoutOwner,
  request: FastifyRequest,
): Canceller {
  const admin = adminOf(request)
  const { merchant_code: subject } = request.params as { merchant_code: string }
  const cancelled: Canceller['audit'] = (sql, { payout_id, amount, currency }) => {
    const detail = { payout_id, amount, currency }
    audit(sql, secrets, { admin, action: 'payout.cancelled', subject, detail, now: clock.now() })
  }
  return { ...owner, name: admin.name, audit: cancelled }
}

/** The admin who requests a payout for a merchant, and the audit entry of it. */
function adminRequester(
  { secrets, clock }: Pick<DecisionNeeds, 'secrets' | 'clock'>,
  owner: PayoutOwner,
  request: FastifyRequest,
) {
  const admin = adminOf(request)
  const { merchant_code: subject } = request.params as { merchant_code: string }
  type Requested = { payout_id: string; amount: string; currency: string }
  const requested = (sql: Tx, { payout_id, amount, currency }: Requested) => {
    const detail = { payout_id, amount, currency }
    audit(sql, secrets, { admin, action: 'payout.requested', subject, detail, now: clock.now() })
  }
  return { ...owner, name: admin.name, owner: ownerOf(admin), audit: requested }
}

/** @throws Problem 404 */
async function payoutOwner(db: Sql, request: FastifyRequest): Promise<PayoutOwner & { status: string }> {
  const { merchant_code } = request.params as { merchant_code: string }
  const merchant = await merchantByCode(db, merchant_code)
  if (!merchant) throw new Problem(merchantAdminProblems.merchant_unknown)
  return { merchantId: BigInt(merchant.id), environment: merchant.environment, status: merchant.status }
}
