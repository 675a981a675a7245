// The payout operation, which credits the beneficiary's wallet with the amount of a transfer.
import type { Environment } from '../../kernel/environment.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import { type NewOperation, newOperationId, type OperationState } from '../../ledger/operations/operation.ts'
import { operatorQueue } from '../../operator-calls/operator-queue.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { fingerprint } from '../../platform/security/fingerprint.ts'

/** The payout intent of a transfer, due at once in the queue of its operator. */
export function newPayout(
  transfer: {
    id: bigint
    transactionId: string
    environment: Environment
    operator: OperatorCode
    amountMinor: bigint
  },
  now: Temporal.Instant,
): NewOperation {
  return {
    id: newOperationId(),
    kind: 'payout',
    state: 'intent',
    subject: { transferId: transfer.id, queue: operatorQueue(transfer.environment, transfer.operator) },
    fingerprint: fingerprint([transfer.transactionId, transfer.amountMinor]),
    amountMinor: transfer.amountMinor,
    currency: 'USD',
    nextCheckAt: now,
    now,
  }
}

export type PayoutRow = {
  id: string
  state: OperationState
  upstream_ref: string
  upstream_id: string | null
  upstream_reason: string | null
  amount_minor: bigint
  attempts: number
  dispatched_at: Temporal.Instant | null
  sent_by: string | null
  next_check_at: Temporal.Instant | null
}

const findPayout = statement<PayoutRow>(
  'find_payout_of_transfer',
  `select id, state, upstream_ref, upstream_id, upstream_reason, amount_minor, attempts, dispatched_at, sent_by, next_check_at
     from operation where transfer_id = $1 and kind = 'payout'`,
)

/** The payout of a transfer; undefined for one that was never accepted or released. */
export async function payoutOf(sql: Sql, transfer: bigint): Promise<PayoutRow | undefined> {
  return (await sql.rows(findPayout, [transfer]))[0]
}
