// Routes of admins for payouts that were sent: inquiries at the operator, and ending by hand what nothing else ends.

import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { adminOf, adminStepUpHeader, ownerOf, ownMerchantProblem, stepUpProblem } from '../../admin/access.ts'
import { approvalProblems } from '../../admin/approvals/problems.ts'
import { approvalWaitsData } from '../../admin/approvals/schemas.ts'
import { actAgainst, merchantOf } from '../../admin/decisions/merchants-decided.ts'
import { admins } from '../../platform/http/access.ts'
import { dataResponse } from '../../platform/http/api.ts'
import { check } from '../../platform/http/body/body.ts'
import { endpoint, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { storedKeyOf } from '../../platform/http/idempotency.ts'
import { placeOfUuid } from '../../platform/http/place.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { decisionBody, decisionSchema } from '../payouts/schemas.ts'
import { payoutProblems as problems } from '../problems.ts'
import { payoutStates } from '../record/queries.ts'
import { type End, type EndNeeds, requestEnd } from './end-payout.ts'
import { type InquiryNeeds, inquirePayout } from './inquire-payout.ts'

const payoutInquiryResponse = dataResponse(
  'PayoutInquiry',
  z.object({
    state: z.enum(payoutStates).meta({ description: 'Of the payout, afterwards.' }),
    reply: z.enum(['succeeded', 'declined', 'reversed', 'pending', 'absent']),
    outcome: z.enum(['settled', 'known', 'conflict']).nullable().meta({
      description:
        '`settled`: the reply was applied; `known`: it changed nothing; `conflict`: an exception was opened; null: it is not final.',
    }),
  }),
  { state: 'PAID', reply: 'succeeded', outcome: 'settled' },
)

const common = {
  tag: 'Admin: payouts',
  params: { id: z.string().meta({ examples: ['019a0000-0000-7000-8000-000000000001'] }) },
  body: decisionBody,
} as const
const ending = {
  ...common,
  headers: adminStepUpHeader,
  responses: { 202: approvalWaitsData },
  problems: [
    stepUpProblem,
    problems.payout_unknown,
    problems.not_endless,
    problems.not_at_bank,
    problems.paid_by_statement,
    approvalProblems.second_admin_missing,
    requestProblems.idempotency_key_invalid,
  ],
} as const

export const payoutFollowUpRoutes = [
  endpoint({
    ...common,
    id: 'inquirePayout',
    method: 'POST',
    path: '/api/v1/admin/payouts/:id/inquire',
    place: placeOfUuid,
    priority: 'order',
    access: admins('operations'),
    stepUp: 'harmless',
    conflictOfInterest: 'record',
    summary: 'Inquire about a payout at the operator',
    description: 'No money is sent. A final reply is applied to the payout.',
    responses: { 200: payoutInquiryResponse },
    problems: [problems.payout_unknown, problems.not_inquirable, problems.operator_unreachable],
    handle: async (needs: InquiryNeeds, { request, params }) =>
      succeeded(await inquirePayout(needs, params.id, adminOf(request), reasonOf(request))),
  }),
  endpoint({
    ...ending,
    problems: [ownMerchantProblem, ...ending.problems],
    id: 'failPayout',
    method: 'POST',
    path: '/api/v1/admin/payouts/:id/fail',
    place: placeOfUuid,
    priority: 'order',
    access: admins('move_money'),
    stepUp: 'required',
    conflictOfInterest: merchantOf.payout,
    summary: 'Request to record that a payout was not paid',
    description: `For a payout that the bank refused, and for one to a wallet with an open exception that inquiries cannot end, once the
operator has confirmed that the wallet was not credited. Another admin approves it with the [approvals](#tag/admin-approvals); then its
money becomes available again.`,
    handle: async (needs: EndNeeds, { request, params }) =>
      succeeded(await requestEndAsAdmin(needs, request, params.id, 'declined')),
  }),
  endpoint({
    ...ending,
    id: 'confirmPayout',
    method: 'POST',
    path: '/api/v1/admin/payouts/:id/paid',
    place: placeOfUuid,
    priority: 'order',
    access: admins('move_money'),
    stepUp: 'required',
    conflictOfInterest: actAgainst(merchantOf.payout),
    summary: 'Request to record that a payout was paid',
    description: `For a payout to a wallet with an open exception that inquiries cannot end, once the operator has confirmed that the wallet
was credited. Another admin approves it with the [approvals](#tag/admin-approvals).`,
    handle: async (needs: EndNeeds, { request, params }) =>
      succeeded(await requestEndAsAdmin(needs, request, params.id, 'paid')),
  }),
]

const reasonOf = (request: FastifyRequest) => check(decisionSchema, jsonBody(request), 'body').reason

function requestEndAsAdmin(needs: EndNeeds, request: FastifyRequest, payoutId: string, end: End) {
  const admin = adminOf(request)
  const key = storedKeyOf(request, needs.secrets, ownerOf(admin))
  return requestEnd(needs, payoutId, { end, reason: reasonOf(request) }, { admin, key })
}
