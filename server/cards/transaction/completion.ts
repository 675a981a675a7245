// The end of a payment, written in one transaction: the move, what was said of it, the ledger, the merchant's webhook.
import assert from 'node:assert/strict'
import { money } from '../../kernel/money.ts'
import { type Entry, post } from '../../ledger/post.ts'
import type { Tx } from '../../platform/database/database.ts'
import { cavvMessage, type RefusalReason, refusals } from './decline-reasons.ts'
import { recordUse } from './link-uses/link-uses.ts'
import { lockedTransaction, type PricedTransaction } from './queries.ts'
import { type CardFacts, moveTransaction, noCard, type Outcome } from './transaction.ts'
import { announceCancellation, announcePayment } from './webhooks/publish.ts'

/** How it ended. `operation` is the one that holds the transaction, when one does. */
export type Completion = { operation?: string; paymentId?: string; card?: CardFacts; cavvResult?: string } & (
  | { kind: 'charged' }
  | { kind: 'refused'; decision: 'REJECT' | 'REVIEW'; reason: RefusalReason }
  | { kind: 'cancelled' }
)

/** Completes a PENDING transaction; false when it was completed before, or is held by another operation. */
export async function completeTransaction(
  sql: Tx,
  before: PricedTransaction,
  end: Completion,
  now: Temporal.Instant,
): Promise<boolean> {
  const by = { at: now, outcome: outcomeOf(end), ...(end.operation && { operation: end.operation }) }
  if (!(await moveTransaction(sql, before, end.kind, by))) return false
  await recordUseOf(sql, before, end, now)
  const after = await lockedTransaction(sql, before.id)
  if (end.kind === 'charged') {
    assert(end.operation, 'only an operation can charge')
    await post(sql, {
      key: `charge:${end.operation}`,
      environment: after.environment,
      entries: chargeEntries(after),
      now,
    })
  }
  if (end.kind === 'cancelled') await announceCancellation(sql, after, now)
  await announcePayment(sql, after, now)
  return true
}

/** A charge of a link holds one of its uses; what ends without a charge never held one. */
async function recordUseOf(
  sql: Tx,
  t: PricedTransaction,
  end: Completion,
  now: Temporal.Instant,
): Promise<void> {
  if (t.payment_link_id === null || end.kind === 'cancelled') return
  const result = end.kind === 'charged' ? 'success' : end.reason
  const holdsUse = end.operation !== undefined
  await recordUse(sql, { linkId: t.payment_link_id, transactionId: t.id, result, holdsUse }, now)
}

function outcomeOf(end: Completion): Outcome {
  const cavvResult = end.cavvResult ?? ''
  const { decision, reason, message } = wordsOf(end)
  return {
    decision,
    reasonCode: reason,
    message,
    paymentId: end.paymentId ?? null,
    card: end.card ?? noCard,
    cavvResult,
    cavvMessage: cavvMessage(cavvResult),
  }
}

function wordsOf(end: Completion): { decision: string; reason: string; message: string } {
  if (end.kind === 'charged') return { decision: 'ACCEPT', reason: '', message: '' }
  const reason = end.kind === 'cancelled' ? 'CUSTOMER_CANCELLED' : end.reason
  return { decision: end.kind === 'cancelled' ? 'REJECT' : end.decision, reason, message: refusals[reason] }
}

/** The gateway owes us the amount; we owe the merchant its part, and the commission is the bank's and ours. */
export function chargeEntries(t: PricedTransaction): Entry[] {
  const of = (minor: bigint) => money(minor, t.currency)
  return [
    { account: 'gateway_receivable', side: 'debit', amount: of(t.amount_minor) },
    { account: 'merchant_payable', merchantId: t.merchant_id, side: 'credit', amount: of(t.merchant_minor) },
    { account: 'bank_commission', side: 'credit', amount: of(t.bank_commission_minor) },
    { account: 'service_commission', side: 'credit', amount: of(t.service_commission_minor) },
  ]
}
