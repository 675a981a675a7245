// Decides what the outcome of a payout or reversal does to its transfer. A pure function: apply-outcome.ts writes the
// decision.
import { move } from '../../kernel/moves.ts'
import type { DeclineReason, FinalOutcome } from '../operators/operator.ts'
import { formatHundredths } from '../transfer/amounts.ts'
import { costOf, type TransferRow } from '../transfer/queries.ts'
import type { TimelineEvent, TimelineKind } from '../transfer/timeline.ts'
import { type Outcome, type TransferEvent, type TransferStatus, transferMoves } from '../transfer/transfer.ts'
import { confirm, type Movement, release, reverse } from '../wallets/wallet.ts'

/** The outcome of a payout and its source: the reply to the call itself, a callback, or an inquiry. */
type PayoutOutcomeReport = {
  call?: 'payout'
  operation: string
  transfer: bigint
  outcome: FinalOutcome
  source: 'reply' | 'callback' | 'inquiry'
  /** An inquiry has been made already, so a contradiction becomes an exception. */
  inquired?: true
}
/** The same for a reversal requested by an admin. Its `upstreamId` is that of the reversal, not of the payout. */
type ReversalOutcomeReport = Omit<PayoutOutcomeReport, 'call' | 'outcome'> & {
  call: 'reversal'
  outcome: Extract<FinalOutcome, { kind: 'reversed' }>
}
export type OutcomeReport = PayoutOutcomeReport | ReversalOutcomeReport

/**
 * `settled`: the outcome was applied. `known`: it changes nothing. `conflict`: an exception for an admin was opened.
 * `unconfirmed`: it contradicts the record, so an inquiry must be made first.
 */
export type ApplyResult = 'settled' | 'known' | 'conflict' | 'unconfirmed'

/** One move of a transfer, with everything that follows from it. */
export type Change = {
  move: { event: TransferEvent; outcome: Outcome }
  /** The operations to resolve: the payout itself, or all requested reversals of the transfer. */
  call:
    | { kind: 'payout'; id: string; resolution: 'approved' | 'refused'; upstreamId?: string; reason?: string }
    | { kind: 'reversal'; reversal?: { id: string; upstreamId?: string } }
  walletMovement: { movement: Movement; key: string }
  timeline: TimelineEvent[]
  /** The transfer after the move, about which the merchant is notified. */
  notify: TransferRow
}

export type Decision = {
  result: ApplyResult
  /** In order. Two when a reversal is reported before the success it undoes. */
  changes: Change[]
  /** The exception to open, with its timeline events, which are recorded only if it was not open already. */
  exception?: { kind: 'paid_twice' | 'telco_conflict'; detail: string; timeline: TimelineEvent[] }
}

/** The effects of each final outcome: the move, the wallet movement, and the timeline event. */
const consequences = {
  succeeded: { event: 'paid', movement: confirm, key: 'confirm', timeline: 'wallet.confirmed' },
  declined: { event: 'declined', movement: release, key: 'release', timeline: 'wallet.released' },
  reversed: { event: 'reversed', movement: reverse, key: 'reverse', timeline: 'wallet.reversed' },
} as const satisfies Record<
  FinalOutcome['kind'],
  {
    event: TransferEvent
    movement: (cost: { amount: bigint; fee: bigint }) => Movement
    key: string
    timeline: TimelineKind
  }
>

/** The statuses in which an outcome changes nothing, such as a late success of a reversed transfer. */
const recordedAs: Record<FinalOutcome['kind'], readonly TransferStatus[]> = {
  succeeded: ['Successful', 'Reversed'],
  declined: ['Failed'],
  reversed: ['Reversed', 'Failed'],
}

export const declineMessages: Record<DeclineReason, string> = {
  RECIPIENT_NOT_FOUND: 'The operator has no wallet with this number',
  RECIPIENT_NOT_ALLOWED: 'The wallet may not receive this transfer',
  RECIPIENT_LIMIT_REACHED: 'The wallet has reached a limit of the operator',
  AMOUNT_NOT_ACCEPTED: 'The operator does not accept this amount',
  OPERATOR_FLOAT_EXHAUSTED: 'The operator cannot pay out at the moment',
  REFUSED_BY_OPERATOR: 'The operator refused the payout',
}

/** Decides what an outcome does. @param transfer the recorded transfer, locked by the caller. */
export function decideOutcome(report: OutcomeReport, transfer: TransferRow, now: Temporal.Instant): Decision {
  const { outcome } = report
  if (recordedAs[outcome.kind].includes(transfer.status)) {
    const isNew = isOtherSuccess(report, transfer)
    return isNew ? paidTwice(outcome, transfer) : { result: 'known', changes: [] }
  }
  const arrival = arrivalBefore(report, transfer, now)
  const change = changeOf(report, arrival?.notify ?? transfer, now)
  if (!change) return contradiction(report, transfer)
  return { result: 'settled', changes: arrival ? [arrival, change] : [change] }
}

/** A reversal implies that the payout had succeeded, even if the operator never reported it. */
function arrivalBefore(
  report: OutcomeReport,
  transfer: TransferRow,
  now: Temporal.Instant,
): Change | undefined {
  const { outcome } = report
  if (outcome.kind !== 'reversed' || transfer.status !== 'Submitted') return undefined
  const succeeded = { kind: 'succeeded', upstreamId: outcome.upstreamId ?? '' } as const
  return changeOf({ ...report, call: 'payout', outcome: succeeded }, transfer, now)
}

/** Undefined if a transfer in this status cannot make the move. */
function changeOf(report: OutcomeReport, transfer: TransferRow, now: Temporal.Instant): Change | undefined {
  const { outcome, source } = report
  const { event, movement, key, timeline: kind } = consequences[outcome.kind]
  const status = move(transferMoves, transfer.status, event)
  if (status === undefined) return undefined
  const recorded = report.call === 'reversal' ? {} : recordedOutcome(outcome)
  const cost = costOf(transfer)
  const paid = `${formatHundredths(cost.amount + cost.fee)} USD`
  return {
    move: { event, outcome: recorded },
    call: callOf(report),
    walletMovement: { movement: movement(cost), key: `${key}:${transfer.transaction_id}` },
    timeline: [
      ...(source === 'reply'
        ? []
        : [{ transfer: transfer.id, kind: `telco.${source}`, detail: detailOf(outcome) } as const]),
      { transfer: transfer.id, kind, detail: paid },
    ],
    notify: {
      ...transfer,
      status,
      telco_reference: recorded.telcoReference ?? transfer.telco_reference,
      failure_code: recorded.failureCode ?? null,
      failure_message: recorded.failureMessage ?? null,
      completed_at: transfer.completed_at ?? now,
    },
  }
}

function callOf(report: OutcomeReport): Change['call'] {
  const { outcome, operation: id } = report
  const upstreamId = outcome.upstreamId ? { upstreamId: outcome.upstreamId } : {}
  if (outcome.kind === 'reversed')
    return { kind: 'reversal', ...(report.call === 'reversal' && { reversal: { id, ...upstreamId } }) }
  if (outcome.kind === 'succeeded') return { kind: 'payout', id, resolution: 'approved', ...upstreamId }
  const reason = `${outcome.code} ${outcome.message}`.slice(0, 300)
  return { kind: 'payout', id, resolution: 'refused', ...upstreamId, reason }
}

/** Whether a success has another operator reference than the recorded one, which means a second payment. */
function isOtherSuccess(
  { outcome, call }: OutcomeReport,
  { telco_reference: recorded }: TransferRow,
): boolean {
  // guard: duplicate-payout
  if (outcome.kind !== 'succeeded' || call === 'reversal') return false
  return recorded !== null && Boolean(outcome.upstreamId) && outcome.upstreamId !== recorded
}

function paidTwice(outcome: FinalOutcome, { telco_reference: recorded }: TransferRow): Decision {
  const detail = `paid as ${recorded}, and now reported as ${detailOf(outcome)}`
  return { result: 'conflict', changes: [], exception: { kind: 'paid_twice', detail, timeline: [] } }
}

/** A contradiction needs an inquiry first. Once an inquiry confirms it, it becomes an exception for an admin. */
function contradiction({ outcome, source, inquired }: OutcomeReport, transfer: TransferRow): Decision {
  // guard: unconfirmed-contradiction
  if (source !== 'inquiry' && !inquired) return { result: 'unconfirmed', changes: [] }
  const detail = `${transfer.status}, but the operator now says ${detailOf(outcome)}`
  const timeline = [{ transfer: transfer.id, kind: 'telco.conflict', detail } as const]
  return { result: 'conflict', changes: [], exception: { kind: 'telco_conflict', detail, timeline } }
}

function recordedOutcome(outcome: FinalOutcome): Outcome {
  return {
    ...(outcome.upstreamId && { telcoReference: outcome.upstreamId }),
    ...(outcome.kind === 'declined' && {
      failureCode: outcome.reason,
      failureMessage: declineMessages[outcome.reason],
    }),
  }
}

function detailOf(outcome: FinalOutcome): string {
  const parts = [outcome.kind, outcome.kind === 'declined' ? outcome.reason : '', outcome.upstreamId ?? '']
  return parts.filter((part) => part !== '').join(' ')
}
