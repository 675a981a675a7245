// Payout routes: for merchants' servers with signed requests, and for signed-in merchants.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { audit } from '../../admin/audit.ts'
import { merchantActor } from '../../merchants/identity/audit-actor.ts'
import type { SignedRequests } from '../../merchants/identity/signed-request.ts'
import type { Session } from '../../merchants/sign-in/bearer.ts'
import { type Offer, pathId } from '../../merchants/sign-in/bearer-routes.ts'
import { callOf } from '../../merchants/step-up/api.ts'
import type { Tx } from '../../platform/database/database.ts'
import { keys, users } from '../../platform/http/access.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { jsonBody, sendJson } from '../../platform/http/http.ts'
import { type Idempotency, type IdempotentResponse, replaying } from '../../platform/http/idempotency.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { payoutProblems as problems } from '../problems.ts'
import { cancelPayout } from './cancel-payout.ts'
import type { PayoutNeeds } from './create-payout.ts'
import { payoutDetail, payoutsPage } from './lists.ts'
import { requestPayout } from './request-payout.ts'
import {
  newPayoutBody,
  payoutDetailResponse,
  payoutQuery,
  payoutResponse,
  payoutsResponse,
  termsResponse,
} from './schemas.ts'
import { payoutTerms } from './terms.ts'

const path = { id: z.string().meta({ examples: ['019a0000-0000-7000-8000-000000000001'] }) }

const create = {
  repeatable: true as const,
  summary: 'Request a payout',
  description: `Pays available card money to one of your payout destinations. The amount and the fee are reserved at once. Large payouts
wait for our approval, and for a second user of yours where your rules ask for one.`,
  body: newPayoutBody,
  responses: { 200: payoutResponse },
  problems: [
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
}
const list = {
  summary: 'List payouts',
  description: 'Newest first.',
  query: payoutQuery,
  responses: { 200: payoutsResponse },
}
const read = {
  summary: 'Retrieve a payout',
  description: 'With its history.',
  params: path,
  responses: { 200: payoutDetailResponse },
  problems: [problems.payout_unknown],
}
const cancel = {
  repeatable: true as const,
  summary: 'Cancel a payout',
  description:
    'Its money becomes available again. A payout that was sent to the operator can no longer be cancelled.',
  params: path,
  responses: { 200: payoutResponse },
  problems: [problems.payout_unknown, problems.not_cancellable],
}

const signed = { tag: 'Payouts' } as const
const portal = { tag: 'Portal: balance' } as const
const endpoints = {
  create: {
    ...signed,
    ...create,
    id: 'createPayout',
    method: 'POST',
    path: '/api/v1/payment/payouts',
    priority: 'order',
    access: keys('payouts'),
  },
  list: {
    ...signed,
    ...list,
    id: 'listPayouts',
    method: 'GET',
    path: '/api/v1/payment/payouts',
    priority: 'list',
    access: keys('read', 'payouts'),
  },
  read: {
    ...signed,
    ...read,
    id: 'readPayout',
    method: 'GET',
    path: '/api/v1/payment/payouts/:id',
    priority: 'status',
    access: keys('read', 'payouts'),
  },
  cancel: {
    ...signed,
    ...cancel,
    id: 'cancelPayout',
    method: 'POST',
    path: '/api/v1/payment/payouts/:id/cancel',
    priority: 'order',
    access: keys('payouts'),
  },
  createInPortal: {
    ...portal,
    ...create,
    id: 'createPayoutInPortal',
    method: 'POST',
    path: '/api/v1/merchant/payouts',
    priority: 'order',
    access: users('payout'),
  },
  listInPortal: {
    ...portal,
    ...list,
    id: 'listPayoutsInPortal',
    method: 'GET',
    path: '/api/v1/merchant/payouts',
    priority: 'list',
    access: users('money'),
  },
  readInPortal: {
    ...portal,
    ...read,
    id: 'readPayoutInPortal',
    method: 'GET',
    path: '/api/v1/merchant/payouts/:id',
    priority: 'list',
    access: users('money'),
  },
  cancelInPortal: {
    ...portal,
    ...cancel,
    id: 'cancelPayoutInPortal',
    method: 'POST',
    path: '/api/v1/merchant/payouts/:id/cancel',
    priority: 'order',
    access: users('payout'),
  },
  terms: {
    ...portal,
    id: 'readPayoutTerms',
    method: 'GET',
    path: '/api/v1/merchant/payout-terms',
    priority: 'list',
    access: users('money'),
    summary: 'Retrieve the fees and limits of payouts',
    description: 'One per currency, for what is available now.',
    responses: { 200: termsResponse },
  },
} satisfies Record<string, Endpoint>

type Changed = { payout_id: string; amount: string; currency: string }
type Owner = { merchantId: bigint; environment: 'sandbox' | 'production'; name: string }

/** Registers the payout routes of merchants' servers. */
export function registerPayoutRoutes(
  app: FastifyInstance,
  {
    signedRequests,
    idempotency,
    ...needs
  }: PayoutNeeds & {
    signedRequests: SignedRequests
    idempotency: Idempotency
  },
): void {
  const onRequest = async (request: FastifyRequest) => signedRequests.checkHeaders(request)
  const offer = (
    method: 'GET' | 'POST',
    name: string,
    api: Endpoint,
    work: (owner: Owner, request: FastifyRequest) => Promise<object>,
  ) =>
    app.route({
      method,
      url: `/api/v1/payment/${name}`,
      onRequest,
      config: { api },
      handler: async (request, reply) => {
        const merchant = await signedRequests.authenticate(request)
        const { id: merchantId, environment } = merchant
        const run = () => work({ merchantId, environment, name: 'api' }, request)
        if (!api.repeatable) return sendJson(reply, { status: 'success', data: await run() })
        // guard: payout-idempotency-key
        const made = await replaying(idempotency, request, merchant, run)
        const { body: data, headers } = made as IdempotentResponse
        return sendJson(reply.headers(headers), { status: 'success', data })
      },
    })
  offer('POST', 'payouts', endpoints.create, (owner, request) =>
    requestPayout(needs, owner, jsonBody(request)),
  )
  offer('GET', 'payouts', endpoints.list, (owner, { query }) => payoutsPage(needs.db, owner, query))
  offer('GET', 'payouts/:id', endpoints.read, (owner, request) =>
    payoutDetail(needs.db, owner, pathId(request)),
  )
  offer('POST', 'payouts/:id/cancel', endpoints.cancel, (owner, request) =>
    cancelPayout(needs, owner, pathId(request)),
  )
}

/** Offers the payout routes of signed-in merchants. */
export function offerPayouts(offer: Offer, needs: PayoutNeeds & { secrets: Secrets }): void {
  /** The signed-in merchant, and the audit entry of what it does: whoever takes over an account leaves a trace. */
  const owner = (session: Session, request: FastifyRequest, action: 'requested' | 'cancelled') => {
    const { merchantId, environment, merchantCode: subject } = session
    const admin = merchantActor(session, callOf(session, request).from)
    const record = (sql: Tx, { payout_id, amount, currency }: Changed) => {
      const detail = { payout_id, amount, currency }
      // guard: portal-payout-audit
      audit(sql, needs.secrets, {
        admin,
        action: `payout.${action}`,
        subject,
        detail,
        now: needs.clock.now(),
      })
    }
    return { merchantId, environment, name: 'portal', user: session.user.email, audit: record }
  }
  offer('POST', 'payouts', endpoints.createInPortal, (session, request) =>
    requestPayout(needs, owner(session, request, 'requested'), jsonBody(request)),
  )
  offer('GET', 'payouts', endpoints.listInPortal, (session, { query }) =>
    payoutsPage(needs.db, session, query),
  )
  offer('GET', 'payout-terms', endpoints.terms, (session) =>
    payoutTerms(needs.db, needs.rules, session, needs.clock.now()),
  )
  offer('GET', 'payouts/:id', endpoints.readInPortal, (session, request) =>
    payoutDetail(needs.db, session, pathId(request)),
  )
  offer('POST', 'payouts/:id/cancel', endpoints.cancelInPortal, (session, request) =>
    cancelPayout(needs, owner(session, request, 'cancelled'), pathId(request)),
  )
}
