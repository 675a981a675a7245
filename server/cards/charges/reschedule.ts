// What follows from an inquiry that found nothing: another one later, or an undo; and when.
import type { ClaimedOperation } from '../../ledger/claim.ts'
import { abandonOperation, loseContact, type OperationRow } from '../../ledger/operation.ts'
import type { Unavailable } from '../gateway/gateway.ts'
import { lockedTransaction, type PricedTransaction } from '../transaction/queries.ts'
import type { ChargeNeeds } from './charge-store.ts'
import { requestUndo } from './record-charge.ts'

/**
 * Reschedules the inquiry, or abandons the operation and requests an undo: only when the gateway reports "not found"
 * after the horizon, or when it reported a failure of its own, so that nothing is in transit any more. An unreachable
 * gateway proves nothing.
 */
export async function rescheduleOrAbandon(
  needs: Pick<ChargeNeeds, 'db' | 'clock' | 'inquiryAfterSeconds'> & { inquiryHorizonSeconds: number },
  operation: ClaimedOperation,
  transaction: PricedTransaction,
  inquiry: Unavailable | { kind: 'found' | 'absent' },
): Promise<void> {
  const now = needs.clock.now()
  const nextCheckAt = nextInquiryAt(needs, operation, now)
  await needs.db.transaction(async (sql) => {
    // As everywhere, the transaction is locked before its operations.
    await lockedTransaction(sql, transaction.id)
    const cause = inquiry.kind === 'unavailable' ? inquiry.cause : 'not found at the gateway yet'
    if (!(await loseContact(sql, operation.id, { nextCheckAt, cause }))) return
    // guard: absent-charge-horizon
    if (inquiry.kind === 'unavailable' || !(operation.acknowledged || isPastHorizon(needs, operation, now)))
      return
    if (await abandonOperation(sql, operation.id)) await requestUndo(sql, operation.id, transaction, now)
  })
}

const maxPauseSeconds = 600

/**
 * Whether the call is old enough for the gateway's search to have caught up with it. The call of an intent may have been
 * made long after the operation was created.
 */
export function isPastHorizon(
  { inquiryHorizonSeconds }: { inquiryHorizonSeconds: number },
  { created_at, dispatched_at }: Pick<OperationRow, 'created_at' | 'dispatched_at'>,
  now: Temporal.Instant,
): boolean {
  // guard: intent-horizon
  const calledAt = dispatched_at ?? created_at
  return Temporal.Instant.compare(now, calledAt.add({ seconds: inquiryHorizonSeconds })) >= 0
}

/** The pause doubles with each attempt, up to ten minutes. */
export function nextInquiryAt(
  { inquiryAfterSeconds }: { inquiryAfterSeconds: number },
  { attempts }: Pick<OperationRow, 'attempts'>,
  now: Temporal.Instant,
): Temporal.Instant {
  const seconds = inquiryAfterSeconds * 2 ** Math.min(attempts - 1, 10)
  return now.add({ seconds: Math.min(seconds, maxPauseSeconds) })
}
