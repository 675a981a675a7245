// Processes reversals from the operator queue. A reversal is always sent under the same reference; when its reply is
// lost, an inquiry about the payout shows whether it has been reversed.
import { money } from '../../kernel/money.ts'
import { beginSending, type ClaimedOperation } from '../../ledger/claim.ts'
import { type ExceptionKind, openException } from '../../operator-calls/exceptions.ts'
import type { ConnectedOperator, InquiryReply, ReversalReply } from '../../operator-calls/operator.ts'
import { inquireLater, isPastHorizon, type RescheduleNeeds, resend } from '../../operator-calls/reschedule.ts'
import type { Log } from '../../platform/process/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { TransferRow } from '../transfer/queries.ts'
import type { ApplyOutcome } from './apply-outcome.ts'
import { callbackUrl, inquireOf, type PayoutRow, payoutOf } from './payout.ts'
import { refuseReversal } from './request-reversal.ts'

export type ReversalDispatchNeeds = RescheduleNeeds & {
  log: Log
  secrets: Secrets
  applyOutcome: ApplyOutcome
  baseUrl: string
  wake: () => void
}

/** The reversal being processed, its transfer, and the payout it reverses. */
type Work = {
  operation: ClaimedOperation
  transfer: TransferRow
  payout: PayoutRow
  operator: ConnectedOperator
}

/** Operators can be slow; after this many attempts an exception is opened. */
const attemptsUntilAlert = 8

/** Sends the reversal if that was not done yet, otherwise inquires about it. */
export async function processReversal(
  needs: ReversalDispatchNeeds,
  operation: ClaimedOperation,
  transfer: TransferRow,
  operator: ConnectedOperator,
): Promise<void> {
  const payout = await payoutOf(needs.db, transfer.id)
  if (!payout) throw new Error('a reversal has no payout')
  const work = { operation, transfer, payout, operator }
  if (operation.found_as === 'intent') await sendReversal(needs, work)
  else await inquireAboutReversal(needs, work)
}

async function sendReversal(needs: ReversalDispatchNeeds, work: Work): Promise<void> {
  const { operation, transfer, payout, operator } = work
  if (!(await beginSending(needs.db, operation, operator.connectionId, needs.clock.now()))) return
  const reply = await operator.reverse({
    reference: operation.upstream_ref,
    original: { reference: payout.upstream_ref, upstreamId: transfer.telco_reference ?? '' },
    amount: money(operation.amount_minor, 'USD'),
    callbackUrl: callbackUrl(needs, transfer.environment, transfer.operator),
  })
  logReply(needs.log, 'reversal reply received', work, reply)
  switch (reply.kind) {
    case 'reversed':
      return applyReversal(needs, work, { source: 'reply', upstreamId: reply.upstreamId })
    case 'unreached':
      return resend(needs, operation, reply.cause)
    case 'pending':
      return inquireLater(needs, operation, 'pending', { acknowledged: true })
    case 'unknown':
      return inquireLater(needs, operation, reply.cause, { uncertain: true })
    case 'unsupported':
      return refuse(needs, work, 'The operator protocol does not support reversals')
    case 'refused':
      return verifyRefusal(needs, work, reply)
  }
}

/**
 * A refusal may mean that the payout was reversed before, by a call whose reply was lost or by the operator's staff, or
 * that an earlier call is still in progress. So an inquiry is made, and only a second refusal is accepted when an
 * earlier call had an unknown outcome.
 */
async function verifyRefusal(
  needs: ReversalDispatchNeeds,
  work: Work,
  { code, message }: { code: string; message: string },
): Promise<void> {
  const standing = await inquireOf(work.operator, work.transfer, work.payout)
  logReply(needs.log, 'reversal refused, payout inquiry completed', work, standing)
  if (standing.kind === 'reversed') return applyReversal(needs, work, { source: 'inquiry' })
  const refusal = `${code} ${message}`.trim()
  // guard: uncertain-reversal
  if (standing.kind === 'succeeded' && work.operation.uncertain)
    return inquireLater(needs, work.operation, `refused as ${refusal}, in doubt`, { uncertain: false })
  // guard: reversal-refusal
  if (standing.kind === 'succeeded') return refuse(needs, work, refusal)
  await inquireLater(needs, work.operation, `refused as ${refusal}, payout ${standing.kind}`)
}

async function inquireAboutReversal(needs: ReversalDispatchNeeds, work: Work): Promise<void> {
  const { operation } = work
  const reply = await inquireOf(work.operator, work.transfer, work.payout)
  logReply(needs.log, 'reversal inquiry completed', work, reply)
  if (reply.kind === 'reversed') return applyReversal(needs, work, { source: 'inquiry' })
  if (operation.attempts >= attemptsUntilAlert) {
    const detail = `a reversal was requested, but the operator reports the payout as: ${reply.kind}`
    await alertStaff(needs, work, { kind: 'reversal_unresolved', detail, message: 'reversal unresolved' })
  }
  // The payout still stands, so our call had no effect and is sent again under the same reference, unless the
  // operator acknowledged it: a refusal of the second call would then say nothing about the first.
  // guard: acknowledged-reversal
  if (reply.kind === 'succeeded' && isPastHorizon(needs, operation) && !operation.acknowledged)
    return resend(needs, operation, 'the payout stands past the horizon')
  await inquireLater(needs, operation, 'cause' in reply ? reply.cause : `payout ${reply.kind}`)
}

async function applyReversal(
  needs: ReversalDispatchNeeds,
  { operation, transfer }: Work,
  { source, upstreamId }: { source: 'reply' | 'inquiry'; upstreamId?: string | undefined },
): Promise<void> {
  const outcome = { kind: 'reversed' as const, ...(upstreamId && { upstreamId }) }
  await needs.applyOutcome({
    call: 'reversal',
    operation: operation.id,
    transfer: transfer.id,
    outcome,
    source,
  })
  needs.wake()
}

async function refuse(
  needs: ReversalDispatchNeeds,
  { operation, transfer }: Work,
  refusal: string,
): Promise<void> {
  await refuseReversal(needs, { id: operation.id, transfer: transfer.id }, refusal)
  needs.wake()
}

/** Opens an exception about a call, and reports it in the log unless one of its kind is open already. */
export async function alertStaff(
  { db, clock, log }: Pick<ReversalDispatchNeeds, 'db' | 'clock' | 'log'>,
  { operation, transfer }: Pick<Work, 'operation' | 'transfer'>,
  { kind, detail, message }: { kind: ExceptionKind; detail: string; message: string },
): Promise<void> {
  if (!(await openException(db, { transfer: transfer.id, kind, detail }, clock.now()))) return
  log.error(message, {
    operation: operation.id,
    transaction_uuid: transfer.transaction_id,
    attempt: operation.attempts,
    reason: detail,
  })
}

function logReply(
  log: Log,
  message: string,
  { operation, transfer }: Work,
  reply: ReversalReply | InquiryReply,
): void {
  log.info(message, {
    operation: operation.id,
    transaction_uuid: transfer.transaction_id,
    state: reply.kind,
    attempt: operation.attempts,
    ...('cause' in reply && { reason: reply.cause }),
  })
}
