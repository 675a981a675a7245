// Records that an operator has taken an approved payment back on its own initiative: a refund of the whole payment that nobody asked
// for. Inquiries say the same of a payment that we have refunded ourselves, so a payment with any other refund is left alone.

import { money } from '../../../kernel/money.ts'
import { newOperationId } from '../../../ledger/operation.ts'
import { operatorQueue } from '../../../operator-calls/operator.ts'
import { type Database, statement, type Tx } from '../../../platform/database/database.ts'
import { fingerprint } from '../../../platform/secrets.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { type ChargedTransaction, lockedChargedTransaction } from '../../refunds/charged-transaction.ts'
import { insertRefund } from '../../refunds/queries.ts'
import { recordRefund } from '../../refunds/send-refund.ts'
import type { CollectionContext } from '../queries.ts'
import { markReturned } from './return-money.ts'

/**
 * `known`: recorded before, or returned by the operator for us. `refunding`: a refund of ours is under way, and decides. `unclear`: a part
 * was refunded before, or we have paid the money back ourselves, so the payer may have more than was paid.
 */
export type ReversalResult = 'recorded' | 'known' | 'refunding' | 'unclear'

/** Whether we have paid the money back from our float, of which the operator's reversal of the payment knows nothing. */
// guard: reversal-after-payout
const findPaidBack = statement<{ is_paid_back: boolean }>(
  'find_collection_paid_back',
  `select exists (
     select from operation o join ledger_posting p on p.key in ('refund:' || o.id, 'surplus_refund:' || o.id)
       join ledger_entry e on e.posting_id = p.id join ledger_account a on a.id = e.account_id
      where o.card_transaction_id = $1 and o.kind in ('refund', 'undo') and o.undoes is not distinct from $2::uuid
        and a.code = 'operator_float') as is_paid_back`,
)

/** Records a reversal that the operator has confirmed in reply to an inquiry, once. */
export async function recordReversal(
  { db, clock }: { db: Database; clock: Clock },
  { collection }: CollectionContext,
): Promise<ReversalResult> {
  return db.transaction(async (sql) => {
    const payment = await lockedChargedTransaction(sql, collection.card_transaction_id)
    const isPayment = payment.cs_payment_id === collection.collection_id
    const [paid] = await sql.rows(findPaidBack, [payment.id, isPayment ? null : collection.operation])
    if (paid?.is_paid_back) return 'unclear'
    const found = resultFor(payment, isPayment)
    if (found !== 'recorded') return found
    const now = clock.now()
    if ((await sql.rows(markReturned, [collection.operation, now])).length === 0) return 'known'
    await insertReversal(sql, payment, { collection, now })
    return 'recorded'
  })
}

function resultFor(
  { amount_minor, refunded_minor, refund_reserved_minor }: ChargedTransaction,
  isPayment: boolean,
): ReversalResult {
  // Money that paid no order is owed to its payer anyway, and its undo finds out that it was returned.
  if (!isPayment || refunded_minor === amount_minor) return 'known'
  if (refund_reserved_minor > 0n) return 'refunding'
  return refunded_minor > 0n ? 'unclear' : 'recorded'
}

async function insertReversal(
  sql: Tx,
  { id: transactionId, environment, amount_minor: amountMinor, currency }: ChargedTransaction,
  { collection, now }: { collection: CollectionContext['collection']; now: Temporal.Instant },
): Promise<void> {
  const { operator } = collection
  const operation = newOperationId(sql.cell)
  const request = {
    isForced: true,
    oldest: now,
    state: 'sent',
    fingerprint: fingerprint([collection.operation, 'reversal']),
    requested: null,
    reason: 'Returned by the operator',
    by: `operator:${operator}`,
    notify: true,
    key: null,
    isReported: true,
  }
  const [inserted] = await sql.rows(insertRefund, [
    ...[transactionId, amountMinor, request.isForced, request.oldest, operation, request.state],
    ...[request.fingerprint, now, now, request.requested, request.reason, request.by, request.notify],
    ...[request.key, request.isReported, operatorQueue(environment, operator)],
  ])
  if (!inserted) throw new Error(`the reversed payment ${collection.collection_id} cannot be refunded`)
  await recordRefund(sql, {
    ...{ operation, transactionId, now },
    reply: { kind: 'accepted', refundId: operation, amount: money(amountMinor, currency) },
    paidFrom: { account: 'operator_receivable', operator },
  })
}
