// The state machine of a merchant's request to refund a payment, its rows and SQL statements.

import type { Environment } from '../../kernel/environment.ts'
import { isUuid } from '../../kernel/id.ts'
import type { LocalCurrency } from '../../kernel/money.ts'
import { finalStates, type Moves, move } from '../../kernel/moves.ts'
import { Problem } from '../../kernel/problem.ts'
import { waitingForUser } from '../../merchants/approvals.ts'
import { commonStatement, isOneOf, type Sql, statement, type Tx } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { oldestRefundable } from '../refunds/refund-rules.ts'
import { intendedCallerSeconds } from '../refunds/send-refund.ts'
import { cardProblems } from '../transaction/problems.ts'
import type { TransactionStatus } from '../transaction/transaction.ts'

export type RefundRequestState =
  | 'WAITING'
  | 'APPROVED'
  | 'REFUNDED'
  | 'FAILED'
  | 'REJECTED'
  | 'WITHDRAWN'
  | 'EXPIRED'
export type RefundRequestEvent =
  | 'approved'
  | 'rejected'
  | 'withdrawn'
  | 'expired'
  | 'refunded'
  | 'refund_failed'

export const refundRequestMoves: Moves<RefundRequestState, RefundRequestEvent> = {
  WAITING: { approved: 'APPROVED', rejected: 'REJECTED', withdrawn: 'WITHDRAWN', expired: 'EXPIRED' },
  // The refund is being made, or its outcome is not known yet.
  APPROVED: { refunded: 'REFUNDED', refund_failed: 'FAILED' },
  REFUNDED: {},
  FAILED: {},
  REJECTED: {},
  WITHDRAWN: {},
  EXPIRED: {},
}

const ended = new Set(finalStates(refundRequestMoves))

/** Whether a request has ended, so that its state never changes again. */
export function hasEnded({ state }: { state: RefundRequestState }): boolean {
  return ended.has(state)
}

export const refundRequestStates = Object.keys(refundRequestMoves) as RefundRequestState[]

/**
 * SQL: the state of the request `q`, whose refund is `r`. Only decisions are stored with a request. Its refund's outcome is
 * stored with the refund, so that the two cannot disagree.
 */
export const stateInSql = `case when q.state = 'APPROVED' and r.status = 'SUCCESS' then '${refundRequestMoves.APPROVED.refunded}'
  when q.state = 'APPROVED' and r.status = 'FAILED' then '${refundRequestMoves.APPROVED.refund_failed}' else q.state end`

export type RefundRequestRow = {
  id: bigint
  /** The id that merchants and admins know. */
  public_id: string
  transaction_id: bigint
  transaction_uuid: string
  amount_minor: bigint
  currency: LocalCurrency
  reason: string
  state: RefundRequestState
  created_at: Temporal.Instant
  /** The user's email, or `api`. */
  requested_by: string
  decided_by: string | null
  decided_at: Temporal.Instant | null
  decision_reason: string | null
  /** The approval by a second user of the merchant that it waits for. */
  user_approval: string | null
  operation: string | null
  refund_id: bigint | null
  refund_status: 'PENDING' | 'SUCCESS' | 'FAILED' | null
  refund_completed_at: Temporal.Instant | null
}

export const requestColumns = `q.id, q.public_id, q.transaction_id, t.transaction_uuid, q.amount_minor, q.currency, q.reason,
  ${stateInSql} as state, q.created_at, q.requested_by, q.decided_by, q.decided_at, q.decision_reason, q.operation, ${waitingForUser('refund_request_id', 'q.id')} as user_approval, r.id as refund_id,
  r.status as refund_status, r.completed_at as refund_completed_at`
export const requestTables = `refund_request q join card_transaction t on t.id = q.transaction_id
  left join card_refund r on r.operation = q.operation`

export type OwnPayment = { id: bigint; status: TransactionStatus; amount_minor: bigint | null }

// guard: refund-request-owner
export const findOwnPayment = statement<OwnPayment>(
  'find_payment_to_refund',
  `select id, status, amount_minor from card_transaction
    where merchant_id = $1 and environment = $2 and transaction_uuid = $3`,
)
export const findRequest = statement<RefundRequestRow & { merchant_id: bigint; environment: Environment }>(
  'find_refund_request',
  `select ${requestColumns}, t.merchant_id, t.environment from ${requestTables} where q.id = $1`,
)
const findByPublicId = statement<{ id: bigint }>(
  'find_refund_request_by_public_id',
  'select id from refund_request where public_id = $1',
)

/** Finds a request by the id that merchants and admins know. @throws Problem 404 */
export async function requestIdOf(sql: Sql, publicId: string): Promise<bigint> {
  const [request] = isUuid(publicId) ? await sql.rows(findByPublicId, [publicId]) : []
  if (!request) throw new Problem(cardProblems.refund_request_unknown)
  return request.id
}

export const listOfPayment = statement<RefundRequestRow>(
  'list_refund_requests_of_payment',
  `select ${requestColumns} from ${requestTables} where q.transaction_id = $1 order by q.id`,
)
/** Workers that end requests skip a locked one, so what the lock's holder has read stays true. */
// guard: refund-request-lock
export const lockRequest = statement<{
  state: RefundRequestState
  decided_by: string | null
  decision_key: string | null
}>(
  'lock_refund_request',
  'select state, decided_by, decision_key from refund_request where id = $1 for update',
)
/** Counts the requests of the payment since a time, whatever became of them. The caller has locked the payment. */
// guard: refund-request-limit
export const countSince = statement<{ requests: bigint }>(
  'count_recent_refund_requests',
  'select count(*) as requests from refund_request where transaction_id = $1 and created_at > $2',
)
/** A request of the payment that has no outcome yet. The caller has locked the payment. */
// guard: one-open-refund-request
export const findOpenRequest = statement<{ state: RefundRequestState }>(
  'find_open_refund_request',
  `select q.state from ${requestTables}
    where q.transaction_id = $1 and (q.state = 'WAITING' or (q.state = 'APPROVED' and r.status = 'PENDING')) limit 1`,
)
/**
 * Finds the request that a call repeats: one with its key, or, without a key, one that was refunded at once and whose
 * outcome was never returned.
 */
// guard: repeated-refund-request
export const findRepeated = statement<{ id: bigint; is_simultaneous: boolean }>(
  'find_repeated_refund_request',
  `select q.id, $2::text is null and q.created_at > $5::timestamptz - interval '${intendedCallerSeconds} seconds' as is_simultaneous
     from ${requestTables}
    where q.transaction_id = $1 and q.created_at > $5::timestamptz - interval '24 hours'
      and (q.idempotency_key = $2
           or ($2::text is null and q.decided_by = $6 and r.status = 'SUCCESS' and not r.answered and q.reason = $4
               and ($3::bigint is null or q.amount_minor = $3)))
    order by q.id limit 1`,
)
export const insertRequest = statement<{ id: bigint }>(
  'insert_refund_request',
  `insert into refund_request (transaction_id, amount_minor, currency, reason, idempotency_key, created_at, public_id, requested_by,
                               merchant_id)
   select id, $2, $3, $4, $5, $6, $7, $8, merchant_id from card_transaction where id = $1 returning id`,
)

const moveWaiting = statement<{ id: bigint }>(
  'move_refund_request',
  `update refund_request set state = $2, decided_by = $3, decided_at = $4, decision_reason = $5, operation = $6,
          decision_key = $7
    where id = $1 and state = 'WAITING' returning id`,
)

/** Moves a waiting request, which the caller has locked. Returns false if it waits no more. */
export async function moveRequest(
  sql: Tx,
  id: bigint,
  event: RefundRequestEvent & ('approved' | 'rejected' | 'withdrawn'),
  by: { name: string; at: Temporal.Instant; reason?: string; operation?: string; key?: string | undefined },
): Promise<boolean> {
  const to = move(refundRequestMoves, 'WAITING', event)
  const values = [id, to, by.name, by.at, by.reason ?? null, by.operation ?? null, by.key ?? null]
  return (await sql.rows(moveWaiting, values)).length === 1
}

const refundable = isOneOf('t.status', ['SUCCESS', 'PARTIALLY_REFUNDED'])

/** Ends requests whose payment can no longer be refunded. */
// guard: refund-request-expiry
const expireRequests = statement<{ id: bigint }>(
  'expire_refund_requests',
  `with due as (
     select q.id from refund_request q join card_transaction t on t.id = q.transaction_id
      where q.state = 'WAITING' and (not (${refundable}) or t.finalised_at < $2)
      order by q.id limit $3 for update of q skip locked
   )
   update refund_request q set state = '${refundRequestMoves.WAITING.expired}', decided_at = $1 from due
    where q.id = due.id and q.state = 'WAITING' returning q.id`,
)

const countWaiting = statement<{ waiting: bigint }>(
  'count_waiting_refund_requests',
  `select count(*) as waiting from refund_request q where q.state = 'WAITING'
      and not exists (select from merchant_approval a where a.refund_request_id = q.id and a.state = 'WAITING')`,
)

/** Counts the requests that wait for an admin. */
export async function waitingRefundRequests(sql: Sql): Promise<number> {
  return Number((await sql.rows(countWaiting))[0]?.waiting ?? 0)
}

// guard: refund-right-environment
const findRight = commonStatement<{ may_refund: boolean }>(
  'find_refund_right',
  `select case $2::text when 'production' then may_refund_production else may_refund_sandbox end as may_refund
     from merchant where id = $1`,
)

/** Whether the merchant may refund payments of this environment without an admin. */
export async function mayRefund(sql: Sql, merchantId: bigint, environment: Environment): Promise<boolean> {
  return (await sql.rows(findRight, [merchantId, environment]))[0]?.may_refund ?? false
}

const findUserApproval = statement<{ approval: string | null }>(
  'find_user_approval_of_refund_request',
  `select ${waitingForUser('refund_request_id', '$1::bigint')} as approval`,
)

/** Whether a second user of the merchant must approve the request before an admin does. */
export async function waitsForUser(sql: Sql, id: bigint): Promise<boolean> {
  return (await sql.rows(findUserApproval, [id]))[0]?.approval != null
}

const atOnce = 500

/** Returns true when more may be waiting. */
export async function expireRefundRequests({ db, clock }: { db: Sql; clock: Clock }): Promise<boolean> {
  const now = clock.now()
  return (await db.rows(expireRequests, [now, oldestRefundable(now), atOnce])).length === atOnce
}
