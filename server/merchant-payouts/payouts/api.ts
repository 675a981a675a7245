// Payout routes: for merchants' servers with signed requests, and for signed-in merchants.

import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { audit } from '../../admin/audit.ts'
import { readFunds } from '../../balances/lock-balance.ts'
import { amountOf, formatMoney, money, sortedCurrencies } from '../../kernel/money.ts'
import { secondUserFrom } from '../../merchants/approvals.ts'
import { merchantActor } from '../../merchants/identity/merchant.ts'
import { signedEndpoint } from '../../merchants/identity/signed-endpoint.ts'
import type { Session } from '../../merchants/sign-in/bearer.ts'
import { callOf } from '../../merchants/sign-in/step-up.ts'
import { userEndpoint } from '../../merchants/sign-in/user-endpoint.ts'
import type { Sql, Tx } from '../../platform/database/database.ts'
import { keys, users } from '../../platform/http/access.ts'
import { succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { newPayoutProblems, payoutProblems as problems } from '../problems.ts'
import type { PayoutOwner } from '../record/queries.ts'
import { feeOf, type PayoutRules } from '../rules.ts'
import { approvedOn, type PayoutNeeds, payable, requestedAlone, requestPayout } from './create-payout.ts'
import { cancelPayout } from './decide-payout.ts'
import { payoutDetail, payoutsPage } from './lists.ts'
import {
  newPayoutBody,
  payoutDetailResponse,
  payoutQuery,
  payoutResponse,
  payoutsResponse,
  termsResponse,
} from './schemas.ts'

const path = { id: z.string().meta({ examples: ['019a0000-0000-7000-8000-000000000001'] }) }

const create = {
  // guard: payout-idempotency-key
  repeatable: true as const,
  summary: 'Request a payout',
  description: `Pays available card money to one of your payout destinations. The amount and the fee are reserved at once. Large payouts
wait for our approval, and for a second user of yours where your rules ask for one.`,
  body: newPayoutBody,
  responses: { 200: payoutResponse },
  problems: newPayoutProblems,
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
export const payoutRoutes = [
  signedEndpoint({
    ...signed,
    ...create,
    id: 'createPayout',
    method: 'POST',
    path: '/api/v1/payment/payouts',
    priority: 'order',
    access: keys('payouts'),
    work: async (needs: PayoutNeeds, { owner, request }) =>
      succeeded(await requestPayout(needs, { ...owner, name: 'api' }, jsonBody(request))),
  }),
  signedEndpoint({
    ...signed,
    ...list,
    id: 'listPayouts',
    method: 'GET',
    path: '/api/v1/payment/payouts',
    priority: 'list',
    access: keys('read', 'payouts'),
    work: async ({ db }: PayoutNeeds, { owner, request }) =>
      succeeded(await payoutsPage(db, owner, request.query)),
  }),
  signedEndpoint({
    ...signed,
    ...read,
    id: 'readPayout',
    method: 'GET',
    path: '/api/v1/payment/payouts/:id',
    priority: 'status',
    access: keys('read', 'payouts'),
    work: async ({ db }: PayoutNeeds, { owner, params }) =>
      succeeded(await payoutDetail(db, owner, params.id)),
  }),
  signedEndpoint({
    ...signed,
    ...cancel,
    id: 'cancelPayout',
    method: 'POST',
    path: '/api/v1/payment/payouts/:id/cancel',
    priority: 'order',
    access: keys('payouts'),
    work: async (needs: PayoutNeeds, { owner, params }) =>
      succeeded(await cancelPayout(needs, { ...owner, name: 'api' }, params.id)),
  }),
]

type PortalNeeds = PayoutNeeds & { secrets: Secrets }

export const portalPayoutRoutes = [
  userEndpoint({
    ...portal,
    ...create,
    id: 'createPayoutInPortal',
    method: 'POST',
    path: '/api/v1/merchant/payouts',
    priority: 'order',
    access: users('payout'),
    work: async (needs: PortalNeeds, { session, request }) =>
      requestPayout(needs, userOf(needs, { session, request }, 'requested'), jsonBody(request)),
  }),
  userEndpoint({
    ...portal,
    ...list,
    id: 'listPayoutsInPortal',
    method: 'GET',
    path: '/api/v1/merchant/payouts',
    priority: 'list',
    access: users('money'),
    work: async ({ db }: PortalNeeds, { session, request }) => payoutsPage(db, session, request.query),
  }),
  userEndpoint({
    ...portal,
    id: 'readPayoutTerms',
    method: 'GET',
    path: '/api/v1/merchant/payout-terms',
    priority: 'list',
    access: users('money'),
    summary: 'Retrieve the fees and limits of payouts',
    description: 'One per currency, for what is available now.',
    responses: { 200: termsResponse },
    work: async ({ db, rules, clock }: PortalNeeds, { session }) =>
      payoutTerms(db, rules, session, clock.now()),
  }),
  userEndpoint({
    ...portal,
    ...read,
    id: 'readPayoutInPortal',
    method: 'GET',
    path: '/api/v1/merchant/payouts/:id',
    priority: 'list',
    access: users('money'),
    work: async ({ db }: PortalNeeds, { session, params }) => payoutDetail(db, session, params.id),
  }),
  userEndpoint({
    ...portal,
    ...cancel,
    id: 'cancelPayoutInPortal',
    method: 'POST',
    path: '/api/v1/merchant/payouts/:id/cancel',
    priority: 'order',
    access: users('payout'),
    work: async (needs: PortalNeeds, { session, request, params }) =>
      cancelPayout(needs, userOf(needs, { session, request }, 'cancelled'), params.id),
  }),
]

type Changed = { payout_id: string; amount: string; currency: string }

/** The signed-in merchant, and the audit entry of what it does: whoever takes over an account leaves a trace. */
function userOf(
  { secrets, clock }: PortalNeeds,
  { session, request }: { session: Session; request: FastifyRequest },
  action: 'requested' | 'cancelled',
) {
  const { merchantId, environment, merchantCode: subject } = session
  const admin = merchantActor(session, callOf(session, request).from)
  const record = (sql: Tx, { payout_id, amount, currency }: Changed) => {
    const detail = { payout_id, amount, currency }
    // guard: portal-payout-audit
    audit(sql, secrets, { admin, action: `payout.${action}`, subject, detail, now: clock.now() })
  }
  return { merchantId, environment, name: 'portal', user: session.user.email, audit: record }
}

// What a merchant should know before it requests a payout: the fee, the most it can request, and from which sum on it is approved.

/** The terms of the merchant's payouts now, one per currency. */
async function payoutTerms(
  sql: Sql,
  rules: PayoutRules,
  { merchantId, environment }: PayoutOwner,
  now: Temporal.Instant,
) {
  const termsOf = async (currency: (typeof sortedCurrencies)[number]) => {
    const text = (minor: bigint) => amountOf(minor, currency)
    const owner = { merchantId, environment }
    const { available } = await readFunds(sql, { ...owner, currency })
    const ofType = (type: 'wallet' | 'bank') => {
      const fee = feeOf(rules, type, currency)
      return { fee: text(fee), most: formatMoney(payable(available, fee, { type, currency })) }
    }
    const approvalFrom = rules.approvalFrom[currency]
    const left = (approvalFrom ?? 0n) - (await approvedOn(sql, owner, currency, now))
    const alone = await requestedAlone(sql, owner, currency, { now })
    return {
      currency,
      available: text(available),
      wallet: ofType('wallet'),
      bank: rules.bankAccounts[environment][currency] ? ofType('bank') : null,
      approval_from: approvalFrom === undefined ? null : text(left > 0n ? left : 0n),
      second_user_from: await secondUserFrom(sql, merchantId, 'payout', money(alone, currency)),
    }
  }
  const terms = await Promise.all(sortedCurrencies.map(termsOf))
  return { terms, destination_delay_seconds: rules.destinationDelaySeconds }
}
