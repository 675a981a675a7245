// The admin routes to search wallets, book top-ups, and adjust a wallet with the approval of a second person.

import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  adminOf,
  adminStepUpHeader,
  confirmationProblems,
  ownMerchantProblem,
  stepUpProblem,
} from '../../admin/access.ts'
import { approvalOf } from '../../admin/decisions/confirmed-acts.ts'
import { actAgainst, isBelowZero, merchantOf } from '../../admin/decisions/merchants-decided.ts'
import { isUuid } from '../../kernel/id.ts'
import { parseMoney } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { merchantByCode } from '../../merchants/directory/directory.ts'
import { merchantAdminProblems } from '../../merchants/problems.ts'
import type { Cells } from '../../platform/database/cells.ts'
import type { Sql } from '../../platform/database/database.ts'
import { admins } from '../../platform/http/access.ts'
import { environmentName, named } from '../../platform/http/api.ts'
import { check, decimalNumber, optional } from '../../platform/http/body/body.ts'
import { type Call, endpoint, endpointOfCells, respond, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { type Idempotency, replayingStored, storedKeyOf } from '../../platform/http/idempotency.ts'
import { placeOfUuid } from '../../platform/http/place.ts'
import { adminWalletEndpoint, byId, reasonBody, reasonField, reasonSchema } from '../http/endpoint-parts.ts'
import { amountNumber } from '../transfer/formats.ts'
import { fieldProblem, remittanceProblems as problems } from '../transfer/problems.ts'
import {
  type AdjustmentNeeds,
  type AdjustmentRow,
  approveAdjustment,
  rejectAdjustment,
  requestAdjustment,
  type StoreAdjustment,
} from './adjustment.ts'
import {
  adjustmentResponse,
  adjustmentSchema,
  adjustmentsResponse,
  renderAdjustment,
  searchAdjustments,
  searchWallets,
  topUpResponse,
  topUpWaitsResponse,
  walletSchema,
  walletsResponse,
} from './admin-search.ts'
import { balanceOf } from './merchant-reads.ts'
import { bookTopUp, type ToppedUp } from './top-up.ts'
import { maxToppedUp } from './wallet.ts'

const byMerchant = { merchant_code: z.string().meta({ examples: ['LKT-7K2M-9QXA'] }) }

const moneySchema = z.object({
  amount: decimalNumber,
  reason: reasonField,
  environment: optional(environmentName),
})

const ofOwners = [merchantAdminProblems.merchant_unknown, problems.wallet_unknown, problems.amount]

const ofDecisions = [problems.adjustment_unknown, problems.adjustment_decided, problems.second_person]

const maxMinor = 999_999_999_999n

type WalletAdminNeeds = AdjustmentNeeds & { idempotency: Idempotency }

/** Decides an adjustment once per `Idempotency-Key`. */
const deciding =
  (decide: typeof approveAdjustment) =>
  async (needs: WalletAdminNeeds, { request, params }: Call<typeof byId>) => {
    const { reason } = check(reasonSchema, jsonBody(request), 'body')
    const { id } = params
    if (!isUuid(id)) throw new Problem(problems.adjustment_unknown)
    const admin = adminOf(request)
    return once(needs, request, (store) => decide(needs, id, { reason, admin, store }))
  }

export const walletAdminRoutes = [
  endpointOfCells({
    ...adminWalletEndpoint,
    id: 'searchWallets',
    method: 'GET',
    path: '/api/v1/admin/wallets',
    priority: 'list',
    access: admins('money'),
    summary: 'List wallets',
    query: walletSchema,
    responses: { 200: walletsResponse },
    handle: async ({ cells }: { cells: Cells }, { request }) =>
      succeeded(await searchWallets(cells, request.query)),
  }),
  endpointOfCells({
    ...adminWalletEndpoint,
    id: 'searchAdjustments',
    method: 'GET',
    path: '/api/v1/admin/wallets/adjustments',
    priority: 'list',
    access: admins('money'),
    summary: 'List adjustments',
    query: adjustmentSchema,
    responses: { 200: adjustmentsResponse },
    handle: async ({ cells }: { cells: Cells }, { request }) =>
      succeeded(await searchAdjustments(cells, request.query, adminOf(request))),
  }),
  endpoint({
    ...adminWalletEndpoint,
    id: 'bookTopUp',
    method: 'POST',
    path: '/api/v1/admin/wallets/:merchant_code/top-ups',
    priority: 'order',
    access: admins('move_money'),
    stepUp: 'required',
    conflictOfInterest: merchantOf.code,
    repeatable: true,
    summary: 'Top up a wallet',
    description:
      'Books received money. For one wallet, the same `Idempotency-Key` always means the same booking, whichever admin sends it. One person can book at most 10,000.00 per wallet within 24 hours; a top-up beyond that gets a 202 response and waits as an adjustment for the approval of another person.',
    params: byMerchant,
    headers: adminStepUpHeader,
    body: named('WalletTopUp', moneySchema, { amount: 50, reason: 'Transfer of 20 November' }),
    responses: { 200: topUpResponse, 202: topUpWaitsResponse },
    problems: [ownMerchantProblem, stepUpProblem, ...ofOwners, problems.second_admin_missing],
    handle: bookSent,
  }),
  endpoint({
    ...adminWalletEndpoint,
    id: 'requestAdjustment',
    method: 'POST',
    path: '/api/v1/admin/wallets/:merchant_code/adjustments',
    priority: 'order',
    access: admins('move_money'),
    stepUp: 'second_admin',
    conflictOfInterest: actAgainst(merchantOf.code, isBelowZero),
    repeatable: true,
    summary: 'Request an adjustment',
    description: 'A negative amount debits the merchant. Nothing is booked until another admin approves.',
    params: byMerchant,
    body: named('AdjustmentRequest', moneySchema, { amount: -5, reason: 'Booked twice on 20 November' }),
    responses: { 200: adjustmentResponse },
    problems: [ownMerchantProblem, ...ofOwners, problems.second_admin_missing],
    handle: async (needs: WalletAdminNeeds, { request, params }) => {
      const wanted = check(moneySchema, jsonBody(request), 'body')
      const amount = centsOf(wanted.amount, { signed: true })
      const owner = await ownerOf(needs.db, params.merchant_code, wanted.environment)
      const admin = adminOf(request)
      return once(needs, request, (store) =>
        requestAdjustment(needs, owner, { amount, reason: wanted.reason, admin }, store),
      )
    },
  }),
  endpoint({
    ...adminWalletEndpoint,
    id: 'approveAdjustment',
    method: 'POST',
    path: '/api/v1/admin/wallets/adjustments/:id/approve',
    place: placeOfUuid,
    priority: 'order',
    access: admins('move_money'),
    stepUp: 'required',
    conflictOfInterest: merchantOf.adjustment,
    approves: approvalOf.adjustment,
    repeatable: true,
    summary: 'Approve an adjustment',
    params: byId,
    headers: adminStepUpHeader,
    body: reasonBody,
    responses: { 200: adjustmentResponse },
    problems: [ownMerchantProblem, ...confirmationProblems, ...ofDecisions, problems.balance_insufficient],
    handle: deciding(approveAdjustment),
  }),
  endpoint({
    ...adminWalletEndpoint,
    id: 'rejectAdjustment',
    method: 'POST',
    path: '/api/v1/admin/wallets/adjustments/:id/reject',
    place: placeOfUuid,
    priority: 'order',
    access: admins('move_money'),
    stepUp: 'refusal',
    conflictOfInterest: actAgainst(merchantOf.adjustment, 'rejection'),
    repeatable: true,
    summary: 'Reject an adjustment',
    params: byId,
    body: reasonBody,
    responses: { 200: adjustmentResponse },
    problems: [ownMerchantProblem, ...ofDecisions],
    handle: deciding(rejectAdjustment),
  }),
]

async function bookSent(needs: WalletAdminNeeds, { request, reply, params }: Call<typeof byMerchant>) {
  const wanted = check(moneySchema, jsonBody(request), 'body')
  const amount = centsOf(wanted.amount, { signed: false })
  const owner = await ownerOf(needs.db, params.merchant_code, wanted.environment)
  const admin = adminOf(request)
  const { merchantCode: merchant_code, environment } = owner
  const view = async (sql: Sql, result: ToppedUp) => {
    if (result.kind === 'waiting') return renderAdjustment(result.adjustment, admin)
    const balance = await balanceOf(sql, owner, needs.clock.now())
    return { merchant_code, environment, added: amountNumber(amount), ...balance }
  }
  const { body, headers } = await replayingStored(needs.idempotency, request, admin, async (store) => {
    const key = storedKeyOf(request, needs.secrets)
    const booking = { amount, reason: wanted.reason, admin, ...(key && { key }) }
    let shown!: Awaited<ReturnType<typeof view>>
    const { isRepeat } = await bookTopUp(needs, owner, booking, async (sql, result) => {
      shown = await view(sql, result)
      await store(sql, shown)
    })
    if (isRepeat) reply.header('idempotency-replayed', 'true')
    return shown
  })
  return 'state' in body ? respond(202, succeeded(body), headers) : respond(200, succeeded(body), headers)
}

/** Requests or decides an adjustment once per `Idempotency-Key`. */
async function once(
  { idempotency }: WalletAdminNeeds,
  request: FastifyRequest,
  work: (store: StoreAdjustment) => Promise<AdjustmentRow>,
) {
  const admin = adminOf(request)
  const view = (adjustment: AdjustmentRow) => renderAdjustment(adjustment, admin)
  const { body, headers } = await replayingStored(idempotency, request, admin, async (store) =>
    view(await work((sql, adjustment) => store(sql, view(adjustment)))),
  )
  return respond(200, succeeded(body), headers)
}

/** Parses an amount to US cents. @throws Problem RMT-1002 */
function centsOf(digits: string, { signed }: { signed: boolean }): bigint {
  const isNegative = signed && digits.startsWith('-')
  const minor = parseMoney(isNegative ? digits.slice(1) : digits, 'USD')?.minor
  const max = signed ? maxMinor : maxToppedUp
  if (minor !== undefined && minor > 0n && minor <= max) return isNegative ? -minor : minor
  const message = signed
    ? 'Must be a number other than 0, at most 9999999999.99, with at most two decimals'
    : 'Must be a number above 0, at most 10000.00, with at most two decimals; a larger amount needs an adjustment approved by a second person'
  throw fieldProblem(problems.amount, 'amount', message)
}

/** The wallet owner in the merchant's current environment, unless another one is given. @throws Problem 404 */
async function ownerOf(sql: Sql, code: string, environment: 'sandbox' | 'production' | undefined) {
  const merchant = await merchantByCode(sql, code)
  if (!merchant) throw new Problem(merchantAdminProblems.merchant_unknown)
  const owner = { id: BigInt(merchant.id), merchantCode: code, environment: merchant.environment }
  // A live merchant keeps its sandbox wallet, but a sandbox merchant has no production wallet yet.
  if (environment === 'production' && merchant.environment === 'sandbox')
    throw new Problem(problems.wallet_unknown)
  return environment ? { ...owner, environment } : owner
}
