// The life of a card transaction, whole. Everything that changes a status goes through `moveTransaction`.
import { type Moves, move } from '../kernel/moves.ts'
import { type Sql, statement } from '../platform/database.ts'
import { countMovedPayments } from './payment-count.ts'

export type TransactionStatus =
  | 'PENDING'
  | 'SUCCESS'
  | 'FAILED'
  | 'CANCELLED'
  | 'EXPIRED'
  | 'REFUNDED'
  | 'PARTIALLY_REFUNDED'
  | 'VOIDED'

export type TransactionEvent =
  | 'charged'
  | 'refused'
  | 'cancelled'
  | 'expired'
  | 'refunded_in_part'
  | 'refunded'
  | 'voided'

export const transactionMoves: Moves<TransactionStatus, TransactionEvent> = {
  PENDING: { charged: 'SUCCESS', refused: 'FAILED', cancelled: 'CANCELLED', expired: 'EXPIRED' },
  SUCCESS: { refunded_in_part: 'PARTIALLY_REFUNDED', refunded: 'REFUNDED', voided: 'VOIDED' },
  PARTIALLY_REFUNDED: { refunded_in_part: 'PARTIALLY_REFUNDED', refunded: 'REFUNDED' },
  FAILED: {},
  CANCELLED: {},
  EXPIRED: {},
  REFUNDED: {},
  VOIDED: {},
}

/** A running operation holds the transaction: only that operation may move it. */
const updateStatus = statement<{ transaction_id: bigint }>(
  'move_card_transaction',
  `with moved as (
     update card_transaction
        set status = $3, running_operation = null, finalised_at = coalesce(finalised_at, $5),
            refunded_minor = refunded_minor + $7, refund_reserved_minor = refund_reserved_minor - $7
      where id = $1 and status = $2 and running_operation is not distinct from $6
      returning id, merchant_id, environment, created_at, currency, amount_minor
   ), counted as (${countMovedPayments('moved', '$2::text', '$3::text')})
   insert into card_transaction_move (transaction_id, event, from_status, to_status, at)
   select id, $4, $2, $3, $5 from moved
   returning transaction_id`,
)

/**
 * Moves the transaction and writes its history; false means that someone else moved it first, or holds it.
 * @param by.operation the running operation that asks; none for moves that no operation makes.
 * @param by.refundedMinor what goes from "on its way back" to "gone back" with this move.
 */
export async function moveTransaction(
  sql: Sql,
  transaction: { id: bigint; status: TransactionStatus },
  event: TransactionEvent,
  by: { at: Temporal.Instant; operation?: string; refundedMinor?: bigint },
): Promise<boolean> {
  const to = move(transactionMoves, transaction.status, event)
  if (to === undefined) return false
  const moved = await sql.rows(updateStatus, [
    transaction.id,
    transaction.status,
    to,
    event,
    by.at,
    by.operation ?? null,
    by.refundedMinor ?? 0n,
  ])
  return moved.length === 1
}
