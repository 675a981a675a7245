// SQL statements and rows of refunds.
import type { LocalCurrency, Money } from '../../kernel/money.ts'
import { insertCardOperations } from '../../ledger/operation.ts'
import {
  type Resolution,
  resolutionColumns,
  resolutionRow,
  resolveOperationsOf,
} from '../../ledger/operation-parts.ts'
import { type Sql, statement, type Tx } from '../../platform/database/database.ts'
import { moveColumns, moveRow, movesOf, type TransactionStatus } from '../transaction/transaction.ts'

export type RefundRow = {
  id: bigint
  transaction_id: bigint
  operation: string
  /** Of mobile money: the operation that pays the number, because the operator refused to refund it. */
  payout: string | null
  amount_minor: bigint
  requested_minor: bigint | null
  currency: LocalCurrency
  status: 'PENDING' | 'SUCCESS' | 'FAILED'
  reason: string
  refunded_by: string
  notify_merchant: boolean
  cs_refund_id: string | null
  refunded_total_minor: bigint | null
  created_at: Temporal.Instant
  completed_at: Temporal.Instant | null
  /** The gateway's own reason code, if it gave one. */
  gateway_reason: string | null
}

const refundColumns = `r.id, r.transaction_id, r.operation, r.payout, r.amount_minor, r.requested_minor, r.currency, r.status, r.reason,
  r.refunded_by, r.notify_merchant, r.cs_refund_id, r.refunded_total_minor, r.created_at, r.completed_at, r.gateway_reason`

/**
 * Reserves the amount if the transaction is refundable, recent enough and has that much left, and inserts the operation and
 * the refund. Without a row the refund was refused.
 */
// guard: refund-reservation
export const insertRefund = statement<{ id: bigint }>(
  'claim_card_refund',
  `with reserved as (
     update card_transaction t set refund_reserved_minor = t.refund_reserved_minor + $2
      where t.id = $1 and t.status in ('SUCCESS', 'PARTIALLY_REFUNDED')
        and t.running_operation is null
        and t.open_disputes = 0
        and t.refunded_minor + t.refund_reserved_minor + t.disputed_minor + $2 <= t.amount_minor
        and ($3 or t.finalised_at >= $4)
     returning t.id, t.currency
   ), called as (
     ${insertCardOperations(
       `select $5::uuid as id, 'refund', $6::text, reserved.id as subject, null::uuid, $7::bytea, $2::bigint, currency, $8::timestamptz, $9::timestamptz
          from reserved`,
       '$16',
     )})
   insert into card_refund (transaction_id, operation, amount_minor, requested_minor, currency, reason, refunded_by,
                            notify_merchant, forced, created_at, idempotency_key, answered)
   select id, $5, $2, $10, currency, $11, $12, $13, $3, $9, $14, $15 from reserved
   returning id`,
)

/** The outcome of a refund. `accepted`: the gateway refunded this amount, and what that makes of the payment. */
export type RefundEnd = Resolution & {
  transactionId: bigint
  /** The gateway's own reason code, if it gave one. */
  gatewayReason?: string | undefined
  /** The id that callers see, if it is not the upstream's own. */
  refundId?: string | undefined
  accepted?: {
    amount: Money
    totalMinor: bigint
    event: 'refunded' | 'refunded_in_part'
    from: TransactionStatus
    /** Undefined when the payment cannot be refunded. */
    to: TransactionStatus | undefined
  }
}

/**
 * Ends a refund whose operation is open: the transaction is moved, or the amount of a failed refund is released. Nothing is
 * written if the gateway has refunded another amount.
 */
// guard: refunded-amount
const end = statement<RefundRow & { resolved: string; id: bigint | null; is_moved: boolean }>(
  'end_card_refund',
  `with sent as materialized (
     select m.* from json_to_record($1) as m (${resolutionColumns}, transaction_id bigint, refunded_total_minor bigint,
                        accepted_minor bigint, accepted_currency text, gateway_reason text, cs_refund_id text, ${moveColumns})
       join card_refund r on m.operation in (r.operation, r.payout) and r.transaction_id = m.transaction_id
      where m.accepted_minor is null or (r.amount_minor = m.accepted_minor and r.currency = m.accepted_currency)
   ), resolved as (${resolveOperationsOf('sent')}
   ), ended as (
     update card_refund r
        set status = case when m.accepted_minor is null then 'FAILED' else 'SUCCESS' end, cs_refund_id = coalesce(m.cs_refund_id, m.upstream_id),
            refunded_total_minor = m.refunded_total_minor, completed_at = m.resolved_at,
            gateway_reason = m.gateway_reason
       from resolved m
      where m.operation in (r.operation, r.payout) and r.status = 'PENDING'
     returning ${refundColumns}
   ), released as (
     update card_transaction t set refund_reserved_minor = t.refund_reserved_minor - e.amount_minor
       from ended e where t.id = e.transaction_id and e.status = 'FAILED'
   ), accepted as (
     select m.transaction_id, m.resolved_at as at, m.event, m.from_status, m.to_status, m.running_operation, m.refunded_minor
       from resolved m where m.accepted_minor is not null
   ), ${movesOf('accepted')}
   select m.operation as resolved, ended.*, exists (select from moved) as is_moved
     from resolved m left join ended on m.operation in (ended.operation, ended.payout)`,
)

/**
 * Ends a refund whose transaction the caller has locked. Returns undefined if nothing was written, because it has ended
 * before or the gateway has refunded another amount.
 */
export async function endRefund(
  sql: Tx,
  { transactionId, gatewayReason, refundId, accepted, ...resolution }: RefundEnd,
): Promise<(RefundRow & { is_moved: boolean }) | undefined> {
  const refunded = accepted && {
    refunded_total_minor: String(accepted.totalMinor),
    accepted_minor: String(accepted.amount.minor),
    accepted_currency: accepted.amount.currency,
    ...moveRow({ ...accepted, refundedMinor: accepted.amount.minor }),
  }
  const facts = {
    ...resolutionRow(resolution),
    transaction_id: String(transactionId),
    gateway_reason: gatewayReason,
    cs_refund_id: refundId,
    ...refunded,
  }
  const [ended] = await sql.rows(end, [JSON.stringify(facts)])
  if (ended && ended.id === null) throw new Error(`operation ${ended.resolved} has no pending refund`)
  return ended
}

export const findRefundByOperation = statement<RefundRow>(
  'find_card_refund_by_operation',
  `select ${refundColumns} from card_refund r where operation = $1 or payout = $1`,
)
/**
 * Finds an earlier refund with the same parameters whose outcome was never reported: a retry of that call belongs to
 * it. Once a refund has succeeded, a call with another key, or more than a day later, is not a retry.
 */
// guard: repeated-refund
export const findSameRefund = statement<RefundRow & { in_doubt: boolean }>(
  'find_same_card_refund',
  `select ${refundColumns}, o.state in ('unknown', 'undoing') as in_doubt
     from card_refund r join operation o on o.id = r.operation
    where r.transaction_id = $1 and r.requested_minor is not distinct from $2::bigint
      and r.reason = $3 and (r.refunded_by = $4 or r.idempotency_key = $5)
      and r.notify_merchant = $6 and r.forced = $7 and r.status <> 'FAILED' and not r.answered
      and (r.status = 'PENDING'
           or (r.created_at > $8::timestamptz - interval '24 hours'
               and (r.idempotency_key is null or $5 is null or r.idempotency_key = $5)))
    order by r.id limit 1`,
)
const markReported = statement<RefundRow>(
  'answer_card_refund',
  `update card_refund r set answered = true where r.operation = $1 and r.status = 'SUCCESS' returning ${refundColumns}`,
)

/**
 * Marks a successful refund as reported, so that its outcome is returned as new only once. Returns undefined for one that
 * has not succeeded.
 */
export async function reportRefund(sql: Sql, operation: string): Promise<RefundRow | undefined> {
  return (await sql.rows(markReported, [operation]))[0]
}

const findRefused = statement<RefundRow>(
  'find_refused_card_refund',
  `select ${refundColumns} from card_refund r where r.id = $1 and r.transaction_id = $2 and r.status = 'FAILED'`,
)

/** A refund of this payment that was refused. */
export async function refusedRefund(
  sql: Sql,
  id: bigint,
  transactionId: bigint,
): Promise<RefundRow | undefined> {
  return (await sql.rows(findRefused, [id, transactionId]))[0]
}

/** What the refund had reserved was released, and other refunds may have used it since. */
// guard: reopened-refund-reservation
const reserveAgain = statement<{ id: bigint }>(
  'reserve_refused_card_refund',
  `update card_transaction t set refund_reserved_minor = t.refund_reserved_minor + $2
    where t.id = $1 and t.status in ('SUCCESS', 'PARTIALLY_REFUNDED') and t.running_operation is null and t.open_disputes = 0
      and t.refunded_minor + t.refund_reserved_minor + t.disputed_minor + $2 <= t.amount_minor
    returning t.id`,
)
const reopen = statement<{ id: bigint }>(
  'reopen_refused_card_refund',
  `update card_refund set status = 'PENDING', payout = $2, completed_at = null, gateway_reason = null
    where id = $1 and status = 'FAILED' returning id`,
)

/** Makes a refused refund pending again, with a new call. The caller has locked the payment. Returns false if it is not possible now. */
export async function reopenRefund(sql: Tx, refund: RefundRow, operation: string): Promise<boolean> {
  const reserved = await sql.rows(reserveAgain, [refund.transaction_id, refund.amount_minor])
  return reserved.length === 1 && (await sql.rows(reopen, [refund.id, operation])).length === 1
}

export const listRefunds = statement<RefundRow & { callback_delivered: boolean }>(
  'list_card_refunds',
  `select ${refundColumns}, exists (
            select from webhook_event e where e.dedupe_key = 'refund:' || r.id and e.state = 'DELIVERED') as callback_delivered
     from card_refund r where r.transaction_id = $1 order by r.id`,
)
