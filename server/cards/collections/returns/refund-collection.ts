// Refunds a mobile-money payment, which its merchant or an admin has asked for, to the number that paid or the one chosen instead.

import { type LocalCurrency, money } from '../../../kernel/money.ts'
import type { ClaimedOperation } from '../../../ledger/claim.ts'
import { insertOperation, newOperationId, resolveOperation } from '../../../ledger/operation.ts'
import type { ApplyResult } from '../../../operator-calls/judge-outcome.ts'
import { operatorQueue } from '../../../operator-calls/operator.ts'
import { statement } from '../../../platform/database/database.ts'
import { fingerprint } from '../../../platform/secrets.ts'
import { findRefundByOperation } from '../../refunds/queries.ts'
import { recordRefundOutcome } from '../../refunds/send-refund.ts'
import { lockedTransaction } from '../../transaction/queries.ts'
import { type CollectionContext, collectionAmount } from '../queries.ts'
import { giveBack, type Returned, type ReturnNeeds } from './give-back.ts'
import { approvedNumber, type Payee } from './other-number.ts'

/** The collection that paid, which has the number. */
const findPaying = statement<{ operation: string }>(
  'find_paying_collection',
  `select k.operation from card_transaction t join collection k on k.collection_id = t.cs_payment_id where t.id = $1`,
)

/** Processes the claimed operation of a refund. */
export async function refundCollection(needs: ReturnNeeds, operation: ClaimedOperation): Promise<void> {
  const [refund] = await needs.db.rows(findRefundByOperation, [operation.id])
  const [paying] = await needs.db.rows(findPaying, [operation.subject_id])
  if (!refund || !paying) throw new Error(`the refund ${operation.id} has no payment`)
  const context = await needs.readCollection(paying.operation)
  const other = await approvedNumber(needs.db, needs.secrets, refund.operation)
  // guard: refund-to-erased-number
  if (!other && context.collection.number_sealed === null)
    return recordRefundOutcome(needs, operation, { kind: 'declined', reason: 'NUMBER_ERASED' })
  await giveBack(needs, operation, {
    context,
    taken: collectionAmount(context.collection),
    isRefused: refund.payout !== null,
    other,
    record: (returned) => recordOutcome(needs, operation, { context, other }, returned),
  })
}

async function recordOutcome(
  needs: ReturnNeeds,
  operation: ClaimedOperation,
  { context, other }: { context: CollectionContext; other: Payee | undefined },
  { outcome, way }: Returned,
): Promise<ApplyResult> {
  const { log } = needs
  // A refund is made by the operator that was paid, also where it has returned everything by itself before a payout.
  const { operator } = (way === 'payout' && other) || context.collection
  if (outcome.kind === 'succeeded') {
    const amount = money(operation.amount_minor, operation.currency as LocalCurrency)
    const refundId = outcome.upstreamId || operation.id
    const account = way === 'refund' ? 'operator_receivable' : 'operator_float'
    await recordRefundOutcome(needs, operation, { kind: 'accepted', refundId, amount }, { account, operator })
    return 'settled'
  }
  const reason = `${outcome.code} ${outcome.message}`.trim()
  const subject = { operation: operation.id, transaction_uuid: context.transaction.transaction_uuid, reason }
  // guard: refused-refund-paid-out
  if (way === 'refund' || outcome.reason === 'OPERATOR_FLOAT_EXHAUSTED') {
    log.warn(
      way === 'refund' ? 'operator refused a refund, paying the number instead' : 'refund waits for float',
      subject,
    )
    return payInstead(needs, operation, {
      queue: operatorQueue(context.collection.environment, operator),
      reason,
      waits: way === 'payout',
    })
  }
  log.error('a wallet could not be refunded', subject)
  await recordRefundOutcome(needs, operation, { kind: 'declined', reason: outcome.reason })
  return 'settled'
}

const setPayout = statement(
  'pay_refund_to_number',
  'update card_refund set payout = $2 where operation = $1 or payout = $1',
)

/** How long a payout waits whose float is empty. */
const floatSeconds = 600

/** Ends the refused call, and gives the refund another one, which pays the number. */
async function payInstead(
  { db, clock }: ReturnNeeds,
  refused: ClaimedOperation,
  { queue, reason, waits }: { queue: string; reason: string; waits: boolean },
): Promise<ApplyResult> {
  return db.transaction(async (sql) => {
    const now = clock.now()
    // As everywhere, the transaction is locked before its operation.
    await lockedTransaction(sql, refused.subject_id)
    if (!(await resolveOperation(sql, refused.id, 'refused', { now, reason }))) return 'known'
    const id = newOperationId(sql.cell)
    await insertOperation(sql, {
      id,
      kind: 'refund',
      state: 'intent',
      subject: { cardTransactionId: refused.subject_id, queue },
      fingerprint: fingerprint([refused.id, 'payout']),
      amountMinor: refused.amount_minor,
      currency: refused.currency,
      nextCheckAt: waits ? now.add({ seconds: floatSeconds }) : now,
      now,
    })
    await sql.rows(setPayout, [refused.id, id])
    return 'settled'
  })
}
