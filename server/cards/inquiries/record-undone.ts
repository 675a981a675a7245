// Records that an operation of unknown outcome was undone: its payment, or its refund, has failed.
import { type OperationRow, resolveOperation } from '../../operations/operation.ts'
import type { Tx } from '../../platform/database/database.ts'
import { endRefunds } from '../refunds/queries.ts'
import { completeTransaction } from '../transaction/completion.ts'
import { lockedTransaction } from '../transaction/queries.ts'

/**
 * Completes an operation of unknown outcome once it has been undone: the payment, or the refund, has failed. The caller
 * has locked the transaction.
 */
export async function recordUndone(sql: Tx, target: OperationRow, now: Temporal.Instant): Promise<void> {
  const resolution = { id: target.id, event: 'undone', now } as const
  if (target.kind === 'refund') {
    const failed = {
      status: 'FAILED',
      cs_refund_id: null,
      refunded_total_minor: null,
      gateway_reason: null,
    } as const
    await endRefunds(sql, [{ ...resolution, transaction_id: target.subject_id, ...failed }])
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
