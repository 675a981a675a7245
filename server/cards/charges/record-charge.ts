// Records the outcome of a charge once, and requests an undo for money that must not be kept.
import { fingerprint } from '../../operations/fingerprint.ts'
import { insertOperation, newOperationId, resolveOperation } from '../../operations/operation.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { usedCard } from '../authentication/use-authentication.ts'
import type { ChargeReply } from '../gateway/gateway.ts'
import { completeTransaction } from '../transaction/completion.ts'
import { lockedTransaction, type PricedTransaction } from '../transaction/queries.ts'
import type { CardFacts } from '../transaction/transaction.ts'

type KnownChargeReply = Exclude<ChargeReply, { kind: 'unknown' } | { kind: 'not_sent' }>

/**
 * Records the gateway's reply once: operation, transaction, ledger, webhook, and an undo for an approval that we will
 * not keep. Used for the direct reply and for what an inquiry finds.
 */
export async function recordChargeOutcome(
  { db, clock, log }: { db: Database; clock: Clock; log: Log },
  operation: { id: string; subject_id: bigint },
  response: KnownChargeReply,
): Promise<void> {
  await db.transaction(async (sql) => {
    const now = clock.now()
    const facts = {
      now,
      ...(response.paymentId && { upstreamId: response.paymentId }),
      ...(response.kind !== 'approved' && { reason: response.reason }),
      ...(response.correlationId && { correlationId: response.correlationId }),
    }
    const approved = response.kind !== 'declined'
    if (!(await resolveOperation(sql, operation.id, approved ? 'approved' : 'refused', facts))) return
    const transaction = await lockedTransaction(sql, operation.subject_id)
    const card = await usedCard(sql, transaction.id)
    const { end: completion, undo } = decide(transaction, {
      ...response,
      card: { ...card, ...known(response.card) },
    })
    const finished = await completeTransaction(
      sql,
      transaction,
      { ...completion, operation: operation.id },
      now,
    )
    if (!finished)
      log.error('charge outcome arrived after transaction ended', {
        operation: operation.id,
        transaction_uuid: transaction.transaction_uuid,
      })
    // guard: late-approval-undo
    if (undo || (!finished && approved)) await requestUndo(sql, operation.id, transaction, now)
  })
}

/** The gateway's facts about the card take precedence; where it gives none, those of the token remain. */
function known(card: CardFacts): Partial<CardFacts> {
  return Object.fromEntries(Object.entries(card).filter(([, fact]) => fact !== ''))
}

/** Decides what a reply means for the transaction. An approval for another amount is not a success: it is undone. */
export function decide(
  transaction: Pick<PricedTransaction, 'amount_minor' | 'currency'>,
  response: KnownChargeReply,
) {
  const facts = {
    ...(response.paymentId && { paymentId: response.paymentId }),
    card: response.card,
    cavvResult: response.cavvResult,
  }
  if (response.kind === 'approved') {
    // guard: approved-amount
    const requested =
      response.amount.minor === transaction.amount_minor && response.amount.currency === transaction.currency
    return requested
      ? { end: { kind: 'charged', ...facts } as const, undo: false }
      : {
          end: { kind: 'refused', decision: 'REJECT', reason: 'AMOUNT_MISMATCH', ...facts } as const,
          undo: true,
        }
  }
  const { decision, reason } = response
  return { end: { kind: 'refused', decision, reason, ...facts } as const, undo: response.kind === 'held' }
}

/** Inserts an undo operation for a charge; a worker executes it. */
export async function requestUndo(
  sql: Tx,
  charge: string,
  transaction: Pick<PricedTransaction, 'id' | 'amount_minor' | 'currency'>,
  now: Temporal.Instant,
): Promise<void> {
  await insertOperation(sql, {
    id: newOperationId(),
    kind: 'undo',
    state: 'intent',
    subject: { cardTransactionId: transaction.id },
    undoes: charge,
    fingerprint: fingerprint([charge, 'undo']),
    amountMinor: transaction.amount_minor,
    currency: transaction.currency,
    nextCheckAt: now,
    now,
  })
}
