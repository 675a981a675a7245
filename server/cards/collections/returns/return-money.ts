// Gives back by itself what came too late, or was another amount than asked for.

import { formatMoney, type LocalCurrency, money } from '../../../kernel/money.ts'
import type { ClaimedOperation } from '../../../ledger/claim.ts'
import { insertOperation, newOperationId, resolveOperation } from '../../../ledger/operation.ts'
import { type Entry, post } from '../../../ledger/post.ts'
import { openCollectionException } from '../../../operator-calls/exceptions.ts'
import type { ApplyResult } from '../../../operator-calls/judge-outcome.ts'
import { type FinalOutcome, operatorQueue } from '../../../operator-calls/operator.ts'
import { type Sql, statement, type Tx } from '../../../platform/database/database.ts'
import { fingerprint } from '../../../platform/secrets.ts'
import { lockedTransaction } from '../../transaction/queries.ts'
import { stateAfter } from '../moves.ts'
import { type CollectionContext, type CollectionRow, payingNumber } from '../queries.ts'
import { giveBack, type Returned, type ReturnNeeds, type Way } from './give-back.ts'
import { notifyOfReturn } from './notifications.ts'
import { approvedNumber, type Payee } from './other-number.ts'

const countRefused = statement<{ refused: bigint; waits: bigint; amount_minor: bigint | null }>(
  'count_refused_returns',
  `select count(*) filter (where state = 'declined') as refused, count(*) filter (where state = 'intent') as waits,
          max(amount_minor) as amount_minor
     from operation where undoes = $1`,
)

/** How often the money of a collection was refused, and how much waits to be given back; undefined for none. */
export async function returnOf(sql: Sql, operation: string) {
  const [row] = await sql.rows(countRefused, [operation])
  const waiting = row && row.waits > 0n ? (row.amount_minor ?? undefined) : undefined
  return { refused: Number(row?.refused ?? 0), waiting }
}

const listRefused = statement<{
  collection_id: string
  amount_minor: bigint
  currency: LocalCurrency
  refusals: bigint
}>(
  'list_refused_returns_of_payment',
  `select k.collection_id, max(o.amount_minor) as amount_minor, o.currency, count(*) filter (where o.state = 'declined') as refusals
     from collection k join operation o on o.undoes = k.operation where k.card_transaction_id = $1
    group by k.collection_id, o.currency
   having count(*) filter (where o.state = 'declined') > 0 and count(*) filter (where o.state = 'intent') > 0
    order by k.collection_id`,
)

/** The money of a payment that was refused when it was to be given back, and waits for the next attempt. */
export async function refusedReturns(sql: Sql, transactionId: bigint) {
  const rows = await sql.rows(listRefused, [transactionId])
  return rows.map(({ collection_id, amount_minor, currency, refusals }) => ({
    ...{ collection_id, currency, refusals: Number(refusals) },
    amount: formatMoney(money(amount_minor, currency)),
  }))
}

/** Processes a claimed undo of a collection. */
export async function returnMoney(needs: ReturnNeeds, undo: ClaimedOperation): Promise<void> {
  if (undo.undoes === null) throw new Error('an undo names what it undoes')
  const context = await needs.readCollection(undo.undoes)
  const { refused } = await returnOf(needs.db, undo.undoes)
  const other = await approvedNumber(needs.db, needs.secrets, undo.undoes)
  await giveBack(needs, undo, {
    context,
    other,
    // All of it goes back, which may be another amount than the one asked for.
    taken: money(undo.amount_minor, undo.currency as LocalCurrency),
    isRefused: refused > 0,
    record: (returned) => applyOutcome(needs, undo, { context, other, refused }, returned),
  })
}

/** The money, the number chosen instead of the one that paid, and how often it was refused before. */
type Return = { context: CollectionContext; other: Payee | undefined; refused: number }

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
  of: Return,
  { outcome, way }: Returned,
): Promise<ApplyResult> {
  if (outcome.kind === 'succeeded') return recordReturn(needs, undo, of, { outcome, way })
  return tryAgain(needs, undo, of, { outcome, way })
}

async function recordReturn(
  { db, clock, sendsSms, secrets }: ReturnNeeds,
  undo: ClaimedOperation,
  { context: { collection }, other }: Return,
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
    const number = sendsSms ? (other?.msisdn ?? payingNumber(secrets, collection)) : undefined
    await notifyOfReturn(sql, { collection, transaction, amount, number, now })
    return 'settled'
  })
}

/** How long the next attempt waits after a refusal, for example because our float is empty or the wallet full. It doubles each time. */
const firstPauseSeconds = 600
const longestPauseSeconds = 24 * 3_600

/** From this refusal on, staff are asked to find another way. */
const refusalsUntilException = 3

async function tryAgain(
  { db, clock, log }: ReturnNeeds,
  undo: ClaimedOperation,
  { context: { collection, transaction }, other, refused }: Return,
  { outcome, way }: { outcome: FinalOutcome & { kind: 'declined' }; way: Way },
): Promise<ApplyResult> {
  const reason = `${outcome.code} ${outcome.message}`.trim()
  const { environment, operator } = { ...collection, ...other }
  const result = await db.transaction(async (sql): Promise<ApplyResult> => {
    const now = clock.now()
    await lockedTransaction(sql, collection.card_transaction_id)
    if (!(await resolveOperation(sql, undo.id, 'refused', { now, reason }))) return 'known'
    // guard: return-pause
    const seconds = Math.min(firstPauseSeconds * 2 ** Math.min(refused, 10), longestPauseSeconds)
    await insertReturn(sql, collection, {
      queue: operatorQueue(environment, operator),
      amount: undo,
      nextCheckAt: way === 'refund' ? now : now.add({ seconds }),
      now,
    })
    // guard: refused-return-exception
    if (refused + 1 >= refusalsUntilException)
      await openCollectionException(
        sql,
        {
          collection: collection.operation,
          kind: 'return_refused',
          detail: `${collection.collection_id}: ${reason}`,
        },
        now,
      )
    return 'settled'
  })
  const subject = { operation: undo.id, transaction_uuid: transaction.transaction_uuid, reason }
  if (way === 'payout') log.error('money could not be given back', subject)
  else log.warn('operator refused a refund, paying the number instead', subject)
  return result
}

/** Inserts the next call that gives the money of a collection back. */
export async function insertReturn(
  sql: Tx,
  {
    operation,
    card_transaction_id: cardTransactionId,
  }: Pick<CollectionRow, 'operation' | 'card_transaction_id'>,
  call: {
    queue: string
    amount: Pick<ClaimedOperation, 'amount_minor' | 'currency'>
    nextCheckAt: Temporal.Instant
    now: Temporal.Instant
  },
): Promise<string> {
  const { queue, amount, nextCheckAt, now } = call
  const id = newOperationId(sql.cell)
  await insertOperation(sql, {
    id,
    kind: 'undo',
    state: 'intent',
    subject: { cardTransactionId, queue },
    undoes: operation,
    fingerprint: fingerprint([operation, 'undo']),
    amountMinor: amount.amount_minor,
    currency: amount.currency,
    nextCheckAt,
    now,
  })
  return id
}
