// Refund routes for admins, with their responses: refund a payment, list its refunds.

import { adminOf, adminStepUpHeader, ownerOf, stepUpProblem } from '../../admin/access.ts'
import { approvalProblems } from '../../admin/approvals/problems.ts'
import { approvalWaits } from '../../admin/approvals/schemas.ts'
import { actAgainst, merchantOf } from '../../admin/decisions/merchants-decided.ts'
import { formatMoney, money } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Database, Sql } from '../../platform/database/database.ts'
import { admins } from '../../platform/http/access.ts'
import { named } from '../../platform/http/api.ts'
import { endpoint, respond } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { type Idempotency, replayingStored, storedKeyOf } from '../../platform/http/idempotency.ts'
import { utcSecond } from '../../platform/time/clock.ts'
import { cardProblems, cardProblems as problems } from '../transaction/problems.ts'
import {
  type PricedTransaction,
  placeOfGatewayPayment,
  placeOfPayment,
  pricedTransactionByUuid,
  type TransactionRow,
  transactionByUuid,
} from '../transaction/queries.ts'
import { byPayment, byTransaction } from '../transaction/schemas.ts'
import { findRefundByOperation, listRefunds, type RefundRow, reportRefund } from './queries.ts'
import { type RefundNeeds, type RefundResult, refundPayment } from './refund.ts'
import { remainingOf } from './refund-rules.ts'
import { refundHistoryResponse, refundResponse, refundSchema } from './schemas.ts'

const api = { tag: 'Refunds' } as const

export const refundRoute = endpoint({
  ...api,
  id: 'refundPayment',
  method: 'POST',
  path: '/api/v1/admin/payment/refunds/:cs_payment_id',
  place: placeOfGatewayPayment,
  priority: 'order',
  access: admins('request_refunds'),
  // guard: step-up-of-refund
  stepUp: 'required',
  conflictOfInterest: actAgainst(merchantOf.payment),
  repeatable: true,
  summary: 'Refund a payment',
  description: `Refunds the remaining amount unless \`amount\` is given, within 60 days unless \`force\` is true. If the
gateway's reply is lost, the refund stays \`PENDING\` in the history with its amount reserved until the outcome is found.
If the deployment asks for approvals of refunds, those from its sum on wait for a second admin: the response is 202.`,
  params: byPayment,
  headers: adminStepUpHeader,
  body: named('RefundRequest', refundSchema, {
    amount: 10,
    reason: 'One of two shirts came back',
    notify_merchant: true,
    force: false,
  }),
  responses: { 200: refundResponse, 202: approvalWaits },
  problems: [
    stepUpProblem,
    problems.payment_unknown,
    problems.refund_complete,
    problems.refund_status,
    problems.payment_disputed,
    problems.refund_too_late,
    problems.refund_too_much,
    problems.refund_failed,
    problems.amount_too_precise,
    problems.operation_running,
    approvalProblems.second_admin_missing,
  ],
  handle: async (needs: RefundNeeds & { idempotency: Idempotency }, { request, params }) => {
    const admin = adminOf(request)
    // guard: refund-key-owner
    const key = storedKeyOf(request, needs.secrets, ownerOf(admin))
    const call = { paymentId: params.cs_payment_id, body: jsonBody(request), admin, key }
    const response = await replayingStored(needs.idempotency, request, admin, async (store, reopen) => {
      const result = await refundPayment(needs, call)
      if (result.kind === 'waiting') {
        // Not stored: a repeat with the key reads what has become of the approval.
        await reopen(needs.db)
        return result.approval
      }
      if (!key) return takeRefundResponse(needs.db, result)
      return needs.db.transaction(async (sql) => {
        const response = await takeRefundResponse(sql, result)
        await store(sql, response)
        return response
      })
    })
    const { body, headers } = response
    return 'approval_id' in body ? respond(202, body, headers) : respond(200, body, headers)
  },
})

/** In the API reference it comes after the routes that change payments. */
export const refundHistoryRoute = endpoint({
  ...api,
  id: 'listRefunds',
  method: 'GET',
  path: '/api/v1/admin/payment/refunds/:cs_payment_id',
  place: placeOfPayment,
  priority: 'list',
  access: admins('read'),
  summary: 'List the refunds of a payment',
  description: 'Oldest first.',
  params: byTransaction,
  responses: { 200: refundHistoryResponse },
  problems: [problems.transaction_not_found],
  handle: async ({ db }: { db: Database }, { params }) =>
    refundHistory(db, await transactionByUuid(db, params.cs_payment_id)),
})

const places = 4

/**
 * Returns the response to a refund and marks it as reported. After its commit, a call without the same key is a new
 * refund. A refund that waits for approval has only the approval's id and state.
 * @throws Problem 502 for a refund that failed or whose outcome is not known yet.
 */
export async function takeRefundResponse(sql: Sql, result: RefundResult) {
  if (result.kind === 'waiting') return result.approval
  if (result.kind === 'in_doubt') throw new Problem(cardProblems.refund_failed)
  // One that is pending was not reported: until its outcome is, a call with the same amount and reason repeats it.
  if (result.kind === 'pending') return pendingRefund(sql, result)
  const refund = await reportRefund(sql, result.operation)
  if (!refund) throw new Problem(cardProblems.refund_failed)
  return endedRefund(result.transaction, refund)
}

/** A payment stays as it is until its operator has confirmed the refund, which counts against what remains. */
async function pendingRefund(
  sql: Sql,
  { operation, transaction: { transaction_uuid } }: Extract<RefundResult, { kind: 'pending' }>,
) {
  const transaction = await pricedTransactionByUuid(sql, transaction_uuid)
  const [refund] = await sql.rows(findRefundByOperation, [operation])
  // It may have ended since it was claimed.
  if (refund?.status === 'SUCCESS')
    return endedRefund(transaction, (await reportRefund(sql, operation)) ?? refund)
  if (refund?.status !== 'PENDING') throw new Problem(cardProblems.refund_failed)
  return {
    ...factsOf(refund, transaction.refunded_minor, remainingOf(transaction)),
    transaction_status: transaction.status as 'SUCCESS' | 'PARTIALLY_REFUNDED',
  }
}

function endedRefund(transaction: PricedTransaction, refund: RefundRow) {
  const total = refund.refunded_total_minor ?? 0n
  const isWhole = total === transaction.amount_minor
  return {
    ...factsOf(refund, total, transaction.amount_minor - total),
    transaction_status: isWhole ? ('REFUNDED' as const) : ('PARTIALLY_REFUNDED' as const),
  }
}

function factsOf(refund: RefundRow, total: bigint, remaining: bigint) {
  const of = (minor: bigint) => formatMoney(money(minor, refund.currency), places)
  return {
    refund_id: Number(refund.id),
    cs_refund_id: refund.cs_refund_id ?? '',
    status: refund.status,
    amount: of(refund.amount_minor),
    currency: refund.currency,
    refunded_total: of(total),
    remaining: of(remaining),
  }
}

/** Returns the history of a transaction's refunds, oldest first. */
async function refundHistory(sql: Sql, transaction: TransactionRow) {
  const refunds = (await sql.rows(listRefunds, [transaction.id])).map((refund) => ({
    id: Number(refund.id),
    cs_refund_id: refund.cs_refund_id ?? '',
    amount: formatMoney(money(refund.amount_minor, refund.currency), places),
    status: refund.status,
    reason: refund.reason,
    refunded_by: refund.refunded_by,
    created_at: utcSecond(refund.created_at),
    callback_delivered: refund.callback_delivered,
    cs_payment_id: transaction.cs_payment_id ?? '',
    transaction_uuid: transaction.transaction_uuid,
    currency: refund.currency,
    notify_merchant: refund.notify_merchant,
    completed_at: refund.completed_at === null ? null : utcSecond(refund.completed_at),
    gateway_reason: refund.gateway_reason,
  }))
  return { transaction_uuid: transaction.transaction_uuid, refunds }
}
