// The only place where the outcome of a payout is applied, whatever its source: decide-outcome.ts decides, this module
// writes. It resolves the operation, moves the transfer, wallet and ledger, records the timeline and notifies the
// merchant. An outcome that contradicts the record moves nothing: it needs an inquiry, and an exception is opened if
// the inquiry does not resolve the contradiction.
import assert from 'node:assert/strict'
import { resolveOperation } from '../../operations/operation.ts'
import { coalescingBatch } from '../../platform/database/coalescing-batch.ts'
import type { Database, Sql, Tx } from '../../platform/database/database.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { openException } from '../exceptions/exceptions.ts'
import { lockedTransfers, type TransferRow } from '../transfer/queries.ts'
import { recordTimeline, type TimelineEvent } from '../transfer/timeline.ts'
import { moveTransfer } from '../transfer/transfer.ts'
import { enqueueTransferWebhook } from '../transfer/webhooks/publish.ts'
import { type AppliedMovement, lockWallets, move, type OpenWallet, saveMovements } from '../wallets/wallet.ts'
import {
  type ApplyResult,
  type Change,
  type Decision,
  decideOutcome,
  type OutcomeReport,
} from './decide-outcome.ts'
import { completeReversals } from './request-reversal.ts'

/** Applies an outcome. Concurrent calls are batched. */
export type ApplyOutcome = (report: OutcomeReport) => Promise<ApplyResult>

export function openOutcomeApplier({
  db,
  clock,
  log,
}: {
  db: Database
  clock: Clock
  log: Log
}): ApplyOutcome {
  return coalescingBatch<OutcomeReport, ApplyResult>(
    (reports) => db.transaction((sql) => applyOutcomes(sql, reports, { log, now: clock.now() })),
    { maxMembers: 64 },
  )
}

/** The changes collected from a batch, written at its end. */
type Batch = {
  now: Temporal.Instant
  log: Log
  walletOf: (transfer: TransferRow) => OpenWallet
  movements: AppliedMovement[]
  timeline: TimelineEvent[]
  changed: TransferRow[]
  reversed: Parameters<typeof completeReversals>[1][number][]
}

async function applyOutcomes(
  sql: Tx,
  reports: readonly OutcomeReport[],
  { log, now }: { log: Log; now: Temporal.Instant },
): Promise<ApplyResult[]> {
  const transfers = await lockedTransfers(
    sql,
    reports.map(({ transfer }) => transfer),
  )
  const find = await lockWallets(sql, [...transfers.values()].map(walletKey))
  const walletOf = (transfer: TransferRow) => {
    const wallet = find(walletKey(transfer))
    assert(wallet, 'a transfer with a reservation has a wallet')
    return wallet
  }
  const batch: Batch = { now, log, walletOf, movements: [], timeline: [], changed: [], reversed: [] }
  const results: ApplyResult[] = []
  for (const report of reports) {
    const transfer = transfers.get(report.transfer)
    assert(transfer, 'every payout operation has a transfer')
    const decision = decideOutcome(report, transfer, now)
    for (const change of decision.changes) await applyChange(sql, change, transfer, batch)
    await openConflict(sql, { report, decision, transfer }, batch)
    results.push(decision.result)
  }
  await saveMovements(sql, batch.movements, now)
  await completeReversals(sql, batch.reversed, now)
  await recordTimeline(sql, batch.timeline, now)
  for (const transfer of batch.changed) await enqueueTransferWebhook(sql, transfer, now)
  return results
}

const walletKey = ({ merchant_id, environment }: TransferRow) => ({ merchantId: merchant_id, environment })

/**
 * Applies the change to the row in memory as well, so that the next outcome for the same transfer in the batch sees it.
 */
async function applyChange(sql: Tx, change: Change, transfer: TransferRow, batch: Batch): Promise<void> {
  const { now } = batch
  const { event, outcome: changes } = change.move
  const isMoved = await moveTransfer(sql, transfer, event, changes, now)
  assert(isMoved, 'a locked transfer cannot be moved by another transaction')
  const { call } = change
  if (call.kind === 'reversal')
    batch.reversed.push({ id: transfer.id, ...(call.reversal && { reversal: call.reversal }) })
  else {
    const { upstreamId, reason } = call
    const facts = { now, ...(upstreamId && { upstreamId }), ...(reason && { reason }) }
    await resolveOperation(sql, call.id, call.resolution, facts)
  }
  const { movement, key } = change.walletMovement
  const moved = move(batch.walletOf(transfer), movement, { key, transfer: transfer.id })
  assert(moved, 'completing a transfer takes no more than was reserved')
  batch.movements.push(moved)
  batch.timeline.push(...change.timeline)
  batch.changed.push(change.notify)
  Object.assign(transfer, change.notify)
}

const conflictMessages = {
  paid_twice: 'payout reported under two references',
  telco_conflict: 'operator reply conflicts with recorded outcome',
} as const

async function openConflict(
  sql: Sql,
  { report, decision, transfer }: { report: OutcomeReport; decision: Decision; transfer: TransferRow },
  batch: Batch,
): Promise<void> {
  if (!decision.exception) return
  const { kind, detail, timeline } = decision.exception
  if (await openException(sql, { transfer: transfer.id, kind, detail }, batch.now))
    batch.timeline.push(...timeline)
  batch.log.error(conflictMessages[kind], {
    transaction_uuid: transfer.transaction_id,
    operation: report.operation,
    reason: detail,
  })
}
