// Approves a payout. To a wallet: the call that pays it is recorded in the same transaction, in the queue of its operator. To a bank:
// it waits for a batch.

import { insertOperation, makeIntentDue, newOperationId } from '../../ledger/operations/operation.ts'
import { operatorQueue } from '../../operator-calls/operator.ts'
import type { Tx } from '../../platform/database/database.ts'
import { fingerprint } from '../../platform/security/fingerprint.ts'
import { movePayout, type PayoutFacts } from '../payout/move-payout.ts'
import { operationOf, type PayoutRow } from '../payout/queries.ts'

/** @param payout a requested payout, locked by the caller. */
export async function approvePayout(sql: Tx, payout: PayoutRow, facts: PayoutFacts): Promise<PayoutRow> {
  const approved = await movePayout(sql, payout, 'approved', facts)
  if (payout.type === 'bank') return approved
  const known = await operationOf(sql, payout.id)
  // It was held after an earlier approval, and its call has waited since.
  if (known) {
    await makeIntentDue(sql, known, facts.now)
    return approved
  }
  const { id, public_id, environment, operator, number, amount_minor, currency } = payout
  await insertOperation(sql, {
    id: newOperationId(),
    kind: 'merchant_payout',
    state: 'intent',
    subject: { merchantPayoutId: id, queue: operatorQueue(environment, operator) },
    fingerprint: fingerprint([public_id, operator, number, amount_minor, currency]),
    amountMinor: amount_minor,
    currency,
    nextCheckAt: facts.now,
    now: facts.now,
  })
  return approved
}
