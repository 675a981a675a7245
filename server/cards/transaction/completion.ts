// Completes a payment without a charge in one transaction: the state change, the outcome and the merchant's webhook.
import assert from 'node:assert/strict'
import { money } from '../../kernel/money.ts'
import type { PaymentMethod } from '../../kernel/payment-method.ts'
import type { Entry } from '../../ledger/post.ts'
import type { Tx } from '../../platform/database/database.ts'
import { cavvMessage, type RefusalReason, refusals } from './decline-reasons.ts'
import { recordUse } from './link-uses.ts'
import type { PricedTransaction } from './queries.ts'
import {
  type CardFacts,
  endPayment,
  noCard,
  type Outcome,
  type TransactionEvent,
  transactionMoves,
} from './transaction.ts'
import { cancellationEvent, enqueuePaymentEvent, paymentEvent } from './webhooks.ts'

/**
 * How an attempt or the payment ended. `operation` is set when an operation holds the transaction. `isLast`: no other card
 * may be tried after it, because money may be held on this one or the outcome was never known.
 */
export type Completion = {
  operation?: string
  paymentId?: string
  method?: PaymentMethod
  card?: CardFacts
  cavvResult?: string
} & (
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

/** The payment as its completion leaves it. A decline that is not the last one leaves no trace in its own columns. */
export function paymentAfter(
  before: PricedTransaction,
  completion: Completion,
  event: 'charged' | 'refused' | 'declined' | 'cancelled',
  now: Temporal.Instant,
): PricedTransaction {
  const status = transactionMoves.PENDING[event]
  assert(status, 'a pending payment accepts the outcome of an attempt')
  const attempts = event === 'refused' || event === 'declined' ? 1 : 0
  const after = {
    ...before,
    status,
    running_operation: null,
    declined_attempts: before.declined_attempts + attempts,
  }
  return event === 'declined' ? after : { ...after, finalised_at: now, ...outcomeOf(completion) }
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
  const after = paymentAfter(before, completion, event, now)
  const reason = completion.kind === 'refused' ? completion.reason : undefined
  if (!(await endPayment(sql, after, { event, at: now, operation: completion.operation, reason })))
    return false
  await recordLinkUse(sql, before, completion, event, now)
  if (event === 'cancelled') await enqueuePaymentEvent(sql, after, cancellationEvent(after, now), now)
  if (event !== 'declined') await enqueuePaymentEvent(sql, after, paymentEvent(after), now)
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

function outcomeOf(completion: Completion): Outcome {
  const { card = noCard, cavvResult = '' } = completion
  return {
    ...decisionOf(completion),
    cs_payment_id: completion.paymentId ?? null,
    payment_method: completion.kind === 'cancelled' ? null : (completion.method ?? 'card'),
    card_type: card.type,
    card_last4: card.last4,
    card_expiry_date: card.expiry,
    card_bin_country: card.binCountry,
    card_issuer: card.issuer,
    card_scheme: card.scheme,
    auth_cavv_result: cavvResult,
    cavv_message: cavvMessage(cavvResult),
  }
}

function decisionOf(completion: Completion): Pick<Outcome, 'decision' | 'reason_code' | 'message'> {
  if (completion.kind === 'charged') return { decision: 'ACCEPT', reason_code: '', message: '' }
  const reason = completion.kind === 'cancelled' ? 'CUSTOMER_CANCELLED' : completion.reason
  const decision = completion.kind === 'cancelled' ? 'REJECT' : completion.decision
  return { decision, reason_code: reason, message: refusals[reason] }
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
