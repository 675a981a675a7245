// Decides what the outcome of a payout or reversal does to its transfer. A pure function: apply-outcome.ts writes the
// decision.
import assert from 'node:assert/strict'
import { move } from '../../kernel/moves.ts'
import {
  type ApplyResult,
  detailOf,
  judgeOutcome,
  type ReportedOutcome,
  type Standing,
  type Verdict,
} from '../../operator-calls/judge-outcome.ts'
import type { FinalOutcome } from '../../operator-calls/operator.ts'
import { declineMessages } from '../../operator-calls/operator.ts'
import { formatHundredths } from '../transfer/formats.ts'
import { costOf, type TransferRow } from '../transfer/queries.ts'
import type { TimelineEvent, TimelineKind } from '../transfer/timeline.ts'
import { type Outcome, type TransferEvent, type TransferStatus, transferMoves } from '../transfer/transfer.ts'
import { confirm, type Movement, release, reverse } from '../wallets/wallet.ts'

type PayoutOutcomeReport = ReportedOutcome & { call?: 'payout'; operation: string; transfer: bigint }
/** The same for a reversal requested by an admin. Its `upstreamId` is that of the reversal, not of the payout. */
type ReversalOutcomeReport = Omit<PayoutOutcomeReport, 'call' | 'outcome'> & {
  call: 'reversal'
  outcome: Extract<FinalOutcome, { kind: 'reversed' }>
}
export type OutcomeReport = PayoutOutcomeReport | ReversalOutcomeReport

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

const standings: Record<TransferStatus, Standing> = {
  Hold: 'unsent',
  Submitted: 'sent',
  Successful: 'paid',
  Failed: 'declined',
  Reversed: 'reversed',
}

/** Decides what an outcome does. @param transfer the recorded transfer, locked by the caller. */
export function decideOutcome(report: OutcomeReport, transfer: TransferRow, now: Temporal.Instant): Decision {
  const { status, telco_reference: upstreamId } = transfer
  const verdict = judgeOutcome(report, { standing: standings[status], status, upstreamId })
  if (verdict.kind === 'known' || verdict.kind === 'unconfirmed') return { result: verdict.kind, changes: [] }
  if (verdict.kind === 'conflict') return conflict(verdict, transfer)
  let current = transfer
  const changes = verdict.outcomes.map((outcome) => {
    const isReported = outcome === report.outcome
    const change = changeOf(isReported ? report : { ...report, call: 'payout', outcome }, current, now)
    current = change.notify
    return change
  })
  return { result: 'settled', changes }
}

/** A second payment is no event of the transfer, so only a contradiction is added to its timeline. */
function conflict(
  { exception: kind, detail }: Extract<Verdict, { kind: 'conflict' }>,
  { id: transfer }: TransferRow,
): Decision {
  const timeline = kind === 'paid_twice' ? [] : [{ transfer, kind: 'telco.conflict', detail } as const]
  return { result: 'conflict', changes: [], exception: { kind, detail, timeline } }
}

function changeOf(report: OutcomeReport, transfer: TransferRow, now: Temporal.Instant): Change {
  const { outcome, source } = report
  const { event, movement, key, timeline: kind } = consequences[outcome.kind]
  const status = move(transferMoves, transfer.status, event)
  assert(status, 'an outcome is applied only where its move exists')
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

function recordedOutcome(outcome: FinalOutcome): Outcome {
  return {
    ...(outcome.upstreamId && { telcoReference: outcome.upstreamId }),
    ...(outcome.kind === 'declined' && {
      failureCode: outcome.reason,
      failureMessage: declineMessages[outcome.reason],
    }),
  }
}
