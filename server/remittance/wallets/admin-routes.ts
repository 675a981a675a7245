// Wallets of all merchants, for people of the service: look, book what arrived, put right with a second person.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { adminOf } from '../../admin/access.ts'
import { parseMoney } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { merchantByCode } from '../../merchants/directory/directory.ts'
import { merchantAdminProblems } from '../../merchants/problems.ts'
import type { Sql } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { type Idempotency, replayingKept, storedKeyOf } from '../../platform/http/idempotency.ts'
import { success } from '../acceptance/routes.ts'
import * as endpoints from '../admin/endpoints.ts'
import { amountNumber } from '../transfer/amounts.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import {
  type AdjustmentNeeds,
  type AdjustmentRow,
  approveAdjustment,
  type KeepAdjustment,
  rejectAdjustment,
  requestAdjustment,
} from './adjustment.ts'
import { adjustmentView, searchAdjustments, searchWallets } from './admin-search.ts'
import { balanceOf } from './merchant-reads.ts'
import { bookTopUp, type ToppedUp } from './top-up.ts'
import { mostToppedUp } from './wallet.ts'

type Guard = (request: FastifyRequest) => Promise<void>
type OfMerchant = { Params: { merchant_code: string } }
type OfAdjustment = { Params: { id: string } }

const path = '/api/v1/admin/wallets'
const mostMinor = 999_999_999_999n

/** @param guard lets admins pass and refuses the rest. */
export function registerWalletAdminRoutes(
  app: FastifyInstance,
  needs: AdjustmentNeeds & { idempotency: Idempotency },
  guard: Guard,
): void {
  const { db, clock, idempotency } = needs
  const options = { onRequest: guard }
  const once = (request: FastifyRequest, work: (keep: KeepAdjustment) => Promise<AdjustmentRow>) => {
    const admin = adminOf(request)
    const view = (adjustment: AdjustmentRow) => adjustmentView(adjustment, admin)
    return replayingKept(idempotency, request, admin, async (keep) =>
      view(await work((sql, adjustment) => keep(sql, view(adjustment)))),
    )
  }
  app.get(path, { ...options, config: { api: endpoints.searchWallets } }, async (request, reply) =>
    success(reply, await searchWallets(db, request.query)),
  )
  app.get(
    `${path}/adjustments`,
    { ...options, config: { api: endpoints.searchAdjustments } },
    async (request, reply) => success(reply, await searchAdjustments(db, request.query, adminOf(request))),
  )
  app.post<OfMerchant>(
    `${path}/:merchant_code/top-ups`,
    { ...options, config: { api: endpoints.bookTopUp } },
    async (request, reply) => {
      const wanted = check(endpoints.moneySchema, jsonBody(request), 'body')
      const amount = centsOf(wanted.amount, { signed: false })
      const owner = await ownerOf(db, request.params.merchant_code, wanted.environment)
      const admin = adminOf(request)
      const { merchantCode: merchant_code, environment } = owner
      const view = async (sql: Sql, result: ToppedUp) => {
        if (result.kind === 'waiting') return adjustmentView(result.adjustment, admin)
        const balance = await balanceOf(sql, owner, clock.now())
        return { merchant_code, environment, added: amountNumber(amount), ...balance }
      }
      const answer = await replayingKept(idempotency, request, admin, async (keep) => {
        const key = storedKeyOf(request, needs.secrets)
        const booking = { amount, reason: wanted.reason, admin, ...(key && { key }) }
        let body: object = {}
        const { isRepeat } = await bookTopUp(needs, owner, booking, async (sql, result) => {
          body = await view(sql, result)
          await keep(sql, body)
        })
        if (isRepeat) reply.header('idempotency-replayed', 'true')
        return body
      })
      const body = answer.body as object
      return success(reply.code('state' in body ? 202 : 200).headers(answer.headers), body)
    },
  )
  app.post<OfMerchant>(
    `${path}/:merchant_code/adjustments`,
    { ...options, config: { api: endpoints.requestAdjustment } },
    async (request, reply) => {
      const wanted = check(endpoints.moneySchema, jsonBody(request), 'body')
      const amount = centsOf(wanted.amount, { signed: true })
      const owner = await ownerOf(db, request.params.merchant_code, wanted.environment)
      const admin = adminOf(request)
      const answer = await once(request, (keep) =>
        requestAdjustment(needs, owner, { amount, reason: wanted.reason, admin }, keep),
      )
      return success(reply.headers(answer.headers), answer.body as object)
    },
  )
  for (const [act, api, decide] of [
    ['approve', endpoints.approveAdjustment, approveAdjustment],
    ['reject', endpoints.rejectAdjustment, rejectAdjustment],
  ] as const) {
    app.post<OfAdjustment>(
      `${path}/adjustments/:id/${act}`,
      { ...options, config: { api } },
      async (request, reply) => {
        const { reason } = check(endpoints.reasonSchema, jsonBody(request), 'body')
        if (!/^\d{1,18}$/.test(request.params.id)) throw new Problem(remittanceProblems.adjustment_unknown)
        const id = BigInt(request.params.id)
        const admin = adminOf(request)
        const answer = await once(request, (keep) => decide(needs, id, { reason, admin, keep }))
        return success(reply.headers(answer.headers), answer.body as object)
      },
    )
  }
}

/** @throws Problem RMT-1002 */
function centsOf(digits: string, { signed }: { signed: boolean }): bigint {
  const isNegative = signed && digits.startsWith('-')
  const minor = parseMoney(isNegative ? digits.slice(1) : digits, 'USD')?.minor
  const most = signed ? mostMinor : mostToppedUp
  if (minor !== undefined && minor > 0n && minor <= most) return isNegative ? -minor : minor
  const message = signed
    ? 'A number other than 0, of at most two decimals, at most 9999999999.99'
    : 'A number more than 0, of at most two decimals, at most 10000.00: more is an adjustment, which a second person approves'
  throw new Problem(remittanceProblems.amount, {}, {}, [{ field: 'amount', message }])
}

/** The merchant's wallet where it trades now, unless another one of its is meant. @throws Problem 404 */
async function ownerOf(sql: Sql, code: string, environment: 'sandbox' | 'production' | undefined) {
  const merchant = await merchantByCode(sql, code)
  if (!merchant) throw new Problem(merchantAdminProblems.merchant_unknown)
  const owner = { id: BigInt(merchant.id), merchantCode: code, environment: merchant.environment }
  // Who has gone live keeps the wallet of its trials; nobody has real money before that.
  if (environment === 'production' && merchant.environment === 'sandbox')
    throw new Problem(remittanceProblems.wallet_unknown)
  return environment ? { ...owner, environment } : owner
}
