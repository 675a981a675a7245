// SQL statements and rows of refunds.
import { statement } from '../../platform/database/database.ts'

export type RefundRow = {
  id: bigint
  transaction_id: bigint
  operation: string
  amount_minor: bigint
  asked_minor: bigint | null
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

const refundColumns = `r.id, r.transaction_id, r.operation, r.amount_minor, r.asked_minor, r.currency, r.status, r.reason,
  r.refunded_by, r.notify_merchant, r.cs_refund_id, r.refunded_total_minor, r.created_at, r.completed_at, r.gateway_reason`

/**
 * Reserves the amount if the transaction is refundable, recent enough and has that much left. No row means it was
 * refused.
 */
// guard: refund-reservation
export const reserveRefund = statement<{ id: bigint }>(
  'reserve_card_refund',
  `update card_transaction set refund_reserved_minor = refund_reserved_minor + $2
    where id = $1 and status in ('SUCCESS', 'PARTIALLY_REFUNDED') and running_operation is null
      and refunded_minor + refund_reserved_minor + $2 <= amount_minor and ($4 or finalised_at >= $3)
    returning id`,
)
export const releaseReserve = statement(
  'release_card_refund_reserve',
  'update card_transaction set refund_reserved_minor = refund_reserved_minor - $2 where id = $1',
)
export const insertRefund = statement<{ id: bigint }>(
  'insert_card_refund',
  `insert into card_refund (transaction_id, operation, amount_minor, asked_minor, currency, reason, refunded_by,
                            notify_merchant, forced, created_at, idempotency_key)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
)
export const completeRefund = statement<RefundRow>(
  'complete_card_refund',
  `update card_refund r set status = $2, cs_refund_id = $3, refunded_total_minor = $4, completed_at = $5,
          gateway_reason = $6
    where operation = $1 and status = 'PENDING' returning ${refundColumns}`,
)
export const findRefundByOperation = statement<RefundRow>(
  'find_card_refund_by_operation',
  `select ${refundColumns} from card_refund r where operation = $1`,
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
    where r.transaction_id = $1 and r.asked_minor is not distinct from $2 and r.reason = $3
      and (r.refunded_by = $4 or r.idempotency_key = $8)
      and r.notify_merchant = $5 and r.forced = $6 and r.status <> 'FAILED' and not r.answered
      and (r.status = 'PENDING'
           or (r.created_at > $7::timestamptz - interval '24 hours'
               and (r.idempotency_key is null or $8::text is null or r.idempotency_key in ($8, $9))))
    order by r.id limit 1`,
)
/** Marks a successful refund as reported, so that its outcome is returned as new only once. */
export const markRefundReported = statement<RefundRow>(
  'answer_card_refund',
  `update card_refund r set answered = true where operation = $1 and status = 'SUCCESS' returning ${refundColumns}`,
)
export const listRefunds = statement<RefundRow & { callback_delivered: boolean }>(
  'list_card_refunds',
  `select ${refundColumns}, exists (
            select from webhook_event e where e.dedupe_key = 'refund:' || r.id and e.state = 'DELIVERED') as callback_delivered
     from card_refund r where r.transaction_id = $1 order by r.id`,
)
