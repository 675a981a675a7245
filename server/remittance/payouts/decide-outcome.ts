// What the outcome of a payout or of its reversal does to a transfer. Nothing is read and nothing is written here:
// apply-outcome.ts writes what is decided.
import { move } from '../../kernel/moves.ts'
import type { DeclineReason, FinalOutcome } from '../operators/operator.ts'
import { formatHundredths } from '../transfer/amounts.ts'
import { costOf, type TransferRow } from '../transfer/queries.ts'
import type { TimelineEvent, TimelineKind } from '../transfer/timeline.ts'
import { type Outcome, type TransferEvent, type TransferStatus, transferMoves } from '../transfer/transfer.ts'
import { confirm, type Movement, release, reverse } from '../wallets/wallet.ts'

/** The outcome of a payout, and how it was learned: by the reply to the call itself, a callback, or an inquiry. */
type PayoutOutcomeReport = {
  call?: 'payout'
  operation: string
  transfer: bigint
  outcome: FinalOutcome
  source: 'answer' | 'callback' | 'inquiry'
  /** An inquiry about it was made, so that a contradiction goes to the exceptions. */
  inquired?: true
}
/** The same of a reversal that an admin requested; its `upstreamId` is that of the reversal, not of the payout. */
type ReversalOutcomeReport = Omit<PayoutOutcomeReport, 'call' | 'outcome'> & {
  call: 'reversal'
  outcome: Extract<FinalOutcome, { kind: 'reversed' }>
}
export type OutcomeReport = PayoutOutcomeReport | ReversalOutcomeReport

/**
 * `known`: it changes nothing. `conflict`: an admin must look. `unconfirmed`: it contradicts the record, and the
 * operator is to be inquired of first.
 */
export type ApplyResult = 'settled' | 'known' | 'conflict' | 'unconfirmed'

/** One move of a transfer, with all that follows from it. */
export type Change = {
  move: { event: TransferEvent; outcome: Outcome }
  /** How the call ends at the operator: the payout itself, or whatever reversals of the transfer were requested. */
  call:
    | { kind: 'payout'; id: string; resolution: 'approved' | 'refused'; upstreamId?: string; reason?: string }
    | { kind: 'reversal'; reversal?: { id: string; upstreamId?: string } }
  walletMovement: { movement: Movement; key: string }
  timeline: TimelineEvent[]
  /** The transfer as it is then: the merchant is notified of it. */
  notify: TransferRow
}

export type Decision = {
  result: ApplyResult
  /** In their order. Two, where a reversal is the first that is heard of an arrival. */
  changes: Change[]
  /** To be opened, with what the timeline says where it was not open already. */
  exception?: { kind: 'paid_twice' | 'telco_conflict'; detail: string; timeline: TimelineEvent[] }
}

/** What a final outcome does: the move, what becomes of the money, and the event on the timeline. */
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

/** Where an outcome has nothing to add: a success after its reversal is late, a reversal of nothing paid is nothing. */
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

/** @param transfer as it is recorded, locked by whoever writes the decision. */
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

/** What was reversed had arrived, even if no operator said so. */
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

/** Undefined where a transfer of this status does not move so. */
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
      ...(source === 'answer'
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

/** The same payout is a success under one reference of the operator. Another one is another payment. */
function isOtherSuccess(
  { outcome, call }: OutcomeReport,
  { telco_reference: recorded }: TransferRow,
): boolean {
  if (outcome.kind !== 'succeeded' || call === 'reversal') return false
  return recorded !== null && Boolean(outcome.upstreamId) && outcome.upstreamId !== recorded
}

function paidTwice(outcome: FinalOutcome, { telco_reference: recorded }: TransferRow): Decision {
  const detail = `paid as ${recorded}, and now told as ${detailOf(outcome)}`
  return { result: 'conflict', changes: [], exception: { kind: 'paid_twice', detail, timeline: [] } }
}

/** It counts only after an inquiry; what an inquiry says is the operator's last word, and an admin must look. */
function contradiction({ outcome, source, inquired }: OutcomeReport, transfer: TransferRow): Decision {
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
