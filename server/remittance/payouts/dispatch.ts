// Processes an operator queue: sends due payouts and inquires about unknown ones. A payout is sent again only when the
// operator certainly does not have it, and always under the same reference, so that no beneficiary is paid twice.

import { money } from '../../kernel/money.ts'
import { formatRate } from '../../kernel/rate.ts'
import type { Environment } from '../../merchants/identity/merchant.ts'
import { beginSending, type ClaimedOperation, claimDueOperations } from '../../operations/claim.ts'
import type { Log } from '../../platform/observability/log.ts'
import { startPool } from '../../platform/process/pool.ts'
import type { Loop } from '../../platform/process/worker-loop.ts'
import { type ExceptionKind, openException } from '../exceptions/exceptions.ts'
import {
  type ConnectedOperator,
  type FinalOutcome,
  type InquiryReply,
  isFinal,
  type OperatorCode,
  type OperatorFor,
  type Payout,
  type PayoutReply,
  type TravelRule,
} from '../operators/operator.ts'
import { operatorQueue } from '../operators/operator-queue.ts'
import { formatHundredths } from '../transfer/amounts.ts'
import { openParties } from '../transfer/parties.ts'
import { costOf, type TransferRow, transfersById } from '../transfer/queries.ts'
import { recordTimelineOnce } from '../transfer/timeline.ts'
import { callbackUrl } from './callback-address.ts'
import { processReversal, type ReversalDispatchNeeds } from './dispatch-reversal.ts'
import { inquireOf } from './inquiry.ts'
import { inquireLater, isPastHorizon, resend } from './reschedule.ts'

export type DispatchNeeds = ReversalDispatchNeeds & {
  operatorFor: OperatorFor
  /** The time limit of one call. */
  operatorTimeoutSeconds: number
}

type QueueKind = 'payout' | 'reversal'
type PayoutOperation = ClaimedOperation<'payout'>

const slots = 32
/**
 * One payout may need several calls: fetch a token, pay, renew the token, and the same again to look up a duplicate.
 */
const mostCalls = 8

/** Starts processing the queue of one operator. Call `wake` after enqueueing an operation. */
export function startDispatcher(
  needs: DispatchNeeds,
  environment: Environment,
  operator: OperatorCode,
): Loop {
  const { db, clock, log } = needs
  const queue = operatorQueue(environment, operator)
  const leaseSeconds = mostCalls * needs.operatorTimeoutSeconds + 5
  return startPool<ClaimedOperation<QueueKind>>(
    log,
    { name: `payouts of ${operator}, ${environment}`, idleMs: 1_000, slots },
    (free) => claimDueOperations<QueueKind>(db, { queue, now: clock.now(), most: free, leaseSeconds }),
    (operation) => work(needs, operation),
  )
}

async function work(needs: DispatchNeeds, operation: ClaimedOperation<QueueKind>): Promise<void> {
  const [transfer] = await transfersById(needs.db, [operation.subject_id])
  if (!transfer) throw new Error('a payout or reversal has no transfer')
  const operator = needs.operatorFor(transfer.environment, transfer.operator)
  if (!operator) {
    // Without a connection, a call that may have arrived is not sent again; an inquiry is scheduled instead.
    const wait = operation.found_as === 'intent' ? resend : inquireLater
    return wait(needs, operation, `no connection to ${transfer.operator}`)
  }
  if (operation.attempts >= attemptsUntilAlert)
    await alertStaff(needs, operation, transfer, 'payout_stuck', 'has no outcome yet')
  // guard: payout-connection
  if (operation.sent_by !== null && operation.sent_by !== operator.connectionId) {
    // Only the connection that was called first knows the payout; the current one would not find it and pay it again.
    await alertStaff(needs, operation, transfer, 'connection_changed', `was sent to ${operation.sent_by}`)
    return inquireLater(needs, operation, 'another connection')
  }
  if (operation.kind === 'reversal') return processReversal(needs, operation, transfer, operator)
  if (operation.found_as === 'intent') await pay(needs, operation as PayoutOperation, transfer, operator)
  else await inquire(needs, operation as PayoutOperation, transfer, operator)
}

async function pay(
  needs: DispatchNeeds,
  operation: PayoutOperation,
  transfer: TransferRow,
  operator: ConnectedOperator,
): Promise<void> {
  const { db, clock, secrets } = needs
  if (!(await beginSending(db, operation, operator.connectionId, clock.now()))) return
  const dispatched = `${formatHundredths(operation.amount_minor)} USD to ${transfer.operator} by ${operator.protocol}`
  await recordTimelineOnce(
    db,
    { transfer: transfer.id, kind: 'switch.dispatched', detail: dispatched },
    clock.now(),
  )
  const reply = await operator.pay(payoutFor(needs, operation, transfer, openParties(secrets, transfer)))
  logReply(needs.log, 'payout reply received', operation, transfer, reply)
  if (reply.kind === 'unreached') return resend(needs, operation, reply.cause)
  // guard: unknown-payout
  if (reply.kind === 'unknown') return inquireLater(needs, operation, reply.cause, { uncertain: true })
  if (reply.kind === 'pending') return awaitOutcome(needs, operation, reply)
  // After a call without a reply, a refusal may apply only to the retry, so an inquiry decides.
  // guard: uncertain-refusal
  if (reply.kind === 'declined' && operation.uncertain)
    return verifyRefusal(needs, operation, transfer, operator, reply)
  const report = {
    operation: operation.id,
    transfer: transfer.id,
    outcome: reply,
    source: 'reply',
  } as const
  // guard: contradicting-reply
  if ((await needs.applyOutcome(report)) === 'unconfirmed')
    await inquireContradiction(needs, operation, transfer, operator, reply)
  needs.wake()
}

/** A reply that contradicts the record is applied only after an inquiry, and otherwise becomes an exception. */
async function inquireContradiction(
  needs: DispatchNeeds,
  operation: PayoutOperation,
  transfer: TransferRow,
  operator: ConnectedOperator,
  reply: FinalOutcome,
): Promise<void> {
  const found = await inquireOf(operator, transfer, operation)
  logReply(
    needs.log,
    'payout reply conflicts with recorded outcome, inquiry completed',
    operation,
    transfer,
    found,
  )
  const outcome = isFinal(found) ? found : reply
  await needs.applyOutcome({ operation: operation.id, transfer: transfer.id, outcome, source: 'inquiry' })
}

async function verifyRefusal(
  needs: DispatchNeeds,
  operation: PayoutOperation,
  transfer: TransferRow,
  operator: ConnectedOperator,
  refusal: Extract<FinalOutcome, { kind: 'declined' }>,
): Promise<void> {
  const found = await inquireOf(operator, transfer, operation)
  logReply(needs.log, 'payout refused, inquiry completed', operation, transfer, found)
  // guard: refusal-inquiry-failure
  if (found.kind === 'unavailable') return inquireLater(needs, operation, found.cause)
  // guard: refusal-of-pending-payout
  if (found.kind === 'pending') return awaitOutcome(needs, operation, found)
  // guard: refusal-outcome
  const outcome = found.kind === 'absent' ? refusal : found
  await needs.applyOutcome({ operation: operation.id, transfer: transfer.id, outcome, source: 'inquiry' })
  needs.wake()
}

/** The operator has the payout. Its own id, if it gave one, is kept for inquiries. */
function awaitOutcome(
  needs: DispatchNeeds,
  operation: PayoutOperation,
  { upstreamId }: { upstreamId?: string },
): Promise<void> {
  return inquireLater(needs, operation, 'pending', { acknowledged: true, upstreamId })
}

async function inquire(
  needs: DispatchNeeds,
  operation: PayoutOperation,
  transfer: TransferRow,
  operator: ConnectedOperator,
): Promise<void> {
  const { db, clock } = needs
  const reply = await inquireOf(operator, transfer, operation)
  logReply(needs.log, 'payout inquiry completed', operation, transfer, reply)
  if (reply.kind === 'unavailable') return inquireLater(needs, operation, reply.cause)
  if (reply.kind === 'pending' || reply.kind === 'absent') {
    const detail = reply.kind === 'pending' ? 'still on its way' : 'not known to the operator yet'
    await recordTimelineOnce(db, { transfer: transfer.id, kind: 'telco.inquiry', detail }, clock.now())
    if (reply.kind === 'pending') return awaitOutcome(needs, operation, reply)
    // guard: acknowledged-payout
    if (operation.acknowledged) {
      // The operator acknowledged the payout and no longer knows it. Sending it again might pay twice.
      await alertStaff(
        needs,
        operation,
        transfer,
        'payout_forgotten',
        'was acknowledged, but the operator no longer knows it',
      )
      return inquireLater(needs, operation, 'absent though acknowledged')
    }
    // guard: resend-horizon
    if (!isPastHorizon(needs, operation)) return inquireLater(needs, operation, 'absent')
    return resend(needs, operation, 'absent past the horizon', clock.now())
  }
  await needs.applyOutcome({
    operation: operation.id,
    transfer: transfer.id,
    outcome: reply,
    source: 'inquiry',
  })
  needs.wake()
}

/** Operators can be slow; after this many attempts (about an hour) an exception is opened. */
const attemptsUntilAlert = 12

async function alertStaff(
  { db, clock, log }: DispatchNeeds,
  operation: ClaimedOperation<QueueKind>,
  transfer: TransferRow,
  kind: ExceptionKind,
  problem: string,
): Promise<void> {
  const detail = `the ${operation.kind} ${problem}`
  if (!(await openException(db, { transfer: transfer.id, kind, detail }, clock.now()))) return
  log.error('payout needs a decision', {
    operation: operation.id,
    transaction_uuid: transfer.transaction_id,
    attempt: operation.attempts,
    reason: detail,
  })
}

function payoutFor(
  needs: DispatchNeeds,
  operation: PayoutOperation,
  transfer: TransferRow,
  travelRule: TravelRule,
): Payout {
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
    travelRule,
    callbackUrl: callbackUrl(needs, transfer.environment, transfer.operator),
  }
}

function logReply(
  log: Log,
  message: string,
  operation: PayoutOperation,
  transfer: TransferRow,
  reply: PayoutReply | InquiryReply,
): void {
  log.info(message, {
    operation: operation.id,
    transaction_uuid: transfer.transaction_id,
    state: reply.kind,
    attempt: operation.attempts,
    ...('cause' in reply && { reason: reply.cause }),
  })
}
