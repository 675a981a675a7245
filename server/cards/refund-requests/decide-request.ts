// Decisions about waiting refund requests: an admin approves or rejects, the merchant withdraws. An approval claims the
// refund in the same transaction, so that a request is approved and its refund claimed together, once, or neither.
import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { formatMoney, money } from '../../kernel/money.ts'
import { move } from '../../kernel/moves.ts'
import { Problem } from '../../kernel/problem.ts'
import type { MerchantActs } from '../../merchants/approvals.ts'
import { merchantActor } from '../../merchants/identity/merchant.ts'
import type { Tx } from '../../platform/database/database.ts'
import { claimIntendedRefund } from '../refunds/claim-refund.ts'
import type { RefundNeeds } from '../refunds/refund.ts'
import { type ClaimedRefund, intendedCallerSeconds, sendIntendedRefund } from '../refunds/send-refund.ts'
import { cardProblems } from '../transaction/problems.ts'
import { lockedTransaction, type PricedTransaction } from '../transaction/queries.ts'
import {
  lockRequest,
  mayRefund,
  moveRequest,
  type RefundRequestEvent,
  type RefundRequestRow,
  refundRequestMoves,
  waitsForUser,
} from './queries.ts'
import { isRefundCovered } from './refund-cover.ts'
import { alreadyDecided, readRequest } from './responses.ts'

export type DecisionNeeds = RefundNeeds

type Request = Pick<RefundRequestRow, 'id' | 'public_id' | 'reason'> & { amount: bigint }

/**
 * Approves a request and claims its refund. The caller has locked the payment.
 * @param by.reason what an admin says; a merchant that may refund by itself gives none.
 * @throws Problem 409, 422 if the payment cannot be refunded now; the request then keeps waiting.
 */
export async function approveWithin(
  sql: Tx,
  { secrets, clock }: DecisionNeeds,
  request: Request,
  transaction: PricedTransaction,
  { admin, key, reason: why, isReported }: { admin: Admin; isReported: boolean } & Partial<ByAdmin>,
): Promise<ClaimedRefund> {
  const { id, amount, reason } = request
  const now = clock.now()
  const nextCheckAt = now.add({ seconds: intendedCallerSeconds })
  const refund = { amount, reason, notify: true, force: false, admin, isReported, now, nextCheckAt }
  const claimed = await claimIntendedRefund(sql, secrets, refund, transaction)
  const by = { name: admin.name, at: now, operation: claimed.operation, key: key }
  if (!(await moveRequest(sql, id, 'approved', by))) throw new Error(`refund request ${id} waits no more`)
  const detail = { ...detailOf(request, transaction), ...(why && { reason: why }) }
  const subject = transaction.transaction_uuid
  audit(sql, secrets, { admin, action: 'refund_request.approved', subject, detail, now })
  return claimed
}

function detailOf({ public_id: id, amount }: Request, { currency }: PricedTransaction) {
  return { id, amount: formatMoney(money(amount, currency)), currency }
}

/**
 * Approves a waiting request and refunds the payment. The refund may still fail, or its outcome stay unknown: the request
 * then has its refund's state.
 * @throws Problem 404, 409, 422
 */
export async function approveRequest(needs: DecisionNeeds, id: bigint, by: ByAdmin) {
  const claimed = await decide(needs, id, { event: 'approved', ...by }, async (sql, request, transaction) => {
    // guard: refund-second-user
    if (await waitsForUser(sql, id)) throw new Problem(cardProblems.refund_request_waits_for_user)
    return approveWithin(sql, needs, request, transaction, { ...by, isReported: true })
  })
  if (claimed) await sendIntendedRefund(needs, claimed)
  return readRequest(needs.db, id)
}

/** Rejects a waiting request. The merchant can read the reason. @throws Problem 404, 409 */
export async function rejectRequest(needs: DecisionNeeds, id: bigint, by: ByAdmin) {
  const decision = { event: 'rejected', ...by } as const
  await decide(needs, id, decision, (sql, request, transaction) =>
    end(sql, needs, request, transaction, decision),
  )
  return readRequest(needs.db, id)
}

/** The merchant withdraws its own waiting request. @throws Problem 404, 409 */
export async function withdrawRequest(
  needs: DecisionNeeds,
  id: bigint,
  { actor, transactionId }: { actor: Admin; transactionId: bigint },
) {
  const by = { event: 'withdrawn', admin: actor, transactionId } as const
  await decide(needs, id, by, (sql, request, transaction) => end(sql, needs, request, transaction, by))
  return readRequest(needs.db, id)
}

/** `key` is the idempotency key of the call: only a call with the same one repeats a decision. */
type ByAdmin = { admin: Admin; reason: string; key?: string | undefined }
type Decision = {
  event: RefundRequestEvent & ('approved' | 'rejected' | 'withdrawn')
  admin: Admin
  key?: string | undefined
}

async function end(
  sql: Tx,
  { secrets, clock }: DecisionNeeds,
  request: Request,
  transaction: PricedTransaction,
  { event, admin, reason, key }: Decision & { event: 'rejected' | 'withdrawn'; reason?: string },
): Promise<undefined> {
  const now = clock.now()
  const by = { name: admin.name, at: now, key: key, ...(reason && { reason }) }
  await moveRequest(sql, request.id, event, by)
  const detail = { ...detailOf(request, transaction), ...(reason && { reason }) }
  const subject = transaction.transaction_uuid
  audit(sql, secrets, { admin, action: `refund_request.${event}`, subject, detail, now })
}

/**
 * Runs `work` for a waiting request, with its payment and the request locked. Returns undefined, and runs nothing, when
 * a call repeats the decision with its key, or the merchant withdraws again.
 */
async function decide<Result>(
  { db }: DecisionNeeds,
  id: bigint,
  { event, admin, key, transactionId }: Decision & { transactionId?: bigint },
  work: (sql: Tx, request: Request, transaction: PricedTransaction) => Promise<Result>,
): Promise<Result | undefined> {
  const { public_id, transaction_id, amount_minor: amount, reason } = await readRequest(db, id)
  if (transactionId !== undefined && transaction_id !== transactionId)
    throw new Problem(cardProblems.refund_request_unknown)
  return db.transaction(
    async (sql) => {
      // As everywhere, the payment is locked first.
      const transaction = await lockedTransaction(sql, transaction_id)
      const [request] = await sql.rows(lockRequest, [id])
      if (request?.state === 'WAITING') return work(sql, { id, public_id, amount, reason }, transaction)
      const isSame =
        request?.state === move(refundRequestMoves, 'WAITING', event) && request?.decided_by === admin.name
      // guard: repeated-decision
      if (isSame && (event === 'withdrawn' || (key && request?.decision_key === key))) return undefined
      throw alreadyDecided(request?.state)
    },
    { mutexKey: `refund request ${transaction_id}` },
  )
}

/** What becomes of a refund request when a second user of its merchant approves or rejects it. */
export function refundOfUserApproval(needs: DecisionNeeds): MerchantActs['refund'] {
  const locked = async (sql: Tx, id: bigint) => {
    const request = await readRequest(sql, id)
    const transaction = await lockedTransaction(sql, request.transaction_id)
    const [current] = await sql.rows(lockRequest, [id])
    if (current?.state !== 'WAITING') throw alreadyDecided(current?.state)
    return { transaction, request: { ...request, amount: request.amount_minor } }
  }
  return {
    async lock(sql, id) {
      await lockedTransaction(sql, (await readRequest(sql, id)).transaction_id)
    },
    async approved(sql, id, session, from) {
      const { transaction, request } = await locked(sql, id)
      // guard: second-user-refund-right
      if (!(await mayRefund(sql, transaction.merchant_id, transaction.environment))) return undefined
      // guard: second-user-refund-cover
      if (!(await isRefundCovered(sql, transaction, request.amount))) return undefined
      const by = { admin: merchantActor(session, from), isReported: true }
      const claimed = await approveWithin(sql, needs, request, transaction, by)
      return () => sendIntendedRefund(needs, claimed).then(() => {})
    },
    async rejected(sql, id, { reason, session, from }) {
      const { transaction, request } = await locked(sql, id)
      const by = { event: 'rejected', admin: merchantActor(session, from), reason } as const
      await end(sql, needs, request, transaction, by)
    },
  }
}
