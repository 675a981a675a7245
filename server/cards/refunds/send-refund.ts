// Calls the gateway for a claimed refund and records its reply. A refund that an admin requests is called by the same
// request; the refund of an approved request is an intent, which the approving request or else a worker calls.
import { money } from '../../kernel/money.ts'
import { claimIntent, loseContact } from '../../ledger/operations/operation.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { GatewayFor } from '../gateway/gateway.ts'
import type { PricedTransaction } from '../transaction/queries.ts'
import { reportRefund } from './queries.ts'
import { recordRefundOutcome } from './record-refund.ts'

type SendNeeds = Parameters<typeof recordRefundOutcome>[0] & { gatewayFor: GatewayFor; wake: () => void }

export type ClaimedRefund = {
  transaction: PricedTransaction
  refundId: bigint
  operation: string
  /** Minor units. */
  amount: bigint
}

/**
 * Calls the gateway for a refund that this process alone has claimed, and records the reply. Returns false if the outcome
 * is not known yet; workers then resolve it.
 */
export async function sendRefund(
  needs: SendNeeds,
  { transaction, refundId, operation, amount }: ClaimedRefund,
): Promise<boolean> {
  const reply = await needs.gatewayFor(transaction.environment).refund({
    paymentId: transaction.cs_payment_id ?? '',
    code: refundCode(transaction, refundId),
    reference: operation,
    amount: money(amount, transaction.currency),
  })
  needs.log.info('refund reply received', {
    transaction_uuid: transaction.transaction_uuid,
    operation,
    state: reply.kind,
  })
  if (reply.kind === 'unknown') {
    const nextCheckAt = needs.clock.now().add({ seconds: needs.inquiryAfterSeconds })
    await loseContact(needs.db, operation, { nextCheckAt, ...reply })
    return false
  }
  await recordRefundOutcome(needs, { id: operation, subject_id: transaction.id }, reply)
  needs.wake()
  return true
}

/** How long an approved refund waits for its caller before a worker calls the gateway instead. */
export const intendedCallerSeconds = 5

/** Calls the gateway for an approved refund, unless another caller does, and marks its outcome as reported. */
export async function sendIntendedRefund(
  needs: SendNeeds & { gatewayTimeoutSeconds: number },
  claimed: ClaimedRefund,
): Promise<void> {
  const now = needs.clock.now()
  const nextCheckAt = now.add({ seconds: needs.gatewayTimeoutSeconds + needs.inquiryAfterSeconds })
  if (!(await dispatchRefund(needs.db, claimed.operation, { now, nextCheckAt }))) return
  if (await sendRefund(needs, claimed)) await reportRefund(needs.db, claimed.operation)
}

/** Claims the call of an intended refund. Returns false if another caller has claimed it: the caller must not call then. */
export async function dispatchRefund(
  sql: Sql,
  operation: string,
  { now, nextCheckAt }: { now: Temporal.Instant; nextCheckAt: Temporal.Instant },
): Promise<boolean> {
  return claimIntent(sql, { id: operation, kind: 'refund' }, { now, nextCheckAt })
}

/**
 * Returns the merchant reference of a refund at the gateway. It is unique, so that a search finds this refund and no
 * other.
 */
export function refundCode(
  transaction: Pick<PricedTransaction, 'transaction_uuid'>,
  refundId: bigint,
): string {
  return `${transaction.transaction_uuid}-R${refundId}`
}
