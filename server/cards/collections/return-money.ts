// Gives back money that came too late, or that was another amount than asked for: by the operator's refund, or, where it refuses or has
// none, by a payout to the number that paid. One way at a time, so that nothing is given back twice.

import { type LocalCurrency, money } from '../../kernel/money.ts'
import { beginSending, type ClaimedOperation } from '../../ledger/claim.ts'
import { insertOperation, newOperationId, resolveOperation } from '../../ledger/operation.ts'
import { type Entry, post } from '../../ledger/post.ts'
import type { Collector, RefundInquiryReply } from '../../operator-calls/collector.ts'
import type { ApplyResult } from '../../operator-calls/judge-outcome.ts'
import {
  type ConnectedOperator,
  type FinalOutcome,
  type InquiryReply,
  operatorQueue,
  type Payout,
  type PayoutReply,
  type ReversalReply,
} from '../../operator-calls/operator.ts'
import { type PayoutCall, processPayoutCall, usableConnection } from '../../operator-calls/payout-call.ts'
import { statement } from '../../platform/database/database.ts'
import { fingerprint } from '../../platform/secrets.ts'
import { lockedTransaction } from '../transaction/queries.ts'
import { stateAfter } from './moves.ts'
import { notifyOfReturn } from './notifications.ts'
import { type CollectionContext, payingNumber } from './queries.ts'
import type { ResolveNeeds } from './resolve-collection.ts'

export type ReturnNeeds = ResolveNeeds & {
  callbackUrlOf: (
    environment: 'sandbox' | 'production',
    operator: CollectionContext['collection']['operator'],
  ) => string
  /** Whether SMS leave this deployment. */
  sendsSms: boolean
}

const countRefused = statement<{ refused: bigint }>(
  'count_refused_returns',
  `select count(*) as refused from operation where undoes = $1 and state = 'declined'`,
)

/** Which way the money goes: the operator's own refund first. */
type Way = 'refund' | 'payout'

/** Processes a claimed undo of a collection. */
export async function returnMoney(needs: ReturnNeeds, undo: ClaimedOperation): Promise<void> {
  if (undo.undoes === null) throw new Error('an undo names what it undoes')
  const context = await needs.readCollection(undo.undoes)
  const { collection, transaction } = context
  const alert: PayoutCall['alert'] = async (kind, problem) =>
    needs.log.error('returned money needs a decision', {
      operation: undo.id,
      transaction_uuid: transaction.transaction_uuid,
      reason: `${kind}: the return ${problem}`,
    })
  const connected = needs.operatorFor(collection.environment, collection.operator)
  const operator = await usableConnection(needs, undo, {
    operator: connected,
    code: collection.operator,
    alert,
  })
  if (!operator) return
  const [row] = await needs.db.rows(countRefused, [undo.undoes])
  const collector = operator.collections
  // guard: one-way-back
  const way: Way =
    collector && collector.refunds !== 'none' && Number(row?.refused) === 0 ? 'refund' : 'payout'
  const returning =
    way === 'refund' && collector
      ? refundingOperator(needs, operator, { collector, context, undo })
      : operator
  await processPayoutCall(needs, {
    operation: undo,
    operator: returning,
    alert,
    subject: transaction.transaction_uuid,
    inquiry: {
      ...identityOf(needs, undo, context),
      ...(undo.upstream_id && { upstreamId: undo.upstream_id }),
    },
    payout: () => payoutOf(needs, undo, context),
    begin: () => beginSending(needs.db, undo, operator.connectionId, needs.clock.now()),
    apply: (outcome) => applyOutcome(needs, undo, context, { outcome, way }),
    recordInquiry: async () => {},
  })
}

function identityOf({ secrets }: ReturnNeeds, undo: ClaimedOperation, { collection }: CollectionContext) {
  return {
    reference: undo.upstream_ref,
    transactionId: collection.collection_id.replace('-', ''),
    operator: collection.operator,
    msisdn: payingNumber(secrets, collection),
    amount: money(undo.amount_minor, undo.currency as LocalCurrency),
  }
}

/** To the number that paid, in the currency that it paid. */
function payoutOf(needs: ReturnNeeds, undo: ClaimedOperation, context: CollectionContext): Payout {
  const { transaction, collection } = context
  const identity = identityOf(needs, undo, context)
  const unknown = { firstName: '', middleName: '', birthDate: '', birthPlace: '', address: '' }
  const document = { type: 'OTHER', number: '' } as const
  return {
    ...identity,
    origin: { amount: amountText(undo), currency: undo.currency, rate: '1', fee: '0.00' },
    travelRule: {
      sender: {
        ...unknown,
        ...{ lastName: transaction.merchant_name, country: 'CD', city: '', msisdn: '', profession: '' },
        document: { ...document, issued: '', expires: '' },
      },
      receiver: {
        ...unknown,
        ...{ name: `${transaction.bill_to_forename} ${transaction.bill_to_surname}`, lastName: '', document },
      },
      purpose: 'GENERAL',
      sourceOfFunds: 'BUSINESS_INCOME',
    },
    callbackUrl: needs.callbackUrlOf(collection.environment, collection.operator),
  }
}

const amountText = ({ amount_minor }: ClaimedOperation) =>
  `${amount_minor / 100n}.${String(amount_minor % 100n).padStart(2, '0')}`

/** The operator's refund in the form of a payout, so that both are sent and inquired about by the same rules. */
function refundingOperator(
  needs: ReturnNeeds,
  operator: ConnectedOperator,
  { collector, context, undo }: { collector: Collector; context: CollectionContext; undo: ClaimedOperation },
): ConnectedOperator {
  const { collection } = context
  // All of what was taken, which another amount than the one asked for may be.
  const amount = money(undo.amount_minor, undo.currency as LocalCurrency)
  const original = { reference: collection.operation, upstreamId: collection.upstream_id ?? '', amount }
  const refund = { reference: undo.upstream_ref, original, amount }
  const callbackUrl = needs.callbackUrlOf(collection.environment, collection.operator)
  return {
    ...operator,
    pay: async () => asPayout(await collector.refund({ ...refund, callbackUrl })),
    inquire: async () => asPayout(await collector.inquireRefund(refund)),
  }
}

function asPayout(reply: ReversalReply): PayoutReply
function asPayout(reply: RefundInquiryReply): InquiryReply
function asPayout(reply: ReversalReply | RefundInquiryReply): PayoutReply | InquiryReply {
  switch (reply.kind) {
    case 'reversed':
      return { kind: 'succeeded', upstreamId: reply.upstreamId ?? '' }
    case 'refused':
      return { ...reply, kind: 'declined', reason: 'REFUSED_BY_OPERATOR' }
    case 'unsupported':
      return {
        kind: 'declined',
        reason: 'REFUSED_BY_OPERATOR',
        code: 'unsupported',
        message: 'no refund of this amount',
      }
    default:
      return reply
  }
}

const markReturned = statement<{ operation: string }>(
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

// guard: return-posting
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
