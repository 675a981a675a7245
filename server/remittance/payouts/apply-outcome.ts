// The only place where the outcome of a payout is applied, whatever its source: decide-outcome.ts decides, this module
// writes. It resolves the operation, moves the transfer, wallet and ledger, records the timeline and notifies the
// merchant. An outcome that contradicts the record moves nothing: it needs an inquiry, and an exception is opened if
// the inquiry does not resolve the contradiction.
import assert from 'node:assert/strict'
import { type Resolution, resolveOperations } from '../../ledger/operation-parts.ts'
import { openException } from '../../operator-calls/exceptions.ts'
import type { ApplyResult } from '../../operator-calls/judge-outcome.ts'
import { coalescingBatch } from '../../platform/database/coalescing-batch.ts'
import type { Database, Sql, Tx } from '../../platform/database/database.ts'
import type { Log } from '../../platform/process/log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { type LockedTransfer, lockedTransfers, type TransferRow } from '../transfer/queries.ts'
import { recordTimeline, type TimelineEvent } from '../transfer/timeline.ts'
import { moveTransfers, type TransferMove } from '../transfer/transfer.ts'
import { enqueueTransferWebhooks } from '../transfer/webhook.ts'
import { type AppliedMovement, lockWallets, move, type OpenWallet, saveMovements } from '../wallets/wallet.ts'
import { type Change, type Decision, decideOutcome, type OutcomeReport } from './decide-outcome.ts'
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
  moves: TransferMove[]
  resolutions: Resolution[]
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
  const batch: Batch = {
    now,
    log,
    walletOf,
    moves: [],
    resolutions: [],
    movements: [],
    timeline: [],
    changed: [],
    reversed: [],
  }
  const results: ApplyResult[] = []
  for (const report of reports) {
    const transfer = transfers.get(report.transfer)
    assert(transfer, 'every payout operation has a transfer')
    const decision = decideOutcome(report, transfer, now)
    for (const change of decision.changes) applyChange(change, transfer, batch)
    await openConflict(sql, { report, decision, transfer }, batch)
    results.push(decision.result)
  }
  await write(sql, batch)
  return results
}

/** Writes the changes of all outcomes together: a statement for each table, not for each outcome. */
async function write(sql: Tx, { now, ...batch }: Batch): Promise<void> {
  await Promise.all([
    moveInTurn(sql, batch.moves, now),
    resolveOperations(sql, batch.resolutions),
    saveMovements(sql, batch.movements, now),
    recordTimeline(sql, batch.timeline, now),
  ])
  await completeReversals(sql, batch.reversed, now)
  await enqueueTransferWebhooks(sql, batch.changed, now)
}

/** A statement moves a transfer once, so the second moves of transfers that move twice come after all the first ones. */
async function moveInTurn(sql: Tx, moves: readonly TransferMove[], now: Temporal.Instant): Promise<void> {
  const rounds: TransferMove[][] = []
  const seen = new Map<bigint, number>()
  for (const each of moves) {
    const round = seen.get(each.transfer.id) ?? 0
    seen.set(each.transfer.id, round + 1)
    rounds[round] = [...(rounds[round] ?? []), each]
  }
  for (const round of rounds) {
    const moved = await moveTransfers(sql, round, now)
    assert.equal(moved.size, round.length, 'a locked transfer cannot be moved by another transaction')
  }
}

const walletKey = ({ merchant_id, environment }: TransferRow) => ({ merchantId: merchant_id, environment })

/**
 * Adds the change to the batch and applies it to the row in memory, so that the next outcome for the same transfer in the
 * batch sees it.
 */
function applyChange(change: Change, transfer: LockedTransfer, batch: Batch): void {
  const { id } = transfer
  batch.moves.push({ transfer: { ...transfer }, ...change.move })
  const { call } = change
  if (call.kind === 'reversal') batch.reversed.push({ id, ...(call.reversal && { reversal: call.reversal }) })
  else {
    const { upstreamId, reason } = call
    batch.resolutions.push({
      id: call.id,
      event: call.resolution,
      now: batch.now,
      ...(upstreamId && { upstreamId }),
      ...(reason && { reason }),
    })
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
