// A merchant asks for the refund of a payment. Where the merchant may refund by itself, the request is approved in the same
// transaction, unless it would take the balance below zero; otherwise it waits for an admin.
import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { withoutCardNumbers } from '../../kernel/card-number.ts'
import type { Environment } from '../../kernel/environment.ts'
import { newIdIn } from '../../kernel/id.ts'
import { formatMoney, money, parseMoney } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { askSecondUser } from '../../merchants/approvals.ts'
import type { Sql, Tx } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import { oldestRefundable, refundFault, remainingOf } from '../refunds/refund-rules.ts'
import { type ClaimedRefund, sendIntendedRefund } from '../refunds/send-refund.ts'
import { cardProblems } from '../transaction/problems.ts'
import { lockedTransaction, type PricedTransaction } from '../transaction/queries.ts'
import { approveWithin, type DecisionNeeds } from './decide-request.ts'
import {
  countSince,
  findOpenRequest,
  findOwnPayment,
  findRepeated,
  insertRequest,
  mayRefund,
  type OwnPayment,
} from './queries.ts'
import { isRefundCovered } from './refund-cover.ts'
import { dailyRequests, readRequest, tooManyRequests } from './responses.ts'
import { newRequestSchema } from './schemas.ts'

/** The merchant that asks, in one environment. `actor` is how the audit log names it. */
export type Requester = { merchantId: bigint; environment: Environment; actor: Admin }

type Call = { transactionUuid: string; body: unknown; key: string | undefined }
type RequestedRefund = {
  amount: string | undefined
  reason: string
  key: string | undefined
  now: Temporal.Instant
}
type CreatedRequest = { id: bigint; claimed?: ClaimedRefund }

/**
 * Requests the refund of one's own payment; the amount is what remains unless one is given. A call with the key of an
 * earlier one returns the request that it made.
 * @throws InvalidBody, Problem 400, 404, 409, 422
 */
export async function requestRefund(needs: DecisionNeeds, requester: Requester, call: Call) {
  return requestOwnRefund(needs, requester, { ...call, ...check(newRequestSchema, call.body, 'body') })
}

type WantedRefund = Omit<Call, 'body'> & { amount?: string | undefined; reason: string }

/** The same for what was checked already. @throws Problem 400, 404, 409, 422 */
export async function requestOwnRefund(
  needs: DecisionNeeds,
  requester: Requester,
  { transactionUuid, amount, reason, key }: WantedRefund,
) {
  const payment = await ownPayment(needs.db, requester, transactionUuid)
  // A custom checkout has no amount before its charge.
  if (payment.amount_minor === null) throw new Problem(cardProblems.refund_status, { status: payment.status })
  const refund = { amount, reason, key, now: needs.clock.now() }
  const created = await needs.db.transaction(
    async (sql) => requestWithin(sql, needs, requester, await lockedTransaction(sql, payment.id), refund),
    { mutexKey: `refund request ${payment.id}` },
  )
  if (created.claimed) await sendIntendedRefund(needs, created.claimed)
  return readRequest(needs.db, created.id)
}

async function ownPayment(
  sql: Sql,
  owner: Pick<Requester, 'merchantId' | 'environment'>,
  uuid: string,
): Promise<OwnPayment> {
  const values = [owner.merchantId, owner.environment, uuid]
  const [payment] = uuid.includes('\0') ? [] : await sql.rows(findOwnPayment, values)
  if (!payment) throw new Problem(cardProblems.transaction_not_found)
  return payment
}

/** Returns the id of the merchant's own payment. @throws Problem 404 */
export async function ownPaymentId(
  sql: Sql,
  owner: Pick<Requester, 'merchantId' | 'environment'>,
  uuid: string,
): Promise<bigint> {
  return (await ownPayment(sql, owner, uuid)).id
}

async function requestWithin(
  sql: Tx,
  needs: DecisionNeeds,
  { merchantId, environment, actor }: Requester,
  transaction: PricedTransaction,
  refund: RequestedRefund,
): Promise<CreatedRequest> {
  const { reason, key, now } = refund
  const requested = refund.amount === undefined ? undefined : minorOf(refund.amount, transaction)
  const values = [transaction.id, key ?? null, requested ?? null, reason, now, actor.name]
  const [earlier] = await sql.rows(findRepeated, values)
  // Of calls at the same time without a key, the one that made the refund returns it, and no other.
  // guard: simultaneous-refund-requests
  if (earlier?.is_simultaneous) throw new Problem(cardProblems.operation_running)
  if (earlier) return { id: earlier.id }
  const [open] = await sql.rows(findOpenRequest, [transaction.id])
  if (open?.state === 'WAITING') throw new Problem(cardProblems.refund_request_waiting)
  const amount = requested ?? remainingOf(transaction)
  const fault = refundFault(transaction, amount, oldestRefundable(now))
  if (fault) throw fault
  if (open || transaction.running_operation !== null) throw new Problem(cardProblems.operation_running)
  await checkLimit(sql, transaction.id, now)
  const { id: transactionId, currency, transaction_uuid: subject } = transaction
  const publicId = newRequestId(sql.cell)
  const by = actor.user?.email ?? 'api'
  const [created] = await sql.rows(insertRequest, [
    transactionId,
    amount,
    currency,
    reason,
    key ?? null,
    now,
    publicId,
    by,
  ])
  const { id } = created!
  const detail = { id: publicId, amount: formatMoney(money(amount, currency)), currency, reason }
  audit(sql, needs.secrets, { admin: actor, action: 'refund_request.created', subject, detail, now })
  const { refunded_minor, refund_reserved_minor } = transaction
  const asked = await askSecondUser(sql, {
    ...{ kind: 'refund', id, merchantId, environment, reason, now },
    amount: money(amount, currency),
    measured: refunded_minor + refund_reserved_minor + amount,
    by,
  })
  if (asked !== undefined) return { id }
  // guard: refund-right
  if (!(await mayRefund(sql, merchantId, environment))) return { id }
  if (!(await isRefundCovered(sql, transaction, amount))) return { id }
  return {
    id,
    claimed: await approveWithin(sql, needs, { id, public_id: publicId, amount, reason }, transaction, {
      admin: actor,
      // A repeat without a key of the call that is under way now returns this refund.
      isReported: false,
    }),
  }
}

/** An id whose digits do not pass for a card number: the audit log and the request log would mask a part of it. */
function newRequestId(cell: number): string {
  for (;;) {
    const id = newIdIn(cell)
    if (withoutCardNumbers(id) === id) return id
  }
}

/** Asking and withdrawing in a loop fills the audit log, which is kept forever. */
async function checkLimit(sql: Tx, transactionId: bigint, now: Temporal.Instant): Promise<void> {
  const [recent] = await sql.rows(countSince, [transactionId, now.subtract({ hours: 24 })])
  if (Number(recent?.requests) >= dailyRequests) throw tooManyRequests()
}

function minorOf(amount: string, { currency }: PricedTransaction): bigint {
  const parsed = parseMoney(amount, currency)
  if (!parsed) throw new Problem(cardProblems.amount_too_precise)
  return parsed.minor
}
