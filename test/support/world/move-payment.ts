// Moves a payment directly, as the statements that end refunds and voids do.

import {
  moveColumns,
  moveRow,
  movesOf,
  type TransactionEvent,
  type TransactionStatus,
  transactionMoves,
} from '../../../server/cards/transaction/transaction.ts'
import { move } from '../../../server/kernel/moves.ts'
import { statement, type Tx } from '../../../server/platform/database/database.ts'

const moveSent = statement<{ id: bigint }>(
  'move_sent_payment',
  `with sent as (
     select * from json_to_record($1) as m (transaction_id bigint, at timestamptz, ${moveColumns})
   ), ${movesOf('sent')}
   select id from moved`,
)

/**
 * Moves a payment and returns whether it was moved.
 * @param refundedMinor minor units that change from reserved to refunded.
 */
export async function movePayment(
  sql: Tx,
  { id, status: from }: { id: bigint; status: TransactionStatus },
  event: TransactionEvent,
  { at, refundedMinor = 0n }: { at: Temporal.Instant; refundedMinor?: bigint },
): Promise<boolean> {
  const row = moveRow({ event, from, to: move(transactionMoves, from, event), refundedMinor })
  const sent = { transaction_id: String(id), at: at.toString(), ...row }
  return (await sql.rows(moveSent, [JSON.stringify(sent)])).length === 1
}
