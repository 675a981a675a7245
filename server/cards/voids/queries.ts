// SQL statements and rows of voids.
import { statement } from '../../platform/database/database.ts'

export type VoidRow = {
  id: bigint
  transaction_id: bigint
  operation: string
  status: 'PENDING' | 'SUCCESS' | 'FAILED'
  reason: string
  voided_by: string
  notify_merchant: boolean
  cs_void_id: string | null
  created_at: Temporal.Instant
  completed_at: Temporal.Instant | null
}

const voidColumns = `v.id, v.transaction_id, v.operation, v.status, v.reason, v.voided_by, v.notify_merchant, v.cs_void_id,
  v.created_at, v.completed_at`

// guard: void-claim
export const claimForVoid = statement<{ id: bigint }>(
  'claim_card_transaction_for_void',
  `update card_transaction set running_operation = $2
    where id = $1 and status = 'SUCCESS' and running_operation is null and refunded_minor = 0
      and refund_reserved_minor = 0 and finalised_at >= $3
    returning id`,
)
export const insertVoid = statement<{ id: bigint }>(
  'insert_card_void',
  `insert into card_void (transaction_id, operation, reason, voided_by, notify_merchant, created_at)
   values ($1, $2, $3, $4, $5, $6) returning id`,
)
// guard: void-completion
export const completeVoid = statement<VoidRow>(
  'complete_card_void',
  `update card_void v set status = $2, cs_void_id = $3, completed_at = $4
    where operation = $1 and status = 'PENDING' returning ${voidColumns}`,
)
export const listVoids = statement<VoidRow & { callback_delivered: boolean }>(
  'list_card_voids',
  `select ${voidColumns}, exists (
            select from webhook_event e where e.dedupe_key = 'void:' || v.id and e.state = 'DELIVERED') as callback_delivered
     from card_void v where v.transaction_id = $1 order by v.id`,
)
export const findChargeOf = statement<{ id: string; created_at: Temporal.Instant }>(
  'find_charge_of_transaction',
  `select id, created_at from operation where card_transaction_id = $1 and kind = 'charge' and state = 'confirmed'`,
)
export const releaseFromVoid = statement(
  'release_card_transaction_from_void',
  'update card_transaction set running_operation = null where id = $1 and running_operation = $2',
)
