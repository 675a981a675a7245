// Gives back by itself what came too late, or was another amount than asked for.

import { type LocalCurrency, money } from '../../../kernel/money.ts'
import type { ClaimedOperation } from '../../../ledger/claim.ts'
import { insertOperation, newOperationId, resolveOperation } from '../../../ledger/operation.ts'
import { type Entry, post } from '../../../ledger/post.ts'
import type { ApplyResult } from '../../../operator-calls/judge-outcome.ts'
import { type FinalOutcome, operatorQueue } from '../../../operator-calls/operator.ts'
import { statement } from '../../../platform/database/database.ts'
import { fingerprint } from '../../../platform/secrets.ts'
import { lockedTransaction } from '../../transaction/queries.ts'
import { stateAfter } from '../moves.ts'
import { type CollectionContext, payingNumber } from '../queries.ts'
import { giveBack, type ReturnNeeds, type Way } from './give-back.ts'
import { notifyOfReturn } from './notifications.ts'

const countRefused = statement<{ refused: bigint }>(
  'count_refused_returns',
  `select count(*) as refused from operation where undoes = $1 and state = 'declined'`,
)

/** Processes a claimed undo of a collection. */
export async function returnMoney(needs: ReturnNeeds, undo: ClaimedOperation): Promise<void> {
  if (undo.undoes === null) throw new Error('an undo names what it undoes')
  const context = await needs.readCollection(undo.undoes)
  const [row] = await needs.db.rows(countRefused, [undo.undoes])
  await giveBack(needs, undo, {
    context,
    // All of it goes back, which may be another amount than the one asked for.
    taken: money(undo.amount_minor, undo.currency as LocalCurrency),
    isRefused: Number(row?.refused) > 0,
    record: (returned) => applyOutcome(needs, undo, context, returned),
  })
}

/** The state of a collection whose money is back at its payer; no row if it was so before. */
export const markReturned = statement<{ operation: string }>(
  'mark_collection_returned',
  `with before as materialized (
     select operation, state, ${stateAfter("'returned'", 'state')} as next from collection where operation = $1 for no key update
   ), moved as (
     update collection k set state = b.next, completed_at = coalesce(k.completed_at, $2), recheck_at = null
       from before b where k.operation = b.operation and b.next is not null
     returning k.operation, b.state, b.next)
   insert into collection_move (operation, event, from_state, to_state, at)
   select operation, 'returned', state, next, $2 from moved returning operation`,
)

async function applyOutcome(
  needs: ReturnNeeds,
  undo: ClaimedOperation,
  context: CollectionContext,
  { outcome, way }: { outcome: FinalOutcome; way: Way },
): Promise<ApplyResult> {
  if (outcome.kind === 'succeeded') return recordReturn(needs, undo, context, { outcome, way })
  if (outcome.kind === 'declined') return tryOtherWay(needs, undo, context, { outcome, way })
  // A payout that came back was a payout: nobody has the money but we, and the operator cannot be asked again by itself.
  needs.log.error('returned money came back', { operation: undo.id, state: outcome.kind })
  return 'conflict'
}

async function recordReturn(
  { db, clock, sendsSms, secrets }: ReturnNeeds,
  undo: ClaimedOperation,
  { collection }: CollectionContext,
  { outcome, way }: { outcome: FinalOutcome & { kind: 'succeeded' }; way: Way },
): Promise<ApplyResult> {
  return db.transaction(async (sql) => {
    const now = clock.now()
    const transaction = await lockedTransaction(sql, collection.card_transaction_id)
    const { upstreamId } = outcome
    if (!(await resolveOperation(sql, undo.id, 'approved', { now, ...(upstreamId && { upstreamId }) })))
      return 'known'
    await sql.rows(markReturned, [collection.operation, now])
    const amount = money(undo.amount_minor, undo.currency as LocalCurrency)
    const paidFrom: Entry =
      way === 'refund'
        ? { account: 'operator_receivable', operator: collection.operator, side: 'credit', amount }
        : { account: 'operator_float', side: 'credit', amount }
    await post(sql, {
      key: `surplus_refund:${undo.id}`,
      environment: collection.environment,
      entries: [{ account: 'collection_surplus', side: 'debit', amount }, paidFrom],
      now,
    })
    const number = sendsSms ? payingNumber(secrets, collection) : undefined
    await notifyOfReturn(sql, { collection, transaction, amount, number, now })
    return 'settled'
  })
}

/** How long a payout waits that an operator refused, for example because our float is empty. */
const retrySeconds = 600

async function tryOtherWay(
  { db, clock, log }: ReturnNeeds,
  undo: ClaimedOperation,
  { collection, transaction }: CollectionContext,
  { outcome, way }: { outcome: FinalOutcome & { kind: 'declined' }; way: Way },
): Promise<ApplyResult> {
  const reason = `${outcome.code} ${outcome.message}`.trim()
  const result = await db.transaction(async (sql): Promise<ApplyResult> => {
    const now = clock.now()
    await lockedTransaction(sql, collection.card_transaction_id)
    if (!(await resolveOperation(sql, undo.id, 'refused', { now, reason }))) return 'known'
    await insertOperation(sql, {
      id: newOperationId(sql.cell),
      kind: 'undo',
      state: 'intent',
      subject: {
        cardTransactionId: collection.card_transaction_id,
        queue: operatorQueue(collection.environment, collection.operator),
      },
      undoes: collection.operation,
      fingerprint: fingerprint([collection.operation, 'undo']),
      amountMinor: undo.amount_minor,
      currency: undo.currency,
      nextCheckAt: way === 'refund' ? now : now.add({ seconds: retrySeconds }),
      now,
    })
    return 'settled'
  })
  const subject = { operation: undo.id, transaction_uuid: transaction.transaction_uuid, reason }
  if (way === 'payout') log.error('money could not be given back', subject)
  else log.warn('operator refused a refund, paying the number instead', subject)
  return result
}
