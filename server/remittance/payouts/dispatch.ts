// Processes an operator queue: gives each due operation to what it is for, and sends the payouts of transfers.

import type { Environment } from '../../kernel/environment.ts'
import { formatRate, money } from '../../kernel/money.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import { beginSending, type ClaimedOperation, claimDueOperations } from '../../ledger/claim.ts'
import { type CollectionCalls, collectionKinds } from '../../operator-calls/collection-calls.ts'
import type { MerchantPayoutCalls } from '../../operator-calls/judge-outcome.ts'
import type { OperatorFor, Payout } from '../../operator-calls/operator.ts'
import { operatorQueue } from '../../operator-calls/operator.ts'
import { type PayoutCall, processPayoutCall, usableConnection } from '../../operator-calls/payout-call.ts'
import { startPool } from '../../platform/process/concurrency.ts'
import type { Loop } from '../../platform/process/worker-loop.ts'
import { formatHundredths } from '../transfer/formats.ts'
import { openParties } from '../transfer/parties.ts'
import { costOf, type TransferRow, transfersById } from '../transfer/queries.ts'
import { recordTimelineOnce } from '../transfer/timeline.ts'
import { alertStaff, processReversal, type ReversalDispatchNeeds } from './dispatch-reversal.ts'
import { callbackUrl, inquiryAbout } from './payout.ts'

export type DispatchNeeds = ReversalDispatchNeeds & {
  operatorFor: OperatorFor
  merchantPayouts: Pick<MerchantPayoutCalls, 'process'>
  collections: CollectionCalls
  /** The time limit of one call. */
  operatorTimeoutSeconds: number
}

export type QueueKind = 'payout' | 'reversal' | 'merchant_payout' | (typeof collectionKinds)[number]

const slots = 32
/**
 * One payout may need several calls: fetch a token, pay, renew the token, and the same again to look up a duplicate.
 */
const maxCalls = 8

/** Starts processing the queue of one operator. Call `wake` after enqueueing an operation. */
export function startDispatcher(
  needs: DispatchNeeds,
  environment: Environment,
  operator: OperatorCode,
): Loop {
  const { db, clock, log } = needs
  const queue = operatorQueue(environment, operator)
  const leaseSeconds = maxCalls * needs.operatorTimeoutSeconds + 5
  return startPool<ClaimedOperation<QueueKind>>(
    log,
    { name: `payouts of ${operator}, ${environment}`, idleMs: 1_000, isPrompt: true, slots },
    (free) => claimDueOperations<QueueKind>(db, { queue, now: clock.now(), most: free, leaseSeconds }),
    (operation) => processOperation(needs, operation),
  )
}

/** Sends or inquires about what was claimed. */
export async function processOperation(
  needs: DispatchNeeds,
  operation: ClaimedOperation<QueueKind>,
): Promise<void> {
  if (operation.kind === 'merchant_payout') return needs.merchantPayouts.process(operation)
  if (isCollection(operation)) return needs.collections.process(operation)
  const [transfer] = await transfersById(needs.db, [operation.subject_id])
  if (!transfer) throw new Error('a payout or reversal has no transfer')
  const alert: PayoutCall['alert'] = (kind, problem) => {
    const detail = `the ${operation.kind} ${problem}`
    return alertStaff(needs, { operation, transfer }, { kind, detail, message: 'payout needs a decision' })
  }
  const { operator: code } = transfer
  const connected = needs.operatorFor(transfer.environment, code)
  const operator = await usableConnection(needs, operation, { operator: connected, code, alert })
  if (!operator) return
  if (operation.kind === 'reversal') return processReversal(needs, operation, transfer, operator)
  await processPayoutCall(needs, callOf(needs, operation, { transfer, operator, alert }))
}

const isCollection = (
  operation: ClaimedOperation<QueueKind>,
): operation is ClaimedOperation<(typeof collectionKinds)[number]> =>
  (collectionKinds as readonly string[]).includes(operation.kind)

function callOf(
  needs: DispatchNeeds,
  operation: ClaimedOperation,
  { transfer, operator, alert }: Pick<PayoutCall, 'operator' | 'alert'> & { transfer: TransferRow },
): PayoutCall {
  const { db, clock } = needs
  const { id, transaction_id } = transfer
  const record = (kind: 'switch.dispatched' | 'telco.inquiry', detail: string) =>
    recordTimelineOnce(db, { transfer: id, kind, detail }, clock.now())
  return {
    operation,
    operator,
    alert,
    subject: transaction_id,
    inquiry: inquiryAbout(transfer, operation),
    payout: () => payoutFor(needs, operation, transfer),
    async begin() {
      if (!(await beginSending(db, operation, operator.connectionId, clock.now()))) return false
      const amount = formatHundredths(operation.amount_minor)
      await record('switch.dispatched', `${amount} USD to ${transfer.operator} by ${operator.protocol}`)
      return true
    },
    apply: (outcome, source) =>
      needs.applyOutcome({ operation: operation.id, transfer: id, outcome, source }),
    recordInquiry: (detail) => record('telco.inquiry', detail),
  }
}

function payoutFor(needs: DispatchNeeds, operation: ClaimedOperation, transfer: TransferRow): Payout {
  const { fee } = costOf(transfer)
  return {
    reference: operation.upstream_ref,
    transactionId: transfer.transaction_id,
    operator: transfer.operator,
    msisdn: transfer.customer_number,
    amount: money(operation.amount_minor, 'USD'),
    origin: {
      amount: formatHundredths(transfer.amount_hundredths),
      currency: transfer.currency,
      rate: formatRate(transfer.rate_micros as bigint),
      fee: formatHundredths(fee),
    },
    travelRule: openParties(needs.secrets, transfer),
    callbackUrl: callbackUrl(needs, transfer.environment, transfer.operator),
  }
}
