// Reversals requested by admins. A reversal is a separate operation with its own reference in the operator queue; the
// transfer becomes Reversed only when the operator reports that the payout was reversed.

import type { Admin } from '../../admin/access.ts'
import { type AuditNeeds, audit } from '../../admin/audit.ts'
import { Problem } from '../../kernel/problem.ts'
import { insertOperation, type OperationState, resolveOperation } from '../../ledger/operation.ts'
import type { Operator, OperatorFor } from '../../operator-calls/operator.ts'
import { type Database, type Sql, statement, type Tx } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { reasonSchema } from '../http/endpoint-parts.ts'
import { stamp } from '../transfer/formats.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import { costOf, lockedTransfers, type TransferRow, transferById } from '../transfer/queries.ts'
import { recordTimeline } from '../transfer/timeline.ts'
import { newCall } from './payout.ts'

export type ReversalNeeds = AuditNeeds & { operatorFor: OperatorFor; wake: () => void }

const insertReversal = statement(
  'insert_transfer_reversal',
  `insert into transfer_reversal (operation, transfer_id, reason, requested_by, requested_at)
   values ($1, $2, $3, $4, $5)`,
)
/** Finds reversals that are not refused: pending or done. */
const findStanding = statement<{ id: string }>(
  'find_standing_reversals',
  `select id from operation where transfer_id = any($1) and kind = 'reversal' and state <> 'declined'`,
)

/** Why a transfer cannot be reversed; undefined if it can. */
export function whyNotReversible(
  transfer: Pick<TransferRow, 'status' | 'telco_reference'>,
  facts: { operator: Pick<Operator, 'reverses'> | undefined; isUnderWay: boolean },
): string | undefined {
  if (transfer.status !== 'Successful') return `The transfer is ${transfer.status}`
  if (facts.isUnderWay) return 'A reversal is in progress'
  if (!facts.operator) return 'No connection to the operator is configured'
  if (!facts.operator.reverses) return 'The operator protocol does not support reversals'
  if (!transfer.telco_reference) return 'The operator has not provided a payout reference'
  return undefined
}

export async function isReversalUnderWay(sql: Sql, transfer: bigint): Promise<boolean> {
  return (await sql.rows(findStanding, [[transfer]])).length > 0
}

/**
 * Requests the reversal of a transfer. The worker of the operator queue sends it.
 * @returns the reference of the reversal.
 * @throws Problem 404; 409 with the reason why no reversal is possible.
 */
export async function requestReversal(
  needs: ReversalNeeds,
  transactionId: string,
  body: unknown,
  admin: Admin,
): Promise<{ reference: string }> {
  const { reason } = check(reasonSchema, body, 'body')
  const found = await transferById(needs.db, transactionId)
  if (!found) throw new Problem(remittanceProblems.transfer_unknown)
  const reference = await needs.db.transaction(async (sql) => {
    const now = needs.clock.now()
    const transfer = (await lockedTransfers(sql, [found.id])).get(found.id) as TransferRow
    const why = whyNotReversible(transfer, {
      operator: needs.operatorFor(transfer.environment, transfer.operator),
      isUnderWay: await isReversalUnderWay(sql, transfer.id),
    })
    if (why) throw new Problem(remittanceProblems.not_reversible, { reason: why })
    const { id, transaction_id: transactionId, environment, operator } = transfer
    const { amount: amountMinor } = costOf(transfer)
    const reversed = { id, transactionId, environment, operator, amountMinor }
    const call = newCall('reversal', reversed, { cell: sql.cell, now })
    await insertOperation(sql, call)
    await sql.rows(insertReversal, [call.id, transfer.id, reason, admin.name, now])
    await recordTimeline(
      sql,
      [{ transfer: transfer.id, kind: 'reversal.requested', detail: `by ${admin.name}` }],
      now,
    )
    const entry = { admin, action: 'transfer.reversal_requested', subject: transfer.transaction_id, now }
    audit(sql, needs.secrets, { ...entry, detail: { reason, reference: call.id } })
    return call.id
  })
  needs.wake()
  return { reference }
}

/** Records that the operator refused a reversal. The transfer is unchanged, and another reversal may be requested. */
export async function refuseReversal(
  { db, clock }: { db: Database; clock: Clock },
  reversal: { id: string; transfer: bigint },
  reason: string,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (sql) => {
    if (!(await resolveOperation(sql, reversal.id, 'refused', { now, reason: reason.slice(0, 300) }))) return
    const detail = 'the operator refused the reversal'
    await recordTimeline(sql, [{ transfer: reversal.transfer, kind: 'reversal.refused', detail }], now)
  })
}

/** Resolves all requested reversals once the payout has been reversed, even if the operator did it by itself. */
export async function completeReversals(
  sql: Tx,
  transfers: readonly { id: bigint; reversal?: { id: string; upstreamId?: string } }[],
  now: Temporal.Instant,
): Promise<void> {
  if (transfers.length === 0) return
  const reported = new Map(transfers.flatMap(({ reversal }) => (reversal ? [[reversal.id, reversal]] : [])))
  for (const { id } of await sql.rows(findStanding, [transfers.map((transfer) => transfer.id)])) {
    const upstreamId = reported.get(id)?.upstreamId
    await resolveOperation(sql, id, 'approved', { now, ...(upstreamId && { upstreamId }) })
  }
}

type ReversalRow = {
  reference: string
  reason: string
  requested_by: string
  requested_at: Temporal.Instant
  state: OperationState
  attempts: number
  resolved_at: Temporal.Instant | null
  upstream_id: string | null
  upstream_reason: string | null
}

const listRows = statement<ReversalRow>(
  'list_transfer_reversals',
  `select r.operation as reference, r.reason, r.requested_by, r.requested_at, o.state, o.attempts, o.resolved_at,
          o.upstream_id, o.upstream_reason
     from transfer_reversal r join operation o on o.id = r.operation
    where r.transfer_id = $1 order by r.requested_at, r.operation`,
)

const shownState = (state: OperationState): 'REVERSED' | 'REFUSED' | 'PENDING' =>
  state === 'confirmed' ? 'REVERSED' : state === 'declined' ? 'REFUSED' : 'PENDING'

/**
 * The reversals of a transfer, oldest first. `detail` is the operator's message or the cause of the unknown outcome.
 */
export async function reversalsOf(sql: Sql, transfer: bigint) {
  return (await sql.rows(listRows, [transfer])).map((row) => ({
    reference: row.reference,
    state: shownState(row.state),
    reason: row.reason,
    requested_by: row.requested_by,
    requested_at: stamp(row.requested_at),
    attempts: row.attempts,
    ended_at: row.resolved_at && stamp(row.resolved_at),
    telco_reference: row.upstream_id,
    detail: row.upstream_reason,
  }))
}
