// Gives collected money back to the number that paid: by the operator's refund, or, where it refuses or has none, by a payout from our
// float. One way at a time, so that nothing is given back twice: the payout begins only after the refund was finally refused.

import { type LocalCurrency, type Money, money } from '../../../kernel/money.ts'
import { beginSending, type ClaimedOperation } from '../../../ledger/claim.ts'
import type { Collector, RefundInquiryReply } from '../../../operator-calls/collector.ts'
import type { ApplyResult } from '../../../operator-calls/judge-outcome.ts'
import type {
  ConnectedOperator,
  FinalOutcome,
  InquiryReply,
  Payout,
  PayoutReply,
  ReversalReply,
} from '../../../operator-calls/operator.ts'
import { type PayoutCall, processPayoutCall, usableConnection } from '../../../operator-calls/payout-call.ts'
import { type CollectionContext, payingNumber } from '../queries.ts'
import type { ResolveNeeds } from '../resolve-collection.ts'

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

/** An outcome, and the way on which it was reached. */
export type Returned = { outcome: FinalOutcome; way: Way }

/**
 * Sends a claimed operation that gives money back, or inquires about it.
 * @param about.taken what the wallet was debited. Some operators return nothing but all of it.
 * @param about.isRefused whether the operator has refused to refund this before.
 * @param about.record records the outcome.
 */
export async function giveBack(
  needs: ReturnNeeds,
  operation: ClaimedOperation,
  about: {
    context: CollectionContext
    taken: Money<LocalCurrency>
    isRefused: boolean
    record(returned: Returned): Promise<ApplyResult>
  },
): Promise<void> {
  const { context } = about
  const { collection, transaction } = context
  const alert: PayoutCall['alert'] = async (kind, problem) =>
    needs.log.error('returned money needs a decision', {
      operation: operation.id,
      transaction_uuid: transaction.transaction_uuid,
      reason: `${kind}: the return ${problem}`,
    })
  const operator = await usableConnection(needs, operation, {
    operator: needs.operatorFor(collection.environment, collection.operator),
    code: collection.operator,
    alert,
  })
  if (!operator) return
  const collector = operator.collections
  // guard: one-way-back
  const refunds = collector && collector.refunds !== 'none' && !about.isRefused
  const way: Way = refunds ? 'refund' : 'payout'
  await processPayoutCall(needs, {
    operation,
    operator: refunds ? refundingOperator(needs, operator, { ...about, collector, operation }) : operator,
    alert,
    subject: transaction.transaction_uuid,
    inquiry: {
      ...identityOf(needs, operation, context),
      ...(operation.upstream_id && { upstreamId: operation.upstream_id }),
    },
    payout: () => payoutOf(needs, operation, context),
    begin: () => beginSending(needs.db, operation, operator.connectionId, needs.clock.now()),
    apply: (outcome) => about.record({ outcome, way }),
    recordInquiry: async () => {},
  })
}

function identityOf(
  { secrets }: ReturnNeeds,
  operation: ClaimedOperation,
  { collection }: CollectionContext,
) {
  return {
    reference: operation.upstream_ref,
    transactionId: collection.collection_id.replace('-', ''),
    operator: collection.operator,
    msisdn: payingNumber(secrets, collection),
    amount: money(operation.amount_minor, operation.currency as LocalCurrency),
  }
}

/** To the number that paid, in the currency that it paid. */
function payoutOf(needs: ReturnNeeds, operation: ClaimedOperation, context: CollectionContext): Payout {
  const { transaction, collection } = context
  const identity = identityOf(needs, operation, context)
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
    callbackUrl: needs.callbackUrlOf(collection.environment, collection.operator),
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
    collector: Collector
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
