import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { formatMoney, type Money, money, parseMoney } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { post } from '../../ledger/post.ts'
import {
  fingerprint,
  insertOperation,
  loseContact,
  newOperationId,
  resolveOperation,
} from '../../operations/operation.ts'
import type { Sql } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import type { Keep, StoredKey } from '../../platform/http/idempotency.ts'
import { utcSecond } from '../../platform/time/clock.ts'
import type { ChargeNeeds } from '../charges/charge.ts'
import type { RefundAnswer } from '../gateway/gateway.ts'
import { cardProblems } from '../transaction/problems.ts'
import { lockedTransaction, paymentById, type TransactionRow } from '../transaction/queries.ts'
import { moveTransaction } from '../transaction/transaction.ts'
import { announceRefund } from '../transaction/webhooks/publish.ts'
import {
  answerRefund,
  completeRefund,
  findRefundByOperation,
  findSameRefund,
  insertRefund,
  listRefunds,
  type RefundRow,
  releaseReserve,
  reserveRefund,
} from './queries.ts'
import { oldestRefundable, refundFault, remainingOf } from './refund-rules.ts'
import { refundSchema } from './schemas.ts'

const places = 4

export type RefundNeeds = ChargeNeeds

type RefundCall = { paymentId: string; body: unknown; admin: Admin; key?: StoredKey | undefined }

/** What an admin asks for; `asked` undefined is all that remains. */
type Wanted = {
  asked: bigint | undefined
  reason: string
  notify: boolean
  force: boolean
  admin: Admin
  key: StoredKey | undefined
}

/**
 * Refunds a payment, whole or in part, and answers once the gateway has.
 * @throws Problem 404, 409, 422 before anyone was asked; 502 when the gateway refused, or its answer never came: then
 * the refund stays PENDING in the history with its amount put aside, and resolves itself.
 * @param keep is given the answer once it is final.
 */
export async function refundPayment(
  needs: RefundNeeds,
  { paymentId, body, admin, key }: RefundCall,
  keep: Keep,
) {
  const request = check(refundSchema, body, 'body')
  const transaction = await paymentById(needs.db, paymentId)
  const wanted: Wanted = {
    asked: askedMinor(request.amount, transaction),
    reason: request.reason,
    notify: request.notify_merchant ?? true,
    force: request.force ?? false,
    admin,
    key,
  }
  const claimed = await needs.db.transaction((sql) => claim(sql, needs, transaction.id, wanted), {
    line: `payment ${transaction.id}`,
  })
  if ('made' in claimed) return told(needs, transaction, claimed.made.operation, keep)
  const answer = await needs.gatewayFor(transaction.environment).refund({
    paymentId,
    code: refundCode(transaction, claimed.id),
    reference: claimed.operation,
    amount: money(claimed.amount, transaction.currency),
  })
  needs.log.info('refund answered', {
    transaction_uuid: transaction.transaction_uuid,
    operation: claimed.operation,
    state: answer.kind,
  })
  if (answer.kind === 'unknown') {
    const nextCheckAt = needs.clock.now().add({ seconds: needs.inquiryAfterSeconds })
    await loseContact(needs.db, claimed.operation, { nextCheckAt, ...answer })
    throw new Problem(cardProblems.refund_failed)
  }
  await recordRefund(needs, { id: claimed.operation, subject_id: transaction.id }, answer)
  needs.wake()
  return told(needs, transaction, claimed.operation, keep)
}

/**
 * From here on a repeat without the key is another refund, so with the key it must be this one: in one commit.
 * @throws Problem 502 for a refund that did not happen.
 */
async function told({ db }: RefundNeeds, transaction: TransactionRow, operation: string, keep: Keep) {
  return db.transaction(async (sql) => {
    const [refund] = await sql.rows(answerRefund, [operation])
    if (!refund) throw new Problem(cardProblems.refund_failed)
    const answer = refundAnswer(transaction, refund)
    await keep(sql, answer)
    return answer
  })
}

/** More decimals than money has are refused like those of an order. */
function askedMinor(digits: string | undefined, transaction: TransactionRow): bigint | undefined {
  if (digits === undefined) return undefined
  const amount = parseMoney(digits, transaction.currency)
  if (!amount) throw new Problem(cardProblems.amount_too_precise)
  return amount.minor
}

/** What the gateway knows a refund by: its own code, so that a search finds this one and no other. */
export function refundCode(transaction: Pick<TransactionRow, 'transaction_uuid'>, refundId: bigint): string {
  return `${transaction.transaction_uuid}-R${refundId}`
}

async function claim(sql: Sql, needs: RefundNeeds, id: bigint, wanted: Wanted) {
  const now = needs.clock.now()
  const transaction = await lockedTransaction(sql, id)
  const { asked, reason, notify, force, admin, key } = wanted
  const [same] = await sql.rows(findSameRefund, [
    id, asked ?? null, reason, admin.name, notify, force, now, key?.hash ?? null,
    key?.clear ?? null,
  ]) // biome-ignore format: the order of the statement's columns
  if (same) return repeated(same)
  const oldest = oldestRefundable(now)
  const amount = asked ?? remainingOf(transaction)
  const fault = refundFault(transaction, amount, force ? undefined : oldest)
  if (fault) throw fault
  const [reserved] = await sql.rows(reserveRefund, [id, amount, oldest, force])
  if (!reserved) throw new Problem(cardProblems.operation_running)
  const operation = newOperationId()
  await insertOperation(sql, {
    id: operation,
    kind: 'refund',
    state: 'sent',
    subject: { cardTransactionId: id },
    fingerprint: fingerprint([transaction.transaction_uuid, amount, reason, admin.name]),
    amountMinor: amount,
    currency: transaction.currency,
    nextCheckAt: now.add({ seconds: needs.gatewayTimeoutSeconds + needs.inquiryAfterSeconds }),
    now,
  })
  const [refund] = await sql.rows(insertRefund, [
    id, operation, amount, asked ?? null, transaction.currency, reason, admin.name, notify, force, now,
    key?.hash ?? null,
  ]) // biome-ignore format: the order of the statement's columns
  const detail = {
    refund_id: String(refund!.id),
    amount: formatMoney(money(amount, transaction.currency)),
    currency: transaction.currency,
    reason,
    force,
    notify,
  }
  await audit(sql, needs.secrets, {
    admin,
    action: 'refund.requested',
    subject: transaction.transaction_uuid,
    detail,
    now,
  })
  return { id: refund!.id, operation, amount }
}

/** A repeat of a call whose outcome nobody was told: it is told now, or that it is not known yet. */
function repeated(same: RefundRow & { in_doubt: boolean }): { made: RefundRow } {
  if (same.status === 'PENDING')
    throw new Problem(same.in_doubt ? cardProblems.refund_failed : cardProblems.operation_running)
  return { made: same }
}

/** Books what the gateway said of a refund, once. Used for its answer and for what an inquiry finds. */
export async function recordRefund(
  needs: Pick<RefundNeeds, 'db' | 'clock' | 'log' | 'inquiryAfterSeconds'>,
  operation: { id: string; subject_id: bigint },
  answer: Exclude<RefundAnswer, { kind: 'unknown' }>,
): Promise<void> {
  const accepted = answer.kind === 'accepted'
  if (accepted && !(await isAsAsked(needs, operation, answer.amount))) return
  await needs.db.transaction(async (sql) => {
    const now = needs.clock.now()
    const facts = {
      now,
      ...(answer.refundId && { upstreamId: answer.refundId }),
      ...(!accepted && { reason: answer.reason }),
      ...(answer.correlationId && { correlationId: answer.correlationId }),
    }
    if (!(await resolveOperation(sql, operation.id, accepted ? 'approved' : 'refused', facts))) return
    if (accepted) await bookRefund(sql, operation, answer, now)
    else await failRefund(sql, operation, now, answer)
  })
}

/** A refund of another amount than asked is not booked as either: it stays open, and people are told. */
async function isAsAsked(
  { db, clock, log, inquiryAfterSeconds }: Pick<RefundNeeds, 'db' | 'clock' | 'log' | 'inquiryAfterSeconds'>,
  operation: { id: string },
  amount: Money,
): Promise<boolean> {
  const [asked] = await db.rows(findRefundByOperation, [operation.id])
  if (asked && asked.amount_minor === amount.minor && asked.currency === amount.currency) return true
  log.error('the gateway refunded another amount than asked: somebody must look at it', {
    operation: operation.id,
  })
  const nextCheckAt = clock.now().add({ seconds: inquiryAfterSeconds * 60 })
  await loseContact(db, operation.id, { nextCheckAt, cause: 'another amount was refunded' })
  return false
}

async function bookRefund(
  sql: Sql,
  operation: { id: string; subject_id: bigint },
  { refundId, reason }: { refundId: string; reason?: string },
  now: Temporal.Instant,
): Promise<void> {
  const before = await lockedTransaction(sql, operation.subject_id)
  const [pending] = await sql.rows(findRefundByOperation, [operation.id])
  if (!pending) throw new Error(`the refund of operation ${operation.id} is gone`)
  const total = before.refunded_minor + pending.amount_minor
  const event = total === before.amount_minor ? 'refunded' : 'refunded_in_part'
  const moved = await moveTransaction(sql, before, event, { at: now, refundedMinor: pending.amount_minor })
  if (!moved)
    throw new Error(`transaction ${before.transaction_uuid} in ${before.status} cannot take a refund`)
  const [refund] = await sql.rows(completeRefund, [
    operation.id,
    'SUCCESS',
    refundId,
    total,
    now,
    reason ?? null,
  ])
  const amount = money(pending.amount_minor, pending.currency)
  await post(sql, {
    key: `refund:${operation.id}`,
    environment: before.environment,
    entries: [
      { account: 'merchant_payable', merchantId: before.merchant_id, side: 'debit', amount },
      { account: 'gateway_receivable', side: 'credit', amount },
    ],
    now,
  })
  if (refund?.notify_merchant) await announceRefund(sql, before, refund, now)
}

/** The refund did not happen: its part is free again. @param answer where the gateway said so itself. */
export async function failRefund(
  sql: Sql,
  operation: { id: string; subject_id: bigint },
  now: Temporal.Instant,
  answer?: { reason: string },
): Promise<void> {
  await lockedTransaction(sql, operation.subject_id)
  const [refund] = await sql.rows(completeRefund, [
    operation.id,
    'FAILED',
    null,
    null,
    now,
    answer?.reason ?? null,
  ])
  if (refund) await sql.rows(releaseReserve, [refund.transaction_id, refund.amount_minor])
}

function refundAnswer(transaction: TransactionRow, refund: RefundRow) {
  const total = refund.refunded_total_minor ?? 0n
  const of = (minor: bigint) => formatMoney(money(minor, refund.currency), places)
  return {
    refund_id: Number(refund.id),
    cs_refund_id: refund.cs_refund_id ?? '',
    status: refund.status,
    amount: of(refund.amount_minor),
    currency: refund.currency,
    refunded_total: of(total),
    remaining: of(transaction.amount_minor - total),
    transaction_status: total === transaction.amount_minor ? 'REFUNDED' : 'PARTIALLY_REFUNDED',
  }
}

/** The history of a transaction's refunds, oldest first. */
export async function refundHistory(sql: Sql, transaction: TransactionRow) {
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
