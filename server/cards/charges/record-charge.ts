// Records the outcome of a charge once, and requests an undo for money that must not be kept.
import assert from 'node:assert/strict'
import { insertOperation, newOperationId } from '../../ledger/operation.ts'
import { createAccounts, type Posting } from '../../ledger/post.ts'
import type { Tx } from '../../platform/database/database.ts'
import { fingerprint } from '../../platform/secrets.ts'
import { eventRow } from '../../webhooks/enqueue-webhook.ts'
import type { ChargeReply } from '../gateway/gateway.ts'
import { getsReceipt, payerReceipt } from '../receipts/payer-emails.ts'
import { paymentReceiptFacts } from '../receipts/payment-receipt.ts'
import { chargeEntries, chargeEvent, paymentAfter, recordLinkUse } from '../transaction/completion.ts'
import type { PricedTransaction } from '../transaction/queries.ts'
import type { CardFacts } from '../transaction/transaction.ts'
import { callbackUrlOf, paymentEventFor } from '../transaction/webhooks.ts'
import { type ChargeOutcome, type NewChargeNeeds, recordChargeOutcomes } from './charge-store.ts'
import type { Recorded } from './recording.ts'

type RecordNeeds = Pick<
  NewChargeNeeds,
  'db' | 'clock' | 'log' | 'chargeStore' | 'settlementDays' | 'issueReceipt'
>

type KnownChargeReply = Exclude<ChargeReply, { kind: 'unknown' } | { kind: 'not_sent' }>

/** A charge whose outcome is known: its operation, the payment as it was read, and what its token revealed of the card. */
type EndedCharge = { operation: string; transaction: PricedTransaction; card: CardFacts }

/**
 * Records the gateway's reply once: operation, transaction, ledger, webhook, and an undo for an approval that we will
 * not keep. Used for the direct reply and for what an inquiry finds. Returns the payment if this reply ended it or opened
 * it for another card.
 */
export async function recordChargeOutcome(
  needs: RecordNeeds,
  charge: EndedCharge,
  reply: KnownChargeReply,
): Promise<PricedTransaction | undefined> {
  const url = await callbackUrlOf(needs.db, charge.transaction)
  const now = needs.clock.now()
  const known = chargeOutcome(charge, reply, {
    cell: needs.db.cell,
    url,
    now,
    settlementDays: needs.settlementDays,
  })
  const outcome = { ...known, receipt: await receiptOf(needs, known) }
  const recorded = await recordWithAccounts(needs, outcome)
  if (recorded.is_recorded && !recorded.is_completed)
    needs.log.error('charge outcome arrived after transaction ended', {
      operation: charge.operation,
      transaction_uuid: charge.transaction.transaction_uuid,
    })
  return recorded.is_completed ? outcome.payment : undefined
}

/** The receipt that the payer gets by email, signed. A charge is recorded even if its receipt cannot be signed now. */
export async function receiptOf(
  { issueReceipt, log }: Pick<RecordNeeds, 'issueReceipt' | 'log'>,
  { event, payment, now }: Pick<ChargeOutcome, 'event' | 'payment' | 'now'>,
) {
  if (event !== 'charged' || !getsReceipt(payment)) return undefined
  const facts = { ...payment, time_zone: payment.merchant_time_zone, returned_at: null }
  const signed = await issueReceipt({ transactionId: payment.id }, paymentReceiptFacts(facts)).catch(
    (error) =>
      log.error('receipt of a charge could not be signed', {
        transaction_uuid: payment.transaction_uuid,
        error,
      }),
  )
  return payerReceipt(payment, signed ?? undefined, now)
}

/** Accounts are missing only before a merchant's first postings; they are created, and the outcome is recorded again. */
async function recordWithAccounts(needs: RecordNeeds, outcome: ChargeOutcome): Promise<Recorded> {
  const record = () =>
    outcome.payment.payment_link_id === null
      ? needs.chargeStore.record(outcome)
      : needs.db.transaction((sql) => recordLinkCharge(sql, outcome))
  const recorded = await record()
  if (!recorded.lacks_account || outcome.posting === undefined) return recorded
  await createAccounts(needs.db, outcome.posting)
  const again = await record()
  assert(!again.lacks_account, 'all ledger accounts exist')
  return again
}

/** A charge through a payment link also ends the use that it holds. */
async function recordLinkCharge(sql: Tx, outcome: ChargeOutcome): Promise<Recorded> {
  const [recorded] = await recordChargeOutcomes(sql, [outcome])
  assert(recorded, 'every outcome has a result')
  if (recorded.is_completed)
    await recordLinkUse(
      sql,
      outcome.payment,
      { ...outcome.completion, operation: outcome.operation.id },
      outcome.event,
      outcome.now,
    )
  return recorded
}

function chargeOutcome(
  { operation, transaction, card }: EndedCharge,
  reply: KnownChargeReply,
  {
    cell,
    url,
    now,
    settlementDays,
  }: { cell: number; url: string | null | undefined; now: Temporal.Instant; settlementDays: number },
): Omit<ChargeOutcome, 'receipt'> {
  const { end: completion, undo } = decide(transaction, { ...reply, card: { ...card, ...known(reply.card) } })
  const event = chargeEvent(completion, transaction)
  const payment = paymentAfter(transaction, completion, event, now)
  const posting: Posting | undefined =
    completion.kind === 'charged'
      ? {
          key: `charge:${operation}`,
          environment: payment.environment,
          entries: chargeEntries(payment),
          now,
          availableOn: now.toZonedDateTimeISO('UTC').toPlainDate().add({ days: settlementDays }),
        }
      : undefined
  return {
    now,
    operation: {
      id: operation,
      isApproved: reply.kind !== 'declined',
      ...(reply.paymentId && { upstreamId: reply.paymentId }),
      ...(reply.kind !== 'approved' && { reason: reply.reason }),
      ...(reply.correlationId && { correlationId: reply.correlationId }),
    },
    completion,
    event,
    payment,
    posting,
    // guard: final-outcome-webhook
    webhook:
      url === undefined || event === 'declined'
        ? undefined
        : eventRow(paymentEventFor(payment, url), { cell, now }),
    undo: { id: newOperationId(cell), fingerprint: undoFingerprint(operation), isCertain: undo },
  }
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
          end: {
            kind: 'refused',
            decision: 'REJECT',
            reason: 'AMOUNT_MISMATCH',
            isLast: true,
            ...facts,
          } as const,
          undo: true,
        }
  }
  const { decision, reason } = response
  const undo = response.kind === 'held'
  // guard: held-money-ends-payment
  return { end: { kind: 'refused', decision, reason, isLast: undo, ...facts } as const, undo }
}

const undoFingerprint = (charge: string) => fingerprint([charge, 'undo'])

/** Inserts an undo operation for a charge; a worker executes it. */
export async function requestUndo(
  sql: Tx,
  charge: string,
  transaction: Pick<PricedTransaction, 'id' | 'amount_minor' | 'currency'>,
  now: Temporal.Instant,
): Promise<void> {
  await insertOperation(sql, {
    id: newOperationId(sql.cell),
    kind: 'undo',
    state: 'intent',
    subject: { cardTransactionId: transaction.id },
    undoes: charge,
    fingerprint: undoFingerprint(charge),
    amountMinor: transaction.amount_minor,
    currency: transaction.currency,
    nextCheckAt: now,
    now,
  })
}
