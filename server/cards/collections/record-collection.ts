// Records the outcome of a collection once: what it means for the payment, and what becomes of money that the payment cannot keep.
import assert from 'node:assert/strict'
import { type Money, money } from '../../kernel/money.ts'
import { newOperationId } from '../../ledger/operation.ts'
import { createAccounts, type Entry, type Posting } from '../../ledger/post.ts'
import { type CollectionOutcome, isDebitOf } from '../../operator-calls/collector.ts'
import { operatorQueue } from '../../operator-calls/operator.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Log } from '../../platform/process/log.ts'
import { fingerprint } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { IssueReceipt } from '../../receipts/issue-receipt.ts'
import { eventRow } from '../../webhooks/enqueue-webhook.ts'
import { holdUseAgain } from '../charges/idle-uses.ts'
import { receiptOf } from '../charges/record-charge.ts'
import type { Recorded } from '../charges/recording.ts'
import { commissionOn } from '../transaction/amount.ts'
import { type Completion, chargeEvent, paymentAfter, recordLinkUse } from '../transaction/completion.ts'
import type { PricedTransaction } from '../transaction/queries.ts'
import { callbackUrlOf, paymentEventFor } from '../transaction/webhooks.ts'
import type { CollectionStore } from './collection-store.ts'
import { type CollectionOutcomeRow, recordCollectionOutcomes } from './outcome-store.ts'
import { type CollectionContext, type CollectionRow, collectionAmount } from './queries.ts'

export type RecordNeeds = {
  db: Database
  clock: Clock
  log: Log
  collectionStore: CollectionStore
  /** How many days after a collection its money becomes available to the merchant. */
  mobileMoneySettlementDays: number
  issueReceipt: IssueReceipt
}

/** An outcome that ends a collection. Money that the operator returned before we heard of it was never there for us. */
export type EndedCollection = Extract<CollectionOutcome, { kind: 'approved' | 'declined' | 'reversed' }>

/**
 * Records the operator's word once: operation, collection, payment, ledger, webhook, and an undo for money that the payment cannot keep.
 * Used for the reply to the request and for what an inquiry finds.
 */
export async function recordCollectionOutcome(
  needs: RecordNeeds,
  context: CollectionContext,
  outcome: EndedCollection,
): Promise<Recorded> {
  const { collection, transaction } = context
  const now = needs.clock.now()
  const url = await callbackUrlOf(needs.db, transaction)
  const row = outcomeRow(needs, context, outcome, { url, now })
  const receipt = await receiptOf(needs, row)
  const recorded = await recordWithAccounts(needs, { ...row, receipt })
  const subject = { operation: collection.operation, transaction_uuid: transaction.transaction_uuid }
  if (recorded.is_recorded && row.operation.isApproved && (row.undo.isCertain || !recorded.is_completed))
    needs.log.error(
      row.undo.isCertain ? 'another amount was collected' : 'collection approved too late',
      subject,
    )
  if (outcome.kind === 'declined' && outcome.isMisconfigured)
    needs.log.error('operator refuses our collections', {
      ...subject,
      reason: `${outcome.code} ${outcome.message}`,
    })
  return recorded
}

/** Accounts are missing only before the first postings of an operator or merchant; they are created, and the outcome is recorded again. */
async function recordWithAccounts(needs: RecordNeeds, outcome: CollectionOutcomeRow): Promise<Recorded> {
  const record = () =>
    outcome.payment.payment_link_id === null
      ? needs.collectionStore.record(outcome)
      : needs.db.transaction((sql) => recordLinkCollection(sql, outcome))
  const recorded = await record()
  if (!recorded.lacks_account) return recorded
  for (const posting of [outcome.posting, outcome.latePosting])
    if (posting) await createAccounts(needs.db, posting)
  const again = await record()
  assert(!again.lacks_account, 'all ledger accounts exist')
  return again
}

/** A collection through a payment link also ends the use that it holds. */
async function recordLinkCollection(sql: Tx, outcome: CollectionOutcomeRow): Promise<Recorded> {
  const { completion, isLate, event, now, payment } = outcome
  if (isLate && event === 'charged') await holdUseAgain(sql, payment.id, now)
  const [recorded] = await recordCollectionOutcomes(sql, [outcome])
  assert(recorded, 'every outcome has a result')
  // Money that came late found no attempt in flight: its payment held the use without one.
  const { operation: _, ...idle } = completion
  if (recorded.is_completed) await recordLinkUse(sql, payment, isLate ? idle : completion, event, now)
  return recorded
}

type At = { url: string | null | undefined; now: Temporal.Instant }

function outcomeRow(
  { db, mobileMoneySettlementDays }: RecordNeeds,
  { collection, transaction }: CollectionContext,
  outcome: EndedCollection,
  { url, now }: At,
): Omit<CollectionOutcomeRow, 'receipt'> {
  const { operation, operator, number_end: numberEnd } = collection
  const asked = collectionAmount(collection)
  const isApproved = outcome.kind === 'approved'
  const taken = isApproved ? (outcome.amount ?? asked) : asked
  // guard: collected-amount
  const isOtherAmount = isApproved && !isDebitOf(asked, taken)
  const completion = completionOf(collection, outcome, isOtherAmount)
  const event = chargeEvent(completion, transaction)
  const payment = paidByPhone(paymentAfter(transaction, completion, event, now), collection, event)
  return {
    now,
    operation: {
      id: operation,
      isApproved,
      ...(outcome.upstreamId && { upstreamId: outcome.upstreamId }),
      ...(outcome.kind === 'declined' && { reason: `${outcome.code} ${outcome.message}`.trim() }),
    },
    isLate: collection.operation_state === 'declined',
    completion,
    event,
    collectionEvent:
      completion.kind === 'charged'
        ? 'approved'
        : completion.reason === 'MM_NO_ANSWER'
          ? 'lapsed'
          : 'declined',
    ...wordsOf(outcome, isOtherAmount && taken),
    operator,
    numberEnd,
    payment,
    ...postingsOf(
      { payment, collection, completion, taken: isApproved ? taken : undefined },
      { now, mobileMoneySettlementDays },
    ),
    webhook:
      url === undefined || event === 'declined'
        ? undefined
        : eventRow(paymentEventFor(payment, url), { cell: db.cell, now }),
    undo: {
      id: newOperationId(db.cell),
      fingerprint: fingerprint([operation, 'undo']),
      amountMinor: taken.minor,
      currency: taken.currency,
      queue: operatorQueue(transaction.environment, operator),
      isCertain: isOtherAmount,
    },
  }
}

/** Money that pays is shared with the merchant; money that comes too late is owed to the payer. Which it is, the statement decides. */
function postingsOf(
  of: {
    payment: PricedTransaction
    collection: CollectionRow
    completion: Completion
    taken: Money | undefined
  },
  { now, mobileMoneySettlementDays: days }: { now: Temporal.Instant; mobileMoneySettlementDays: number },
): { posting: Posting | undefined; latePosting?: Posting } {
  const { payment, collection, completion, taken } = of
  const { environment } = payment
  const posting: Posting | undefined =
    completion.kind === 'charged'
      ? {
          key: `charge:${collection.operation}`,
          entries: collectionEntries(payment, collection),
          availableOn: now.toZonedDateTimeISO('UTC').toPlainDate().add({ days }),
          ...{ environment, now },
        }
      : undefined
  if (!taken) return { posting }
  const entries = surplusEntries(taken, collection)
  return { posting, latePosting: { key: `surplus:${collection.operation}`, entries, environment, now } }
}

function completionOf(
  { operation, collection_id }: CollectionRow,
  outcome: EndedCollection,
  isOtherAmount: boolean,
): Completion & { kind: 'charged' | 'refused' } {
  if (outcome.kind === 'approved' && !isOtherAmount)
    return { kind: 'charged', operation, paymentId: collection_id, method: 'mobile_money' }
  const reason = outcome.kind === 'declined' ? outcome.reason : 'MM_DECLINED'
  return { kind: 'refused', operation, decision: 'REJECT', reason, method: 'mobile_money' }
}

function wordsOf(outcome: EndedCollection, other: Money | false) {
  if (outcome.kind === 'declined') return { operatorCode: outcome.code, operatorMessage: outcome.message }
  if (outcome.kind === 'reversed') return { operatorCode: '', operatorMessage: 'returned by the operator' }
  return {
    operatorCode: '',
    operatorMessage: other ? `${other.minor} ${other.currency} (minor units) debited` : '',
  }
}

/** The payment with what an attempt by phone leaves in it. The bank has no part in it, so the service keeps the whole commission. */
function paidByPhone(
  payment: PricedTransaction,
  { operator, number_end }: CollectionRow,
  event: 'charged' | 'refused' | 'declined',
): PricedTransaction {
  if (event === 'declined') return payment
  const by = {
    payment_method: 'mobile_money',
    payer_operator: operator,
    payer_number_end: number_end,
  } as const
  if (event === 'refused') return { ...payment, ...by }
  const rate = payment.mobile_money_rate_bp ?? payment.commission_rate_bp
  const of = commissionOn(money(payment.amount_minor, payment.currency), {
    commissionRateBp: rate,
    bankRateBp: 0,
  })
  return {
    ...payment,
    ...by,
    commission_rate_bp: rate,
    commission_minor: of.commission.minor,
    bank_commission_minor: 0n,
    service_commission_minor: of.service.minor,
    merchant_minor: of.merchant.minor,
  }
}

/** The operator owes us the amount, we owe the merchant its share, and the service keeps the commission. */
function collectionEntries(payment: PricedTransaction, { operator }: CollectionRow): Entry[] {
  const of = (minor: bigint) => money(minor, payment.currency)
  return [
    { account: 'operator_receivable', operator, side: 'debit', amount: of(payment.amount_minor) },
    {
      account: 'merchant_payable',
      merchantId: payment.merchant_id,
      side: 'credit',
      amount: of(payment.merchant_minor),
    },
    { account: 'service_commission', side: 'credit', amount: of(payment.service_commission_minor) },
  ]
}

/** The operator owes us what it took, and we owe it to the payer. */
function surplusEntries(taken: Money, { operator }: CollectionRow): Posting['entries'] {
  return [
    { account: 'operator_receivable', operator, side: 'debit', amount: taken },
    { account: 'collection_surplus', side: 'credit', amount: taken },
  ]
}
