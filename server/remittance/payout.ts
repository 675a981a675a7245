// A payout is the operation by which a transfer reaches the beneficiary's wallet.
import { fingerprint, type NewOperation, newOperationId } from '../platform/operation.ts'
import type { OperatorCode } from './operator.ts'

/** Each operator has a lane of its own, so that a slow one holds up nobody else's families. */
export function payoutLane(operator: OperatorCode): string {
  return `payout:${operator}`
}

/** The intent to pay: due at once, for whoever works in the operator's lane. */
export function newPayout(
  transfer: { id: bigint; transactionId: string; operator: OperatorCode; amountMinor: bigint },
  now: Temporal.Instant,
): NewOperation {
  return {
    id: newOperationId(),
    kind: 'payout',
    state: 'intent',
    subject: { transferId: transfer.id, lane: payoutLane(transfer.operator) },
    fingerprint: fingerprint([transfer.transactionId, transfer.amountMinor]),
    amountMinor: transfer.amountMinor,
    currency: 'USD',
    nextCheckAt: now,
    now,
  }
}
