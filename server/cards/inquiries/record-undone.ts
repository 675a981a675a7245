// Records that an operation of unknown outcome was undone: its payment, or its refund, has failed.
import { type OperationRow, resolveOperation } from '../../ledger/operations/operation.ts'
import type { Tx } from '../../platform/database/database.ts'
import { endRefund } from '../refunds/queries.ts'
import { completeTransaction } from '../transaction/completion.ts'
import { lockedTransaction } from '../transaction/queries.ts'

/**
 * Completes an operation of unknown outcome once it has been undone: the payment, or the refund, has failed. The caller
 * has locked the transaction.
 */
export async function recordUndone(sql: Tx, target: OperationRow, now: Temporal.Instant): Promise<void> {
  if (target.kind === 'refund') {
    await endRefund(sql, { id: target.id, event: 'undone', now, transactionId: target.subject_id })
    return
  }
  if (!(await resolveOperation(sql, target.id, 'undone', { now }))) return
  const transaction = await lockedTransaction(sql, target.subject_id)
  const completion = {
    kind: 'refused',
    decision: 'REJECT',
    reason: 'NOT_COMPLETED',
    // guard: unknown-outcome-ends-payment
    isLast: true,
    operation: target.id,
  } as const
  await completeTransaction(sql, transaction, completion, now)
}
