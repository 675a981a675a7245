// Gives collected money back to the number that paid: by the operator's refund, or, where it refuses or has none, by a payout from our
// float, which two admins can send to another number. One way at a time, so that nothing is given back twice: the payout begins only after the refund was finally refused.

import { type LocalCurrency, type Money, money } from '../../../kernel/money.ts'
import { beginSending, type ClaimedOperation } from '../../../ledger/claim.ts'
import type { RefundInquiryReply } from '../../../operator-calls/collector.ts'
import type { ApplyResult } from '../../../operator-calls/judge-outcome.ts'
import type {
  ConnectedCollector,
  ConnectedOperator,
  FinalOutcome,
  InquiryReply,
  Payout,
  PayoutReply,
  ReversalReply,
} from '../../../operator-calls/operator.ts'
import { type PayoutCall, processPayoutCall, usableConnection } from '../../../operator-calls/payout-call.ts'
import { resend } from '../../../operator-calls/reschedule.ts'
import { statement } from '../../../platform/database/database.ts'
import { type CollectionContext, payingNumber } from '../queries.ts'
import { askingCollector, inquireAbout, type ResolveNeeds } from '../resolve-collection.ts'
import type { Payee } from './other-number.ts'

export type ReturnNeeds = ResolveNeeds & {
  callbackUrlOf: (
    environment: 'sandbox' | 'production',
    operator: CollectionContext['collection']['operator'],
  ) => string
  /** Whether SMS leave this deployment. */
  sendsSms: boolean
}

/** Which way the money goes: the operator's own refund first. */
export type Way = 'refund' | 'payout'

type ReturnOutcome = Exclude<FinalOutcome, { kind: 'reversed' }>

/** An outcome, and the way on which it was reached. */
export type Returned = { outcome: ReturnOutcome; way: Way }

export type GiveBack = {
  context: CollectionContext
  /** What the wallet was debited. Some operators return nothing but all of it. */
  taken: Money<LocalCurrency>
  /** Whether the operator has refused to refund this before. */
  isRefused: boolean
  /** The number that two admins chose instead of the one that paid, after a refusal. */
  other: Payee | undefined
  /** Records the outcome. */
  record(returned: Returned): Promise<ApplyResult>
}

/** Sends a claimed operation that gives money back, or inquires about it. */
export async function giveBack(
  needs: ReturnNeeds,
  operation: ClaimedOperation,
  about: GiveBack,
): Promise<void> {
  const { context } = about
  const { collection, transaction } = context
  const payee = about.other ?? {
    operator: collection.operator,
    msisdn: payingNumber(needs.secrets, collection),
  }
  const alert: PayoutCall['alert'] = async (kind, problem) =>
    needs.log.error('returned money needs a decision', {
      operation: operation.id,
      transaction_uuid: transaction.transaction_uuid,
      reason: `${kind}: the return ${problem}`,
    })
  const paying = needs.operatorFor(collection.environment, payee.operator)
  const collector = refundingCollector(needs, operation, about)
  const way: Way = collector ? 'refund' : 'payout'
  const operator = await usableConnection(needs, operation, {
    operator: collector && paying ? { ...paying, connectionId: collector.connectionId } : paying,
    code: payee.operator,
    alert,
  })
  if (!operator) return
  if (way === 'payout' && !(await isStillTaken(needs, operation, about))) return
  await processPayoutCall(needs, {
    operation,
    operator: collector ? refundingOperator(needs, operator, { ...about, collector, operation }) : operator,
    alert,
    subject: transaction.transaction_uuid,
    inquiry: {
      ...identityOf(operation, context, payee),
      ...(operation.upstream_id && { upstreamId: operation.upstream_id }),
    },
    payout: () => payoutOf(needs, operation, context, payee),
    begin: () => beginSending(needs.db, operation, operator.connectionId, needs.clock.now()),
    apply: (outcome) => about.record({ outcome: withoutReturn(outcome), way }),
    recordInquiry: async () => {},
  })
}

/**
 * The account that refunds the payment by the operator's own refund; undefined for the way of a payout. A call that may have been made
 * stays on its way: `sent_by` names the account that collects, or the one that pays out.
 */
function refundingCollector(
  needs: ReturnNeeds,
  operation: ClaimedOperation,
  { context, isRefused, other }: GiveBack,
): ConnectedCollector | undefined {
  const collector = askingCollector(needs, context)
  if (!collector || other) return undefined
  // guard: way-of-return
  if (operation.sent_by !== null) return operation.sent_by === collector.connectionId ? collector : undefined
  // guard: one-way-back
  return collector.refunds !== 'none' && !isRefused ? collector : undefined
}

/** A payout that has come back before we knew that it had succeeded left the payer nothing, like one that was refused. */
function withoutReturn(outcome: FinalOutcome): ReturnOutcome {
  if (outcome.kind !== 'reversed') return outcome
  const message = 'the operator has returned the payout'
  return { kind: 'declined', reason: 'REFUSED_BY_OPERATOR', code: 'reversed', message }
}

/**
 * Whether a payout may give the money back: the operator is first asked whether it has returned it already. If it has, that is the
 * outcome; if it does not say, the payout waits.
 */
async function isStillTaken(
  needs: ReturnNeeds,
  operation: ClaimedOperation,
  { context, taken, record }: GiveBack,
): Promise<boolean> {
  // guard: payout-of-returned-money
  if (operation.found_as !== 'intent') return true
  const collector = askingCollector(needs, context)
  if (!collector) return true
  const found = await inquireAbout(needs, collector, context)
  // A payment that the operator no longer knows is too old to be returned by it.
  if (found.kind === 'approved' || found.kind === 'absent') return true
  if (found.kind !== 'reversed') {
    await resend(needs, operation, `the operator does not confirm the payment: ${found.kind}`)
    return false
  }
  const isWhole = operation.amount_minor === taken.minor
  const outcome: ReturnOutcome = isWhole
    ? { kind: 'succeeded', upstreamId: found.upstreamId ?? '' }
    : {
        ...{ kind: 'declined', reason: 'REFUSED_BY_OPERATOR', code: 'reversed' },
        message: 'the operator has returned the whole payment',
      }
  await record({ outcome, way: isWhole ? 'refund' : 'payout' })
  await needs.db.rows(recheckNow, [context.collection.operation, needs.clock.now()])
  needs.wake()
  return false
}

/** A reversal that a part refund has come upon is recorded by the next check. */
const recheckNow = statement(
  'recheck_returned_collection',
  `update collection set recheck_at = $2 where operation = $1 and state = 'APPROVED'`,
)

function identityOf(operation: ClaimedOperation, { collection }: CollectionContext, payee: Payee) {
  return {
    reference: operation.upstream_ref,
    transactionId: collection.collection_id.replace('-', ''),
    ...payee,
    amount: money(operation.amount_minor, operation.currency as LocalCurrency),
  }
}

/** To the number that paid, or the one chosen instead, in the currency that was paid. */
function payoutOf(
  needs: ReturnNeeds,
  operation: ClaimedOperation,
  context: CollectionContext,
  payee: Payee,
): Payout {
  const { transaction, collection } = context
  const identity = identityOf(operation, context, payee)
  const unknown = { firstName: '', middleName: '', birthDate: '', birthPlace: '', address: '' }
  const document = { type: 'OTHER', number: '' } as const
  return {
    ...identity,
    origin: { amount: amountText(operation), currency: operation.currency, rate: '1', fee: '0.00' },
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
    callbackUrl: needs.callbackUrlOf(collection.environment, payee.operator),
  }
}

const amountText = ({ amount_minor }: ClaimedOperation) =>
  `${amount_minor / 100n}.${String(amount_minor % 100n).padStart(2, '0')}`

/** The operator's refund in the form of a payout, so that both are sent and inquired about by the same rules. */
function refundingOperator(
  needs: ReturnNeeds,
  operator: ConnectedOperator,
  {
    collector,
    context,
    operation,
    taken,
  }: {
    collector: ConnectedCollector
    context: CollectionContext
    operation: ClaimedOperation
    taken: Money<LocalCurrency>
  },
): ConnectedOperator {
  const { collection } = context
  const original = {
    reference: collection.operation,
    upstreamId: collection.upstream_id ?? '',
    amount: taken,
  }
  const amount = money(operation.amount_minor, operation.currency as LocalCurrency)
  const refund = { reference: operation.upstream_ref, original, amount }
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
