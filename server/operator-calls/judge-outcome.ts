// Judges the outcome of a payout against what is recorded of it. Pure rules, the same for transfers and merchant payouts.

import type { ClaimedOperation } from '../ledger/claim.ts'
import type { FinalOutcome, InquiryReply } from './operator.ts'

/** What is recorded of a payout. `unsent`: no call may have been made, as for a held or cancelled one. */
export type Standing = 'unsent' | 'sent' | 'paid' | 'declined' | 'reversed'

/** A payout as recorded, locked by the caller. */
type RecordedPayout = {
  standing: Standing
  /** The state by its own name, for admins. */
  status: string
  /** The operator's own reference. */
  upstreamId: string | null
}

/** The outcome of a payout and its source: the reply to the call itself, a callback, or an inquiry. */
export type ReportedOutcome = {
  /** `reversal`: the outcome of a reversal that an admin requested, under the operator's reference of the reversal. */
  call?: 'payout' | 'reversal'
  outcome: FinalOutcome
  source: 'reply' | 'callback' | 'inquiry'
  /** An inquiry has been made already, so a contradiction becomes an exception. */
  inquired?: true
}

/**
 * `apply`: record these outcomes in order; the success before a reversal may never have been reported. `known`: nothing
 * changes. `unconfirmed`: an inquiry must be made first. `conflict`: an admin must decide.
 */
export type Verdict =
  | { kind: 'apply'; outcomes: FinalOutcome[] }
  | { kind: 'known' }
  | { kind: 'unconfirmed' }
  | { kind: 'conflict'; exception: 'paid_twice' | 'telco_conflict'; detail: string }

/**
 * `settled`: the outcome was applied. `known`: it changes nothing. `conflict`: an exception for an admin was opened.
 * `unconfirmed`: it contradicts the record, or is a decline by callback, so an inquiry must be made first.
 */
export type ApplyResult = 'settled' | 'known' | 'conflict' | 'unconfirmed'

/** Where an outcome changes nothing, such as a late success of a reversed payout. */
const recordedAs: Record<FinalOutcome['kind'], readonly Standing[]> = {
  succeeded: ['paid', 'reversed'],
  declined: ['declined'],
  reversed: ['reversed', 'declined'],
}

export function judgeOutcome(report: ReportedOutcome, recorded: RecordedPayout): Verdict {
  const { outcome } = report
  if (recordedAs[outcome.kind].includes(recorded.standing)) {
    if (!isOtherSuccess(report, recorded)) return { kind: 'known' }
    const detail = `paid as ${recorded.upstreamId}, and now reported as ${detailOf(outcome)}`
    return { kind: 'conflict', exception: 'paid_twice', detail }
  }
  if (isUnconfirmedDecline(report)) return { kind: 'unconfirmed' }
  const isFitting =
    recorded.standing === 'sent' || (recorded.standing === 'paid' && outcome.kind === 'reversed')
  if (!isFitting) return contradiction(report, recorded)
  const isMissingSuccess = outcome.kind === 'reversed' && recorded.standing === 'sent'
  const succeeded = { kind: 'succeeded', upstreamId: outcome.upstreamId ?? '' } as const
  return { kind: 'apply', outcomes: isMissingSuccess ? [succeeded, outcome] : [outcome] }
}

/**
 * A decline gives the merchant its money back, which cannot be undone if the operator paid after all. A callback is only
 * a claim: it may be wrong, and the callback that would contradict it may be lost. So an inquiry is made first.
 */
function isUnconfirmedDecline({ outcome, source, inquired }: ReportedOutcome): boolean {
  // guard: declined-callback
  return outcome.kind === 'declined' && source === 'callback' && !inquired
}

/** Whether a success has another operator reference than the recorded one, which means a second payment. */
function isOtherSuccess(
  { outcome, call }: ReportedOutcome,
  { upstreamId: recorded }: RecordedPayout,
): boolean {
  // guard: duplicate-payout
  if (outcome.kind !== 'succeeded' || call === 'reversal') return false
  return recorded !== null && Boolean(outcome.upstreamId) && outcome.upstreamId !== recorded
}

/** A contradiction needs an inquiry first. Once an inquiry confirms it, it becomes an exception for an admin. */
function contradiction({ outcome, source, inquired }: ReportedOutcome, { status }: RecordedPayout): Verdict {
  // guard: unconfirmed-contradiction
  if (source !== 'inquiry' && !inquired) return { kind: 'unconfirmed' }
  const detail = `${status}, but the operator now says ${detailOf(outcome)}`
  return { kind: 'conflict', exception: 'telco_conflict', detail }
}

/** The outcome as admins read it: its kind, the reason of a decline, and the operator's reference. */
export function detailOf(outcome: FinalOutcome): string {
  const parts = [outcome.kind, outcome.kind === 'declined' ? outcome.reason : '', outcome.upstreamId ?? '']
  return parts.filter((part) => part !== '').join(' ')
}

/**
 * Payouts of card money to merchants, as the queues and callbacks of operators see them. They share both with transfers, so that pauses
 * and the rules against paying twice are the same; the composition connects them.
 */
export type MerchantPayoutCalls = {
  /** Sends a claimed operation, or inquires about it. */
  process(operation: ClaimedOperation): Promise<void>
  /** Records the outcome of an operation. `confirmed`: an inquiry said the same as the callback. */
  applyOutcome(report: ReportedOutcome & { operation: string; confirmed?: true }): Promise<ApplyResult>
  /** Makes one inquiry. `isOpen`: the queue keeps inquiring by itself until the outcome is known. */
  inquire(operation: string): Promise<{ found: InquiryReply; isOpen: boolean }>
  /** Opens an exception about a callback that reports another amount. */
  alertAmount(operation: string, detail: string): Promise<void>
}
