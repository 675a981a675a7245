// Records the outcome of a payout, whatever its source: the reply to the call, a callback or an inquiry. An outcome that is
// recorded already changes nothing; a contradiction moves no money and becomes an exception for an admin.

import { resolveOperation } from '../../ledger/operation.ts'
import type { Resolution } from '../../ledger/operation-parts.ts'
import { openPayoutException } from '../../operator-calls/exceptions.ts'
import {
  type ApplyResult,
  detailOf,
  judgeOutcome,
  type ReportedOutcome,
  type Standing,
  type Verdict,
} from '../../operator-calls/judge-outcome.ts'
import type { FinalOutcome } from '../../operator-calls/operator.ts'
import type { Database, Sql, Tx } from '../../platform/database/database.ts'
import type { Log } from '../../platform/process/log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { movePayout } from '../record/move-payout.ts'
import {
  lockedPayout,
  type PayoutEvent,
  type PayoutRow,
  type PayoutState,
  payoutOfOperation,
} from '../record/queries.ts'

type ApplyNeeds = { db: Database; clock: Clock; log: Log }

/** The outcome of the operation that pays a merchant. `confirmed`: an inquiry said the same as the callback. */
export type OutcomeReport = ReportedOutcome & { operation: string; confirmed?: true }

const standings: Record<PayoutState, Standing> = {
  REQUESTED: 'unsent',
  APPROVED: 'unsent',
  CANCELLED: 'unsent',
  SENT: 'sent',
  PAID: 'paid',
  FAILED: 'declined',
  RETURNED: 'reversed',
}

const consequences: Record<
  FinalOutcome['kind'],
  { event: PayoutEvent; resolution?: Resolution['event'] & ('approved' | 'refused') }
> = {
  succeeded: { event: 'paid', resolution: 'approved' },
  declined: { event: 'declined', resolution: 'refused' },
  // Its success was recorded before, and ended the operation.
  reversed: { event: 'returned' },
}

/** Records an outcome in one transaction, which locks the payout. */
export async function applyPayoutOutcome(needs: ApplyNeeds, report: OutcomeReport): Promise<ApplyResult> {
  const id = await payoutOfOperation(needs.db, report.operation)
  return needs.db.transaction(async (sql) => {
    const payout = await lockedPayout(sql, id)
    const verdict = judge(report, payout)
    if (verdict.kind === 'known' || verdict.kind === 'unconfirmed') return verdict.kind
    if (verdict.kind === 'conflict') return conflict(sql, needs, payout, { ...verdict, ...report })
    let current = payout
    for (const outcome of verdict.outcomes) current = await record(sql, needs, current, report, outcome)
    return 'settled'
  })
}

/**
 * No callback alone decides about a merchant's money: a success ends a payout that the operator may have declined, and a return gives
 * money back that can be paid out again at once. One that no inquiry confirms becomes an exception.
 */
function judge(report: OutcomeReport, { state: status, upstream_id: upstreamId }: PayoutRow): Verdict {
  const verdict = judgeOutcome(report, { standing: standings[status], status, upstreamId })
  const { outcome, source, inquired, confirmed } = report
  // guard: unconfirmed-callback
  if (verdict.kind !== 'apply' || source !== 'callback' || confirmed) return verdict
  if (!inquired) return { kind: 'unconfirmed' }
  const detail = `${status}, and no inquiry confirms a callback that says ${detailOf(outcome)}`
  return { kind: 'conflict', exception: 'telco_conflict', detail }
}

async function record(
  sql: Tx,
  { clock }: ApplyNeeds,
  payout: PayoutRow,
  { operation, source }: OutcomeReport,
  outcome: FinalOutcome,
): Promise<PayoutRow> {
  const now = clock.now()
  const { event, resolution } = consequences[outcome.kind]
  const upstreamId = outcome.upstreamId ? { upstreamId: outcome.upstreamId } : {}
  const isDeclined = outcome.kind === 'declined'
  if (resolution) {
    const reason = isDeclined ? { reason: `${outcome.code} ${outcome.message}`.slice(0, 300) } : {}
    const isOpen = await resolveOperation(sql, operation, resolution, { now, ...upstreamId, ...reason })
    if (!isOpen) throw new Error('the call of a payout that was sent has ended')
  }
  return movePayout(sql, payout, event, {
    now,
    detail: source === 'reply' ? '' : `by ${source}`,
    ...(event === 'paid' && upstreamId),
    ...(isDeclined && { failureCode: outcome.reason }),
  })
}

const conflictMessages = {
  paid_twice: 'payout reported under two references',
  telco_conflict: 'operator reply conflicts with recorded outcome',
} as const

async function conflict(
  sql: Sql,
  { clock, log }: ApplyNeeds,
  payout: PayoutRow,
  { exception: kind, detail, operation, outcome }: Extract<Verdict, { kind: 'conflict' }> & OutcomeReport,
): Promise<'conflict'> {
  await openPayoutException(sql, { payout, kind, detail, now: clock.now() })
  log.error(conflictMessages[kind], {
    transaction_uuid: payout.public_id,
    operation,
    state: outcome.kind,
    reason: detailOf(outcome),
  })
  return 'conflict'
}
