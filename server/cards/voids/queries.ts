// SQL statements and rows of voids.
import { insertOperationsOf, operationColumns } from '../../operations/operation.ts'
import {
  type Resolution,
  resolutionColumns,
  resolutionRow,
  resolveOperationsOf,
} from '../../operations/operation-parts.ts'
import { sentKeys, sentRows, toSentKeys, toSentRows } from '../../platform/database/batch-rows.ts'
import { type Sql, statement, type Tx } from '../../platform/database/database.ts'

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
 * Marks those transactions as held that are paid, recent enough, and free of refunds, and inserts their operations and
 * voids. A void that is not returned was refused.
 */
// guard: void-claim
export const insertVoids = statement<{ id: string }>(
  'claim_card_voids',
  `with ${sentRows(`${operationColumns}, reason text, voided_by text, notify_merchant boolean, oldest timestamptz`)}
   , claimed as (
     update card_transaction t set running_operation = m.id
       from sent m
      where t.id = m.card_transaction_id and t.status = 'SUCCESS' and t.running_operation is null
        and t.refunded_minor = 0 and t.refund_reserved_minor = 0 and t.disputed_minor = 0 and t.open_disputes = 0
        and t.finalised_at >= m.oldest
     returning m.*
   ), called as (${insertOperationsOf('claimed')}
   ), made as (
     insert into card_void (transaction_id, operation, reason, voided_by, notify_merchant, created_at)
     select card_transaction_id, id, reason, voided_by, notify_merchant, created_at from claimed order by n
   )
   select id from claimed`,
)

/** A void whose outcome is known: its operation is resolved, and the void has succeeded or failed. */
export type EndedVoid = Resolution &
  Pick<VoidRow, 'transaction_id' | 'cs_void_id'> & { status: 'SUCCESS' | 'FAILED' }

/** Ends voids whose operation is open, and releases the transactions of those that failed. */
// guard: void-completion
const endMany = statement<VoidRow & { resolved: string; id: bigint | null }>(
  'end_card_voids',
  `with ${sentRows(`${resolutionColumns}, transaction_id bigint, status text, cs_void_id text`)}
   , resolved as (${resolveOperationsOf('sent')}
   ), ended as (
     update card_void v set status = m.status, cs_void_id = m.cs_void_id, completed_at = m.resolved_at
       from resolved m
      where v.operation = m.operation and v.transaction_id = m.transaction_id and v.status = 'PENDING'
     returning ${voidColumns}
   ), released as (
     update card_transaction t set running_operation = null
       from ended e where t.id = e.transaction_id and t.running_operation = e.operation and e.status = 'FAILED'
   )
   select m.operation as resolved, ended.* from resolved m left join ended on ended.operation = m.operation`,
)

/**
 * Ends voids of different transactions, which the caller has locked, and returns them by their operations. The others
 * were ended before, and nothing was written for them.
 */
export async function endVoids(sql: Tx, voids: readonly EndedVoid[]): Promise<Map<string, VoidRow>> {
  const rows = voids.map(({ transaction_id, cs_void_id, status, ...resolution }) => ({
    ...resolutionRow(resolution),
    transaction_id: String(transaction_id),
    cs_void_id,
    status,
  }))
  const ended = await sql.rows(endMany, [toSentRows(rows)])
  return new Map(
    ended.map(({ resolved, ...row }) => {
      if (row.id === null) throw new Error(`operation ${resolved} has no pending void`)
      return [resolved, row]
    }),
  )
}

export const listVoids = statement<VoidRow & { callback_delivered: boolean }>(
  'list_card_voids',
  `select ${voidColumns}, exists (
            select from webhook_event e where e.dedupe_key = 'void:' || v.id and e.state = 'DELIVERED') as callback_delivered
     from card_void v where v.transaction_id = $1 order by v.id`,
)
export type ChargeOfTransaction = { transaction_id: bigint; id: string; created_at: Temporal.Instant }

const findCharges = statement<ChargeOfTransaction>(
  'find_charges_of_transactions',
  `with ${sentKeys('bigint')}
   select o.card_transaction_id as transaction_id, o.id, o.created_at
     from sent join operation o on o.card_transaction_id = sent.key
    where o.kind = 'charge' and o.state = 'confirmed'`,
)

/** Returns the confirmed charges of transactions, by the ids of these. */
export async function chargesOf(
  sql: Sql,
  transactions: readonly bigint[],
): Promise<Map<bigint, ChargeOfTransaction>> {
  const found = await sql.rows(findCharges, [toSentKeys(transactions)])
  return new Map(found.map((charge) => [charge.transaction_id, charge]))
}
