// SQL statements and rows of refunds.
import { insertOperationsOf, operationColumns } from '../../operations/operation.ts'
import {
  type Resolution,
  resolutionColumns,
  resolutionRow,
  resolveOperationsOf,
} from '../../operations/operation-parts.ts'
import { sentKeys, sentRows, toSentRows } from '../../platform/database/batch-rows.ts'
import { statement, type Tx } from '../../platform/database/database.ts'

export type RefundRow = {
  id: bigint
  transaction_id: bigint
  operation: string
  amount_minor: bigint
  requested_minor: bigint | null
  currency: 'USD' | 'CDF'
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

const refundColumns = `r.id, r.transaction_id, r.operation, r.amount_minor, r.requested_minor, r.currency, r.status, r.reason,
  r.refunded_by, r.notify_merchant, r.cs_refund_id, r.refunded_total_minor, r.created_at, r.completed_at, r.gateway_reason`

/**
 * Reserves the amounts of those transactions that are refundable, recent enough and have that much left, and inserts
 * their operations and refunds. A refund that is not returned was refused.
 */
// guard: refund-reservation
export const insertRefunds = statement<{ n: number; id: bigint }>(
  'claim_card_refunds',
  `with ${sentRows(`${operationColumns}, requested_minor bigint, reason text, refunded_by text, notify_merchant boolean,
       forced boolean, idempotency_key text, oldest timestamptz`)}
   , reserved as (
     update card_transaction t set refund_reserved_minor = t.refund_reserved_minor + m.amount_minor
       from sent m
      where t.id = m.card_transaction_id and t.status in ('SUCCESS', 'PARTIALLY_REFUNDED')
        and t.running_operation is null
        and t.open_disputes = 0
        and t.refunded_minor + t.refund_reserved_minor + t.disputed_minor + m.amount_minor <= t.amount_minor
        and (m.forced or t.finalised_at >= m.oldest)
     returning m.*
   ), called as (${insertOperationsOf('reserved')}
   ), made as (
     insert into card_refund (transaction_id, operation, amount_minor, requested_minor, currency, reason, refunded_by,
                              notify_merchant, forced, created_at, idempotency_key)
     select card_transaction_id, id, amount_minor, requested_minor, currency, reason, refunded_by, notify_merchant, forced,
            created_at, idempotency_key
       from reserved order by n
     returning id, operation
   )
   select reserved.n, made.id from reserved join made on made.operation = reserved.id`,
)

/** A refund whose outcome is known: its operation is resolved, and the refund has succeeded or failed. */
export type EndedRefund = Resolution &
  Pick<RefundRow, 'transaction_id' | 'cs_refund_id' | 'refunded_total_minor' | 'gateway_reason'> & {
    status: 'SUCCESS' | 'FAILED'
  }

/** Ends refunds whose operation is open, and releases the amounts of those that failed. */
const endMany = statement<{ operation: string; is_ended: boolean }>(
  'end_card_refunds',
  `with ${sentRows(`${resolutionColumns}, transaction_id bigint, status text, cs_refund_id text,
       refunded_total_minor bigint, gateway_reason text`)}
   , resolved as (${resolveOperationsOf('sent')}
   ), ended as (
     update card_refund r
        set status = m.status, cs_refund_id = m.cs_refund_id, refunded_total_minor = m.refunded_total_minor,
            completed_at = m.resolved_at, gateway_reason = m.gateway_reason
       from resolved m
      where r.operation = m.operation and r.transaction_id = m.transaction_id and r.status = 'PENDING'
     returning r.operation, r.transaction_id, r.amount_minor, r.status
   ), released as (
     update card_transaction t set refund_reserved_minor = t.refund_reserved_minor - e.amount_minor
       from ended e where t.id = e.transaction_id and e.status = 'FAILED'
   )
   select m.operation, exists (select from ended e where e.operation = m.operation) as is_ended from resolved m`,
)

/**
 * Ends refunds of different transactions, which the caller has locked. Returns the operations that this resolved; all
 * others were resolved before, and nothing was written for them.
 */
export async function endRefunds(sql: Tx, refunds: readonly EndedRefund[]): Promise<Set<string>> {
  if (refunds.length === 0) return new Set()
  const rows = refunds.map(
    ({ transaction_id, status, cs_refund_id, refunded_total_minor, gateway_reason, ...resolution }) => ({
      ...resolutionRow(resolution),
      transaction_id: String(transaction_id),
      status,
      cs_refund_id,
      refunded_total_minor: refunded_total_minor === null ? null : String(refunded_total_minor),
      gateway_reason,
    }),
  )
  const resolved = await sql.rows(endMany, [toSentRows(rows)])
  for (const { operation, is_ended } of resolved)
    if (!is_ended) throw new Error(`operation ${operation} has no pending refund`)
  return new Set(resolved.map(({ operation }) => operation))
}

export const findRefundByOperation = statement<RefundRow>(
  'find_card_refund_by_operation',
  `select ${refundColumns} from card_refund r where operation = $1`,
)
export const findRefundsByOperation = statement<RefundRow>(
  'find_card_refunds_by_operation',
  `with ${sentKeys('uuid')} select ${refundColumns} from card_refund r join sent on sent.key = r.operation`,
)
/**
 * Finds earlier refunds with the same parameters whose outcome was never reported: a retry of that call belongs to
 * it. Once a refund has succeeded, a call with another key, or more than a day later, is not a retry.
 */
// guard: repeated-refund
export const findSameRefunds = statement<RefundRow & { n: number; in_doubt: boolean }>(
  'find_same_card_refunds',
  `with ${sentRows(`transaction_id bigint, requested_minor bigint, reason text, refunded_by text, notify_merchant boolean,
       forced boolean, created_at timestamptz, key_hash text`)}
   select m.n, same.* from sent m cross join lateral (
     select ${refundColumns}, o.state in ('unknown', 'undoing') as in_doubt
       from card_refund r join operation o on o.id = r.operation
      where r.transaction_id = m.transaction_id and r.requested_minor is not distinct from m.requested_minor
        and r.reason = m.reason and (r.refunded_by = m.refunded_by or r.idempotency_key = m.key_hash)
        and r.notify_merchant = m.notify_merchant and r.forced = m.forced and r.status <> 'FAILED' and not r.answered
        and (r.status = 'PENDING'
             or (r.created_at > m.created_at - interval '24 hours'
                 and (r.idempotency_key is null or m.key_hash is null or r.idempotency_key = m.key_hash)))
      order by r.id limit 1) same`,
)
/** Marks successful refunds as reported, so that their outcomes are returned as new only once. */
export const markRefundsReported = statement<RefundRow>(
  'answer_card_refunds',
  `with ${sentKeys('uuid')}
   update card_refund r set answered = true
     from sent where r.operation = sent.key and r.status = 'SUCCESS' returning ${refundColumns}`,
)
export const listRefunds = statement<RefundRow & { callback_delivered: boolean }>(
  'list_card_refunds',
  `select ${refundColumns}, exists (
            select from webhook_event e where e.dedupe_key = 'refund:' || r.id and e.state = 'DELIVERED') as callback_delivered
     from card_refund r where r.transaction_id = $1 order by r.id`,
)
