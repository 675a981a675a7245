// Admin API for merchants: search, read, decide on going live, suspend, resume, set rates.

import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { z } from 'zod'
import { adminOf, adminStepUpHeader, decisionProblems } from '../admin/access.ts'
import {
  actAgainst,
  keepsFees,
  keepsRight,
  merchantOf,
} from '../admin/conflict-of-interest/merchants-decided.ts'
import { admins } from '../platform/http/access.ts'
import { type Endpoint, named, pageOf, success } from '../platform/http/api.ts'
import { check } from '../platform/http/body/body.ts'
import { jsonBody, sendJson } from '../platform/http/http.ts'
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
} from './admin-schemas.ts'
import {
  listSchema,
  type MerchantAdminNeeds,
  merchantDetails,
  merchantsPage,
  resumeMerchant,
  suspendMerchant,
} from './directory/administer.ts'
import { createResetLink, type ResetLinkNeeds } from './directory/create-reset-link.ts'
import { changeRefundRight, refundRightSchema } from './directory/refund-right.ts'
import { approveGoLive, type GoLiveNeeds, rejectGoLive } from './go-live/decision.ts'
import { exampleGoLive } from './go-live/schemas.ts'
import { changeRates, ratesSchema } from './pricing/pricing.ts'
import { merchantAdminProblems as problems, selfServiceProblems } from './problems.ts'
import type { RoleNeeds } from './sign-in/bearer.ts'
import { resetFactorsByAdmin } from './users/reset-factors.ts'
import { exampleUser } from './users/schemas.ts'

const merchants = { tag: 'Admin: merchants' } as const
const proven = { ...merchants, headers: adminStepUpHeader } as const
const path = { merchant_code: z.string().meta({ examples: ['LKT-7K2M-9QXA'] }) }

const endpoints = {
  listMerchants: {
    ...merchants,
    id: 'listMerchants',
    method: 'GET',
    path: '/api/v1/admin/merchants',
    priority: 'list',
    access: admins('read'),
    summary: 'Search merchants',
    description: 'Newest first. `search` matches any part of a code, a name or an email.',
    query: listSchema,
    responses: {
      200: named('Merchants', success(pageOf(merchantRecord)), {
        status: 'success',
        data: { items: [exampleMerchant], pagination: { page: 1, limit: 20, total: 1, pages: 1 } },
      }),
    },
  },
  readMerchant: {
    ...merchants,
    id: 'readMerchant',
    method: 'GET',
    path: '/api/v1/admin/merchants/:merchant_code',
    priority: 'list',
    access: admins('read'),
    summary: 'Retrieve a merchant with its latest go-live request',
    params: path,
    responses: {
      200: named('MerchantDetail', success(merchantDetailsRecord), {
        status: 'success',
        data: {
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
          allowed_actions: {
            suspend: allowedAction,
            resume: { allowed: false, reason: 'The merchant is already active' },
            approve: allowedAction,
            reject: allowedAction,
          },
          users: [exampleUser],
        },
      }),
    },
    problems: [problems.merchant_unknown],
  },
  decideGoLive: {
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
      200: named('GoLiveDecided', success(decidedGoLive), {
        status: 'success',
        data: {
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
        },
      }),
    },
    problems: [
      ...decisionProblems,
      problems.merchant_unknown,
      problems.nothing_pending,
      problems.live_already,
      problems.suspended,
    ],
  },
  suspendMerchant: {
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
  },
  resumeMerchant: {
    ...proven,
    id: 'resumeMerchant',
    method: 'POST',
    path: '/api/v1/admin/merchants/:merchant_code/resume',
    priority: 'order',
    access: admins('merchants'),
    stepUp: 'required',
    conflictOfInterest: merchantOf.code,
    summary: 'Resume a suspended merchant',
    params: path,
    body: reasonBody,
    responses: { 200: merchantResponse },
    problems: [...decisionProblems, problems.merchant_unknown, problems.status_unchanged],
  },
  createPasswordResetLink: {
    ...proven,
    id: 'createPasswordResetLink',
    method: 'POST',
    path: '/api/v1/admin/merchants/:merchant_code/password-reset',
    priority: 'order',
    access: admins('passwords'),
    stepUp: 'required',
    conflictOfInterest: merchantOf.code,
    summary: 'Create a one-time password reset link',
    description:
      'For a user of a merchant who has forgotten the password. The link is sent to the user, and `url` is null; where the deployment sends no email, send it over a secure channel, for it is never shown again. It works once, for one hour, and replaces any earlier link.',
    params: path,
    body: named('PasswordResetReason', resetLinkSchema, { reason: 'The owner called and was identified' }),
    responses: {
      200: named('PasswordResetLink', success(resetLinkRecord), {
        status: 'success',
        data: {
          merchant_code: 'LKT-7K2M-9QXA',
          email: 'grace@example.com',
          url: null,
          expires_at: '2026-11-22T11:00:00.000000',
        },
      }),
    },
    problems: [...decisionProblems, problems.merchant_unknown, selfServiceProblems.user_unknown],
  },
  resetUserFactors: {
    ...proven,
    id: 'resetMerchantUserFactors',
    method: 'POST',
    path: '/api/v1/admin/merchants/:merchant_code/users/:user_id/reset-factors',
    priority: 'order',
    access: admins('factors'),
    stepUp: 'required',
    conflictOfInterest: merchantOf.code,
    summary: "Reset the second factors of a merchant's user",
    description:
      'For the only owner of a merchant who lost the phone and the recovery codes: identify the person first. Passkeys, authenticator app, recovery codes and sessions of the user end; the password stays.',
    params: { ...path, user_id: z.string().meta({ examples: [exampleUser.user_id] }) },
    body: named('FactorResetReason', reasonSchema, { reason: 'The owner lost the phone and was identified' }),
    responses: {
      200: named('FactorsReset', success(z.object({ merchant_code: z.string(), email: z.string() })), {
        status: 'success',
        data: { merchant_code: 'LKT-7K2M-9QXA', email: 'grace@example.com' },
      }),
    },
    problems: [...decisionProblems, selfServiceProblems.user_unknown, selfServiceProblems.factor_missing],
  },
  setRates: {
    ...proven,
    id: 'setRates',
    method: 'PUT',
    path: '/api/v1/admin/merchants/:merchant_code/rates',
    priority: 'list',
    access: admins('pricing'),
    stepUp: 'required',
    conflictOfInterest: actAgainst(merchantOf.code, keepsFees),
    summary: "Set a merchant's rates",
    description:
      'Applies to orders and transfers created from now on. Rates are percentages and the fixed fee is in USD; a fee that is left out keeps its value.',
    params: path,
    body: named('RatesRequest', ratesSchema, {
      commission_rate: '3.50',
      bank_commission_rate: '1.50',
      reason: 'Agreed for a year',
    }),
    responses: { 200: merchantResponse },
    problems: [...decisionProblems, problems.merchant_unknown],
  },
  setRefundRight: {
    ...proven,
    id: 'setRefundRight',
    method: 'PUT',
    path: '/api/v1/admin/merchants/:merchant_code/refund-right',
    priority: 'list',
    access: admins('pricing'),
    stepUp: 'required',
    conflictOfInterest: actAgainst(merchantOf.code, keepsRight),
    summary: 'Set whether a merchant may refund by itself',
    description:
      'For the current environment of the merchant. Without the right, its refund requests wait for an admin.',
    params: path,
    body: named('RefundRight', refundRightSchema, { may_refund: true, reason: 'Agreed with the owner' }),
    responses: { 200: merchantResponse },
    problems: [...decisionProblems, problems.merchant_unknown],
  },
} satisfies Record<string, Endpoint>

export type MerchantAdminRoutes = MerchantAdminNeeds & GoLiveNeeds & ResetLinkNeeds & RoleNeeds

const base = '/api/v1/admin/merchants'
/** @param guard refuses requests that are not from an admin. */
export function registerMerchantAdminRoutes(
  app: FastifyInstance,
  needs: MerchantAdminRoutes,
  guard: onRequestAsyncHookHandler,
): void {
  /** Responds with what `work` returns for the merchant in the path. */
  const respond =
    (work: (code: string, request: FastifyRequest) => Promise<object>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { merchant_code } = request.params as { merchant_code: string }
      return sendJson(reply, { status: 'success', data: await work(merchant_code, request) })
    }
  const act = (request: FastifyRequest) => ({
    admin: adminOf(request),
    ...check(reasonSchema, jsonBody(request), 'body'),
  })
  const onRequest = guard

  app.get(base, { onRequest, config: { api: endpoints.listMerchants } }, async (request, reply) =>
    sendJson(reply, { status: 'success', data: await merchantsPage(needs, request.query) }),
  )
  app.get(
    `${base}/:merchant_code`,
    { onRequest, config: { api: endpoints.readMerchant } },
    respond((code) => merchantDetails(needs, code)),
  )
  app.post(
    `${base}/:merchant_code/go-live`,
    { onRequest, config: { api: endpoints.decideGoLive } },
    respond((code, request) => {
      const wanted = check(decisionSchema, jsonBody(request), 'body')
      const decision = { admin: adminOf(request), reason: wanted.reason }
      const decide = decisions[wanted.decision] === 'approve' ? approveGoLive : rejectGoLive
      return decide(needs, code, decision)
    }),
  )
  app.post(
    `${base}/:merchant_code/suspend`,
    { onRequest, config: { api: endpoints.suspendMerchant } },
    respond((code, request) => suspendMerchant(needs, code, act(request))),
  )
  app.post(
    `${base}/:merchant_code/resume`,
    { onRequest, config: { api: endpoints.resumeMerchant } },
    respond((code, request) => resumeMerchant(needs, code, act(request))),
  )
  app.post(
    `${base}/:merchant_code/password-reset`,
    { onRequest, config: { api: endpoints.createPasswordResetLink } },
    respond((code, request) => {
      const wanted = check(resetLinkSchema, jsonBody(request), 'body')
      return createResetLink(needs, code, { admin: adminOf(request), ...wanted })
    }),
  )
  registerFactorReset(app, needs, guard)
  registerMerchantSettings(app, needs, guard)
}

function registerFactorReset(
  app: FastifyInstance,
  needs: MerchantAdminRoutes,
  onRequest: onRequestAsyncHookHandler,
): void {
  const config = { api: endpoints.resetUserFactors }
  const url = `${base}/:merchant_code/users/:user_id/reset-factors`
  app.post(url, { onRequest, config }, async (request, reply) => {
    const { merchant_code: merchantCode, user_id: userId } = request.params as Record<string, string>
    const { reason } = check(reasonSchema, jsonBody(request), 'body')
    const user = { merchantCode: merchantCode ?? '', userId: userId ?? '' }
    const data = await resetFactorsByAdmin(needs, user, { admin: adminOf(request), reason })
    return sendJson(reply, { status: 'success', data })
  })
}

/** What admins set for a merchant, each with its reason. */
function registerMerchantSettings(
  app: FastifyInstance,
  needs: MerchantAdminRoutes,
  onRequest: onRequestAsyncHookHandler,
): void {
  for (const [name, api, change] of [
    ['rates', endpoints.setRates, changeRates],
    ['refund-right', endpoints.setRefundRight, changeRefundRight],
  ] as const)
    app.put(`${base}/:merchant_code/${name}`, { onRequest, config: { api } }, async (request, reply) => {
      const { merchant_code } = request.params as { merchant_code: string }
      const call = { admin: adminOf(request), body: jsonBody(request) }
      return sendJson(reply, { status: 'success', data: await change(needs, merchant_code, call) })
    })
}
