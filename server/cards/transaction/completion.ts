// Completes a payment without a charge in one transaction: the state change, the outcome and the merchant's webhook.
import assert from 'node:assert/strict'
import { money } from '../../kernel/money.ts'
import type { Entry } from '../../ledger/post.ts'
import type { Tx } from '../../platform/database/database.ts'
import { cavvMessage, type RefusalReason, refusals } from './decline-reasons.ts'
import { recordUse } from './link-uses.ts'
import { lockedTransaction, type PricedTransaction } from './queries.ts'
import {
  type CardFacts,
  type Decision,
  moveTransaction,
  noCard,
  type Outcome,
  recordOpenDecline,
  type TransactionEvent,
} from './transaction.ts'
import { enqueueCancellationWebhook, enqueuePaymentWebhook } from './webhooks.ts'

/**
 * How an attempt or the payment ended. `operation` is set when an operation holds the transaction. `isLast`: no other card
 * may be tried after it, because money may be held on this one or the outcome was never known.
 */
export type Completion = { operation?: string; paymentId?: string; card?: CardFacts; cavvResult?: string } & (
  | { kind: 'charged' }
  | { kind: 'refused'; decision: 'REJECT' | 'REVIEW'; reason: RefusalReason; isLast?: boolean }
  | { kind: 'cancelled' }
)

type Attempts = Pick<PricedTransaction, 'checkout_attempts' | 'declined_attempts'>

/** What an attempt means for its payment: a decline ends it only when it was the last one. */
export function chargeEvent(
  completion: Completion & { kind: 'charged' | 'refused' },
  { checkout_attempts, declined_attempts }: Attempts,
): 'charged' | 'refused' | 'declined' {
  if (completion.kind === 'charged') return 'charged'
  // guard: checkout-attempts
  const isOpen = declined_attempts + 1 < checkout_attempts && !completion.isLast
  return isOpen ? 'declined' : 'refused'
}

/**
 * Completes a PENDING transaction without a charge, or records a decline that leaves attempts. Returns false when it was
 * already completed or another operation holds it.
 */
export async function completeTransaction(
  sql: Tx,
  before: PricedTransaction,
  completion: Completion & { kind: 'refused' | 'cancelled' },
  now: Temporal.Instant,
): Promise<boolean> {
  const event = completion.kind === 'cancelled' ? 'cancelled' : chargeEvent(completion, before)
  if (completion.kind === 'refused' && event === 'declined') {
    assert(completion.operation === undefined, 'the outcome of a charge is recorded with its operation')
    if (!(await recordOpenDecline(sql, before, { at: now, reason: completion.reason }))) return false
    await recordLinkUse(sql, before, completion, event, now)
    return true
  }
  const by = {
    at: now,
    outcome: outcomeOf(completion),
    ...(completion.operation && { operation: completion.operation }),
  }
  if (!(await moveTransaction(sql, before, completion.kind, by))) return false
  await recordLinkUse(sql, before, completion, event, now)
  const after = await lockedTransaction(sql, before.id)
  if (completion.kind === 'cancelled') await enqueueCancellationWebhook(sql, after, now)
  await enqueuePaymentWebhook(sql, after, now)
  return true
}

/**
 * A charge through a payment link reserves one of its uses. The use is kept while the payer may try another card, and
 * released when the payment ends unpaid.
 */
export async function recordLinkUse(
  sql: Tx,
  t: Pick<PricedTransaction, 'id' | 'payment_link_id' | 'holds_link_use'>,
  completion: Completion,
  event: TransactionEvent,
  now: Temporal.Instant,
): Promise<void> {
  if (t.payment_link_id === null || (completion.kind === 'cancelled' && !t.holds_link_use)) return
  const unrefused = completion.kind === 'charged' ? 'success' : 'cancelled'
  await recordUse(
    sql,
    {
      linkId: t.payment_link_id,
      transactionId: t.id,
      result: completion.kind === 'refused' ? completion.reason : unrefused,
      wasInFlight: completion.operation !== undefined,
      // guard: declined-link-use
      keepsUse: event === 'declined',
    },
    now,
  )
}

/** The columns of a payment that its completion sets. */
export function outcomeOf(completion: Completion): Outcome {
  const cavvResult = completion.cavvResult ?? ''
  const { decision, reason, message } = decisionOf(completion)
  return {
    decision,
    reasonCode: reason,
    message,
    paymentId: completion.paymentId ?? null,
    card: completion.card ?? noCard,
    cavvResult,
    cavvMessage: cavvMessage(cavvResult),
  }
}

function decisionOf(completion: Completion): { decision: Decision; reason: string; message: string } {
  if (completion.kind === 'charged') return { decision: 'ACCEPT', reason: '', message: '' }
  const reason = completion.kind === 'cancelled' ? 'CUSTOMER_CANCELLED' : completion.reason
  return {
    decision: completion.kind === 'cancelled' ? 'REJECT' : completion.decision,
    reason,
    message: refusals[reason],
  }
}

/**
 * Ledger entries of a charge: the gateway owes us the amount, we owe the merchant its share, and the commission is
 * split between the bank and us.
 */
export function chargeEntries(t: PricedTransaction): Entry[] {
  const of = (minor: bigint) => money(minor, t.currency)
  return [
    { account: 'gateway_receivable', side: 'debit', amount: of(t.amount_minor) },
    { account: 'merchant_payable', merchantId: t.merchant_id, side: 'credit', amount: of(t.merchant_minor) },
    { account: 'bank_commission', side: 'credit', amount: of(t.bank_commission_minor) },
    { account: 'service_commission', side: 'credit', amount: of(t.service_commission_minor) },
  ]
}
