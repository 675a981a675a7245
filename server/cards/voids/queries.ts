// SQL statements and rows of voids.
import { move } from '../../kernel/moves.ts'
import { insertCardOperations } from '../../ledger/operation.ts'
import {
  type Resolution,
  resolutionColumns,
  resolutionRow,
  resolveOperationsOf,
} from '../../ledger/operation-parts.ts'
import { statement, type Tx } from '../../platform/database/database.ts'
import {
  moveColumns,
  moveRow,
  movesOf,
  type TransactionStatus,
  transactionMoves,
} from '../transaction/transaction.ts'

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

/**
 * Marks the transaction as held if it is paid, recent enough, and free of refunds, and inserts the operation and the void.
 * Without a row the void was refused. The operation comes before the transaction that refers to it: Citus checks references after each
 * part of a statement.
 */
// guard: void-claim
export const insertVoid = statement<{ id: bigint }>(
  'claim_card_void',
  `with free as materialized (
     select t.id, t.amount_minor, t.currency from card_transaction t
      where t.id = $1 and t.status = 'SUCCESS' and t.running_operation is null
        and t.refunded_minor = 0 and t.refund_reserved_minor = 0 and t.disputed_minor = 0 and t.open_disputes = 0
        and t.finalised_at >= $3
        for no key update
   ), called as (
     ${insertCardOperations(
       `select $2::uuid as id, 'void', 'sent', free.id as subject, null::uuid, $4::bytea, amount_minor, currency, $5::timestamptz, $6::timestamptz
          from free`,
     )} returning card_transaction_id
   ), claimed as (
     update card_transaction t set running_operation = $2 from called where t.id = called.card_transaction_id returning t.id)
   insert into card_void (transaction_id, operation, reason, voided_by, notify_merchant, created_at, idempotency_key)
   select id, $2, $7, $8, $9, $6, $10 from claimed
   returning id`,
)

/** Ends a void whose operation is open: the payment is voided, or released if the void failed. */
// guard: void-completion
const end = statement<VoidRow & { resolved: string; id: bigint | null; is_moved: boolean }>(
  'end_card_void',
  `with sent as materialized (
     select * from json_to_record($1) as m (${resolutionColumns}, transaction_id bigint, status text, ${moveColumns})
   ), resolved as (${resolveOperationsOf('sent')}
   ), ended as (
     update card_void v set status = m.status, cs_void_id = m.upstream_id, completed_at = m.resolved_at
       from resolved m
      where v.operation = m.operation and v.transaction_id = m.transaction_id and v.status = 'PENDING'
     returning ${voidColumns}
   ), released as (
     update card_transaction t set running_operation = null
       from ended e where t.id = e.transaction_id and t.running_operation = e.operation and e.status = 'FAILED'
   ), accepted as (
     select m.transaction_id, m.resolved_at as at, m.event, m.from_status, m.to_status, m.running_operation, m.refunded_minor
       from resolved m join ended using (operation) where ended.status = 'SUCCESS'
   ), ${movesOf('accepted')}
   select m.operation as resolved, ended.*, exists (select from moved) as is_moved
     from resolved m left join ended on ended.operation = m.operation`,
)

/** The outcome of a void; `from` is the status of its payment. */
type VoidEnd = Resolution & { transactionId: bigint; from: TransactionStatus }

/**
 * Ends a void whose transaction the caller has locked. Returns undefined if it was ended before; nothing is written then.
 */
export async function endVoid(
  sql: Tx,
  { transactionId, from, ...resolution }: VoidEnd,
): Promise<(VoidRow & { is_moved: boolean }) | undefined> {
  const facts = {
    ...resolutionRow(resolution),
    transaction_id: String(transactionId),
    // guard: refused-void-record
    status: resolution.event === 'approved' ? 'SUCCESS' : 'FAILED',
    ...moveRow({
      event: 'voided',
      from,
      to: move(transactionMoves, from, 'voided'),
      operation: resolution.id,
    }),
  }
  const [ended] = await sql.rows(end, [JSON.stringify(facts)])
  if (ended && ended.id === null) throw new Error(`operation ${ended.resolved} has no pending void`)
  return ended
}

export const findVoidByOperation = statement<VoidRow>(
  'find_card_void_by_operation',
  `select ${voidColumns} from card_void v where v.operation = $1`,
)

/** Finds the void of an earlier call with the same key. `is_running`: that call has no reply yet. */
// guard: repeated-void
export const findVoidByKey = statement<VoidRow & { is_running: boolean }>(
  'find_card_void_by_key',
  `select ${voidColumns}, o.state = 'sent' as is_running
     from card_void v join operation o on o.id = v.operation
    where v.transaction_id = $1 and v.idempotency_key = $2 and v.status <> 'FAILED'`,
)

export const listVoids = statement<VoidRow & { callback_delivered: boolean }>(
  'list_card_voids',
  `select ${voidColumns}, exists (
            select from webhook_event e where e.dedupe_key = 'void:' || v.id and e.state = 'DELIVERED') as callback_delivered
     from card_void v where v.transaction_id = $1 order by v.id`,
)
