// Admin API for merchants: search, read, decide on going live, suspend, resume, set rates.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { adminOf, adminStepUpHeader, decisionProblems } from '../../admin/access.ts'
import { approvalProblems } from '../../admin/approvals/problems.ts'
import type { Approvals } from '../../admin/approvals/request-approval.ts'
import { approvalWaitsData } from '../../admin/approvals/schemas.ts'
import { actAgainst, keepsFees, keepsRight, merchantOf } from '../../admin/decisions/merchants-decided.ts'
import { admins } from '../../platform/http/access.ts'
import { dataResponse, named, pageResponse } from '../../platform/http/api.ts'
import { check } from '../../platform/http/body/body.ts'
import { endpoint, type NeedsOf, respond, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { approveGoLive, type GoLiveNeeds, rejectGoLive } from '../decide-go-live.ts'
import { exampleGoLive } from '../go-live.ts'
import { businessProblems, merchantAdminProblems as problems, selfServiceProblems } from '../problems.ts'
import type { RoleNeeds } from '../sign-in/bearer.ts'
import { resetFactorsByAdmin } from '../users/reset-factors.ts'
import { exampleUser } from '../users/users.ts'
import { exampleCertification } from '../webhook-certification.ts'
import { createResetLink, type ResetLinkNeeds } from './create-reset-link.ts'
import {
  listSchema,
  type MerchantAdminNeeds,
  merchantDetails,
  merchantsPage,
  resumeMerchant,
  suspendMerchant,
} from './directory.ts'
import { changeRates, ratesSchema } from './pricing.ts'
import { changeRefundRight, refundRightSchema } from './refund-right.ts'
import {
  allowedAction,
  decidedGoLive,
  decisionSchema,
  decisions,
  exampleMerchant,
  merchantDetailsRecord,
  merchantRecord,
  merchantResponse,
  reasonBody,
  reasonSchema,
  resetLinkRecord,
  resetLinkSchema,
} from './schemas.ts'

const merchants = { tag: 'Admin: merchants' } as const
const proven = { ...merchants, headers: adminStepUpHeader } as const
const path = { merchant_code: z.string().meta({ examples: ['LKT-7K2M-9QXA'] }) }

const reading = { ...merchants, method: 'GET', priority: 'list', access: admins('read') } as const

const restoring = {
  ...proven,
  method: 'POST',
  priority: 'order',
  stepUp: 'required',
  conflictOfInterest: merchantOf.code,
} as const

const pricing = {
  ...proven,
  method: 'PUT',
  priority: 'list',
  access: admins('pricing'),
  stepUp: 'required',
  params: path,
} as const

export const merchantAdminRoutes = [
  endpoint({
    ...reading,
    id: 'listMerchants',
    path: '/api/v1/admin/merchants',
    summary: 'Search merchants',
    description:
      'Newest first. `search` matches any part of a code, a name or an email. Without it, test profiles are left out.',
    query: listSchema,
    responses: {
      200: pageResponse('Merchants', merchantRecord, exampleMerchant),
    },
    handle: async (needs: MerchantAdminNeeds, { request }) =>
      succeeded(await merchantsPage(needs, request.query)),
  }),
  endpoint({
    ...reading,
    id: 'readMerchant',
    path: '/api/v1/admin/merchants/:merchant_code',
    summary: 'Retrieve a merchant with its latest go-live request',
    params: path,
    responses: {
      200: dataResponse('MerchantDetail', merchantDetailsRecord, {
        ...exampleMerchant,
        go_live_request: {
          ...exampleGoLive,
          decided_by: null,
          company_name: 'Boutique Kivu SARL',
          registration_number: 'CD/GOM/RCCM/24-B-0042',
          country: 'CD',
          contact_name: 'Grâce Mukendi',
          contact_email: 'grace@example.com',
          contact_phone: '+243991234567',
        },
        pending_approvals: [],
        allowed_actions: {
          suspend: allowedAction,
          resume: { allowed: false, reason: 'The merchant is already active' },
          approve: allowedAction,
          reject: allowedAction,
        },
        users: [exampleUser],
        webhook_certification: exampleCertification,
      }),
    },
    problems: [problems.merchant_unknown],
    handle: async (needs: MerchantAdminNeeds, { request, params }) =>
      succeeded(await merchantDetails(needs, params.merchant_code, adminOf(request))),
  }),
  endpoint({
    ...proven,
    id: 'decideGoLive',
    method: 'POST',
    path: '/api/v1/admin/merchants/:merchant_code/go-live',
    priority: 'list',
    access: admins('merchants'),
    stepUp: 'required',
    conflictOfInterest: actAgainst(merchantOf.code, ({ decision }) => /^reject/i.test(String(decision))),
    summary: 'Approve or reject a go-live request',
    description:
      'An approval returns the live secrets to an admin who may move money; they are never shown again. For others they are null, and the merchant makes its own. The merchant can read the reason.',
    params: path,
    body: named('GoLiveDecision', decisionSchema, { decision: 'approve', reason: 'Papers are in order' }),
    responses: {
      200: dataResponse('GoLiveDecided', decidedGoLive, {
        merchant_code: 'LKT-7K2M-9QXA',
        environment: 'production',
        merchant_secret: 'msk_live_…',
        api_key: 'pk_live_…',
        api_secret: 'sk_live_…',
        callback_url: 'https://shop.example/webhooks/likuta',
        ...exampleGoLive,
        state: 'APPROVED',
        decided_at: '2026-11-22T10:00:00.000000',
        reason: 'Papers are in order',
      }),
    },
    problems: [
      ...decisionProblems,
      problems.merchant_unknown,
      problems.nothing_pending,
      problems.live_already,
      problems.suspended,
      problems.is_test_profile,
      businessProblems.papers_open,
      businessProblems.business_incomplete,
    ],
    handle: async (needs: GoLiveNeeds, { request, params }) => {
      const { decision, reason } = check(decisionSchema, jsonBody(request), 'body')
      const decide = decisions[decision] === 'approve' ? approveGoLive : rejectGoLive
      return succeeded(await decide(needs, params.merchant_code, { admin: adminOf(request), reason }))
    },
  }),
  endpoint({
    ...merchants,
    id: 'suspendMerchant',
    method: 'POST',
    path: '/api/v1/admin/merchants/:merchant_code/suspend',
    priority: 'order',
    access: admins('merchants'),
    stepUp: 'emergency',
    conflictOfInterest: actAgainst(merchantOf.code),
    summary: 'Suspend a merchant',
    description: 'All of its requests are refused from now on and its sessions end.',
    params: path,
    body: reasonBody,
    responses: { 200: merchantResponse },
    problems: [problems.merchant_unknown, problems.status_unchanged],
    handle: async (needs: MerchantAdminNeeds, { request, params }) =>
      succeeded(await suspendMerchant(needs, params.merchant_code, reasonOf(request))),
  }),
  endpoint({
    ...restoring,
    id: 'resumeMerchant',
    path: '/api/v1/admin/merchants/:merchant_code/resume',
    access: admins('merchants'),
    summary: 'Resume a suspended merchant',
    params: path,
    body: reasonBody,
    responses: { 200: merchantResponse },
    problems: [...decisionProblems, problems.merchant_unknown, problems.status_unchanged],
    handle: async (needs: MerchantAdminNeeds, { request, params }) =>
      succeeded(await resumeMerchant(needs, params.merchant_code, reasonOf(request))),
  }),
  endpoint({
    ...restoring,
    id: 'createPasswordResetLink',
    path: '/api/v1/admin/merchants/:merchant_code/password-reset',
    access: admins('passwords'),
    summary: 'Create a one-time password reset link',
    description:
      'For a user of a merchant who has forgotten the password. The link is sent to the user, and `url` is null; where the deployment sends no email, send it over a secure channel, for it is never shown again. It works once, for one hour, and replaces any earlier link.',
    params: path,
    body: named('PasswordResetReason', resetLinkSchema, { reason: 'The owner called and was identified' }),
    responses: {
      200: dataResponse('PasswordResetLink', resetLinkRecord, {
        merchant_code: 'LKT-7K2M-9QXA',
        email: 'grace@example.com',
        url: null,
        expires_at: '2026-11-22T11:00:00.000000',
      }),
    },
    problems: [...decisionProblems, problems.merchant_unknown, selfServiceProblems.user_unknown],
    handle: async (needs: MerchantAdminNeeds & ResetLinkNeeds, { request, params }) => {
      const wanted = check(resetLinkSchema, jsonBody(request), 'body')
      return succeeded(
        await createResetLink(needs, params.merchant_code, { admin: adminOf(request), ...wanted }),
      )
    },
  }),
  endpoint({
    ...restoring,
    id: 'resetMerchantUserFactors',
    path: '/api/v1/admin/merchants/:merchant_code/users/:user_id/reset-factors',
    access: admins('factors'),
    summary: "Reset the second factors of a merchant's user",
    description:
      'For the only owner of a merchant who lost the phone and the recovery codes: identify the person first. Passkeys, authenticator app, recovery codes and sessions of the user end; the password stays.',
    params: { ...path, user_id: z.string().meta({ examples: [exampleUser.user_id] }) },
    body: named('FactorResetReason', reasonSchema, { reason: 'The owner lost the phone and was identified' }),
    responses: {
      200: dataResponse('FactorsReset', z.object({ merchant_code: z.string(), email: z.string() }), {
        merchant_code: 'LKT-7K2M-9QXA',
        email: 'grace@example.com',
      }),
    },
    problems: [...decisionProblems, selfServiceProblems.user_unknown, selfServiceProblems.factor_missing],
    handle: async (needs: MerchantAdminNeeds & RoleNeeds, { request, params }) => {
      const user = { merchantCode: params.merchant_code, userId: params.user_id }
      return succeeded(await resetFactorsByAdmin(needs, user, reasonOf(request)))
    },
  }),
  endpoint({
    ...pricing,
    id: 'setRates',
    path: '/api/v1/admin/merchants/:merchant_code/rates',
    conflictOfInterest: actAgainst(merchantOf.code, keepsFees),
    summary: "Set a merchant's rates",
    description:
      'Applies to orders and transfers created from now on. Rates are percentages and the fixed fee is in USD; a fee, or the rate of mobile money, that is left out keeps its value. Without a rate of its own, and with null, mobile money costs as much as a card.',
    body: named('RatesRequest', ratesSchema, {
      commission_rate: '3.50',
      bank_commission_rate: '1.50',
      mobile_money_rate: '2.25',
      reason: 'Agreed for a year',
    }),
    responses: { 200: merchantResponse },
    problems: [...decisionProblems, problems.merchant_unknown],
    handle: async (needs: MerchantAdminNeeds, { request, params }) =>
      succeeded(
        await changeRates(needs, params.merchant_code, { admin: adminOf(request), body: jsonBody(request) }),
      ),
  }),
  endpoint({
    ...pricing,
    id: 'setRefundRight',
    path: '/api/v1/admin/merchants/:merchant_code/refund-right',
    conflictOfInterest: actAgainst(merchantOf.code, keepsRight),
    summary: 'Set whether a merchant may refund by itself',
    description:
      'For the current environment of the merchant. Without the right, its refund requests wait for an admin. Where the deployment asks for it, as every production does by default, higher limits of negative balances wait for a second admin: the response is 202, and the rest is in force.',
    body: named('RefundRight', refundRightSchema, { may_refund: true, reason: 'Agreed with the owner' }),
    responses: { 200: merchantResponse, 202: approvalWaitsData },
    problems: [...decisionProblems, problems.merchant_unknown, approvalProblems.second_admin_missing],
    handle: async (needs: MerchantAdminNeeds & { approvals: Approvals }, { request, params }) => {
      const wanted = { admin: adminOf(request), body: jsonBody(request) }
      const made = await changeRefundRight(needs, params.merchant_code, wanted)
      return 'approval_id' in made ? respond(202, succeeded(made)) : succeeded(made)
    },
  }),
]

/** Who acts, and why. */
const reasonOf = (request: FastifyRequest) => ({
  admin: adminOf(request),
  ...check(reasonSchema, jsonBody(request), 'body'),
})

export type MerchantAdminRoutes = NeedsOf<typeof merchantAdminRoutes>
