// The call that pays a wallet: sent once, then inquired about until its outcome is known. A payout is sent again only when
// the operator certainly does not have it, and always under the same reference, so that no wallet is paid twice. What is
// paid, a transfer or a merchant, says what the outcome means.

import type { OperatorCode } from '../kernel/operators.ts'
import type { ClaimedOperation } from '../ledger/claim.ts'
import type { Log } from '../platform/process/log.ts'
import type { ApplyResult } from './judge-outcome.ts'
import {
  type ConnectedOperator,
  type FinalOutcome,
  type Inquiry,
  type InquiryReply,
  isFinal,
  type Payout,
  type PayoutReply,
} from './operator.ts'
import { inquireLater, isPastHorizon, type RescheduleNeeds, resend } from './reschedule.ts'

export type PayoutCallNeeds = RescheduleNeeds & { log: Log; wake: () => void }

/** Why an admin must look at a call. */
type CallTrouble = 'payout_stuck' | 'payout_forgotten' | 'connection_changed'

/** A claimed call, and what depends on what is paid. */
export type PayoutCall = {
  operation: ClaimedOperation
  operator: ConnectedOperator
  inquiry: Inquiry
  /** The content of the call, built only when it is sent. */
  payout(): Payout
  /** Confirms, immediately before the call, that it may still be made, and records it. False: nothing may be sent. */
  begin(): Promise<boolean>
  /** Records the outcome. */
  apply(outcome: FinalOutcome, source: 'reply' | 'inquiry'): Promise<ApplyResult>
  /** Records an inquiry that found no outcome. */
  recordInquiry(detail: string): Promise<void>
  alert(kind: CallTrouble, problem: string): Promise<void>
  /** Identifies what is paid, in log lines. */
  subject: string
}

/** Operators can be slow; after this many attempts (about an hour) an exception is opened. */
const attemptsUntilAlert = 12

/**
 * The connection that a claimed operation may use now; undefined if there is none, and the operation was rescheduled.
 * @param place.alert opens an exception.
 */
export async function usableConnection<Connection extends { readonly connectionId: string }>(
  needs: RescheduleNeeds,
  operation: ClaimedOperation,
  {
    operator,
    code,
    alert,
  }: { operator: Connection | undefined; code: OperatorCode; alert: PayoutCall['alert'] },
): Promise<Connection | undefined> {
  if (!operator) {
    // Without a connection, a call that may have arrived is not sent again; an inquiry is scheduled instead.
    const wait = operation.found_as === 'intent' ? resend : inquireLater
    await wait(needs, operation, `no connection to ${code}`)
    return undefined
  }
  if (operation.attempts >= attemptsUntilAlert) await alert('payout_stuck', 'has no outcome yet')
  // guard: payout-connection
  if (operation.sent_by !== null && operation.sent_by !== operator.connectionId) {
    // Only the connection that was called first knows the payout; the current one would not find it and pay it again.
    await alert('connection_changed', `was sent to ${operation.sent_by}`)
    await inquireLater(needs, operation, 'another connection')
    return undefined
  }
  return operator
}

/** Sends the call if that was not done yet, otherwise inquires about it. */
export async function processPayoutCall(needs: PayoutCallNeeds, call: PayoutCall): Promise<void> {
  if (call.operation.found_as === 'intent') await pay(needs, call)
  else await inquire(needs, call)
}

async function pay(needs: PayoutCallNeeds, call: PayoutCall): Promise<void> {
  const { operation, operator } = call
  if (!(await call.begin())) return
  const reply = await operator.pay(call.payout())
  logReply(needs.log, 'payout reply received', call, reply)
  if (reply.kind === 'unreached') return resend(needs, operation, reply.cause)
  // guard: unknown-payout
  if (reply.kind === 'unknown') return inquireLater(needs, operation, reply.cause, { uncertain: true })
  if (reply.kind === 'pending') return awaitOutcome(needs, operation, reply)
  // After a call without a reply, a refusal may apply only to the retry, so an inquiry decides.
  // guard: uncertain-refusal
  if (reply.kind === 'declined' && operation.uncertain) return verifyRefusal(needs, call, reply)
  // guard: contradicting-reply
  if ((await call.apply(reply, 'reply')) === 'unconfirmed') await inquireContradiction(needs, call, reply)
  needs.wake()
}

/** A reply that contradicts the record is applied only after an inquiry, and otherwise becomes an exception. */
async function inquireContradiction(
  { log }: PayoutCallNeeds,
  call: PayoutCall,
  reply: FinalOutcome,
): Promise<void> {
  const found = await call.operator.inquire(call.inquiry)
  logReply(log, 'payout reply conflicts with recorded outcome, inquiry completed', call, found)
  await call.apply(isFinal(found) ? found : reply, 'inquiry')
}

async function verifyRefusal(
  needs: PayoutCallNeeds,
  call: PayoutCall,
  refusal: Extract<FinalOutcome, { kind: 'declined' }>,
): Promise<void> {
  const { operation } = call
  const found = await call.operator.inquire(call.inquiry)
  logReply(needs.log, 'payout refused, inquiry completed', call, found)
  // guard: refusal-inquiry-failure
  if (found.kind === 'unavailable') return inquireLater(needs, operation, found.cause)
  // guard: refusal-of-pending-payout
  if (found.kind === 'pending') return awaitOutcome(needs, operation, found)
  // guard: refusal-outcome
  const outcome = found.kind === 'absent' ? refusal : found
  await call.apply(outcome, 'inquiry')
  needs.wake()
}

/** The operator has the payout. Its own id, if it gave one, is kept for inquiries. */
function awaitOutcome(
  needs: PayoutCallNeeds,
  operation: ClaimedOperation,
  { upstreamId }: { upstreamId?: string },
): Promise<void> {
  return inquireLater(needs, operation, 'pending', { acknowledged: true, upstreamId })
}

async function inquire(needs: PayoutCallNeeds, call: PayoutCall): Promise<void> {
  const { operation } = call
  const reply = await call.operator.inquire(call.inquiry)
  logReply(needs.log, 'payout inquiry completed', call, reply)
  if (reply.kind === 'unavailable') return inquireLater(needs, operation, reply.cause)
  if (reply.kind === 'pending' || reply.kind === 'absent') {
    await call.recordInquiry(reply.kind === 'pending' ? 'still on its way' : 'not known to the operator yet')
    if (reply.kind === 'pending') return awaitOutcome(needs, operation, reply)
    // guard: acknowledged-payout
    if (operation.acknowledged) {
      // The operator acknowledged the payout and no longer knows it. Sending it again might pay twice.
      await call.alert('payout_forgotten', 'was acknowledged, but the operator no longer knows it')
      return inquireLater(needs, operation, 'absent though acknowledged')
    }
    // guard: resend-horizon
    if (!isPastHorizon(needs, operation)) return inquireLater(needs, operation, 'absent')
    return resend(needs, operation, 'absent past the horizon', needs.clock.now())
  }
  await call.apply(reply, 'inquiry')
  needs.wake()
}

function logReply(
  log: Log,
  message: string,
  { operation, subject }: PayoutCall,
  reply: PayoutReply | InquiryReply,
): void {
  log.info(message, {
    operation: operation.id,
    transaction_uuid: subject,
    state: reply.kind,
    attempt: operation.attempts,
    ...('cause' in reply && { reason: reply.cause }),
  })
}
