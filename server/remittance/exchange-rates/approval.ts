// Approval of quarantined exchange rates by an admin, and the overview of recent rates with what moved.

import { z } from 'zod'
import type { Admin } from '../../admin/access.ts'
import type { Act } from '../../admin/approvals/decide-approval.ts'
import { pendingApprovals } from '../../admin/approvals/pending.ts'
import {
  type Approvals,
  type RequestedApproval,
  requestApproval,
} from '../../admin/approvals/request-approval.ts'
import { needsApproval } from '../../admin/approvals/rules.ts'
import { type AuditNeeds, audit } from '../../admin/audit.ts'
import { parseRate } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Sql, Tx } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import type { Log } from '../../platform/process/log.ts'
import { actionOf, reasonSchema } from '../http/endpoint-parts.ts'
import { stamp, stampSecond } from '../transfer/formats.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import {
  findSlot,
  listSnapshots,
  lockRateTable,
  lockSnapshot,
  publishSnapshot,
  type RatesJson,
  type SnapshotRow,
} from './queries.ts'
import { currentRates, isFresh, nextSlot, type RateTable, slotOf } from './rate-table.ts'

export type ApprovalNeeds = AuditNeeds & { log: Log; approvals: Approvals }

const maxListed = 50
const subjectOf = (id: bigint | string) => `rates:${id}`

/**
 * Publishes quarantined rates as the rate table, or requests it if a rule asks for a second admin.
 * @param id the snapshot id as given in the path, unchecked.
 * @throws Problem 404 for an unknown snapshot; 409 for one that is published already or older than the table.
 */
export async function approveRates(
  needs: ApprovalNeeds,
  id: string,
  body: unknown,
  admin: Admin,
): Promise<ReturnType<typeof snapshotJson> | RequestedApproval> {
  const { reason } = check(reasonSchema, body, 'body')
  return needs.db.transaction(async (sql) => {
    await lockRateTable(sql)
    const snapshot = await approvable(sql, id)
    const requested = await askForApproval(sql, needs, { id, reason, admin })
    return requested ?? snapshotJson(await publish(sql, needs, snapshot, { by: admin.name, reason, admin }))
  })
}

async function askForApproval(
  sql: Tx,
  { approvals, clock }: ApprovalNeeds,
  { id, ...asked }: { id: string; reason: string; admin: Admin },
): Promise<RequestedApproval | undefined> {
  // guard: rates-approval
  if (!needsApproval(approvals.rules, 'rates')) return undefined
  const request = { snapshot_id: id }
  const wanted = { action: 'rates', subject: subjectOf(id), request, ...asked, now: clock.now() } as const
  const requested = await requestApproval(sql, approvals, wanted)
  if (requested instanceof Problem) throw requested
  return requested
}

/** Publishes rates that the caller has found approvable. @param by who approved them, or requested it. */
async function publish(
  sql: Tx,
  { clock, secrets, log }: ApprovalNeeds,
  snapshot: SnapshotRow,
  { by, reason, admin }: { by: string; reason: string; admin: Admin },
): Promise<SnapshotRow> {
  const now = clock.now()
  const { id, source, as_of, moved_from } = snapshot
  const [published] = await sql.rows(publishSnapshot, [id, by, reason, now])
  const detail = { reason, source, as_of: as_of.toString(), moved_from }
  audit(sql, secrets, { admin, action: 'rates.approved', subject: subjectOf(id), detail, now })
  log.info('exchange rates approved', { reason: Object.keys(moved_from).join(', ') })
  return published as SnapshotRow
}

/** What publishing rates may refuse. */
export const publishProblems = [
  remittanceProblems.rates_unknown,
  remittanceProblems.rates_not_held,
  remittanceProblems.rates_superseded,
] as const

const requestSchema = z.object({ snapshot_id: z.string() })

/** Executes the publication of rates that a second admin approved. */
export function openRatesAct(needs: ApprovalNeeds): Act {
  return {
    problems: publishProblems,
    async lock(sql) {
      await lockRateTable(sql)
    },
    async perform(sql, { request, reason, requested_by: by }, admin) {
      const snapshot = await approvable(sql, requestSchema.parse(request).snapshot_id)
      await publish(sql, needs, snapshot, { by, reason, admin })
      return {}
    },
  }
}

async function approvable(sql: Sql, id: string): Promise<SnapshotRow> {
  const [snapshot] = /^[1-9]\d{0,17}$/.test(id) ? await sql.rows(lockSnapshot, [id]) : []
  if (!snapshot) throw new Problem(remittanceProblems.rates_unknown)
  const fault = approvalFault(snapshot, await currentRates(sql))
  if (fault) throw fault
  return snapshot
}

/** Why rates may not be published; undefined if they may. */
function approvalFault(
  snapshot: Pick<SnapshotRow, 'state' | 'as_of'>,
  rateTable: RateTable | undefined,
): Problem | undefined {
  if (snapshot.state !== 'QUARANTINED') return new Problem(remittanceProblems.rates_not_held)
  if (rateTable && Temporal.Instant.compare(snapshot.as_of, rateTable.asOf) <= 0)
    return new Problem(remittanceProblems.rates_superseded)
  return undefined
}

/** The rate table, the state of its refresh, and recent snapshots, newest first. */
export async function ratesOverview(
  { db, clock, approvals }: Omit<ApprovalNeeds, 'secrets' | 'log'>,
  admin: Admin,
) {
  const now = clock.now()
  const [rateTable, [slot], snapshots] = await Promise.all([
    currentRates(db),
    db.rows(findSlot, [slotOf(now)]),
    db.rows(listSnapshots, [maxListed]),
  ])
  const subjects = snapshots.filter(({ state }) => state === 'QUARANTINED').map(({ id }) => subjectOf(id))
  const pending = await pendingApprovals(db, { actions: ['rates'], subjects, admin, now })
  return {
    needs_approval: needsApproval(approvals.rules, 'rates'),
    current_id: rateTable === undefined ? null : Number(rateTable.id),
    fresh: rateTable !== undefined && isFresh(rateTable, now),
    next_refresh_at: stampSecond(nextSlot(now)),
    refresh: slot
      ? {
          slot: stampSecond(slot.slot),
          attempts: slot.attempts,
          failure: slot.failure,
          finished_at: slot.finished_at && stamp(slot.finished_at),
          next_attempt_at: slot.finished_at ? null : stamp(slot.next_attempt_at),
        }
      : null,
    items: snapshots.map((row) => {
      const approve = actionOf(approvalFault(row, rateTable)?.message)
      return {
        ...snapshotJson(row),
        pending_approvals: pending(subjectOf(row.id)),
        allowed_actions: { approve },
      }
    }),
  }
}

function snapshotJson(row: SnapshotRow) {
  return {
    id: Number(row.id),
    state: row.state,
    source: row.source,
    as_of: stampSecond(row.as_of),
    fetched_at: stamp(row.fetched_at),
    rates: Object.entries(row.rates).map(([currency, rate]) => ({ currency, rate: JSON.rawJSON(rate) })),
    moved: Object.entries(row.moved_from).map(([currency, from]) => moveJson(currency, from, row.rates)),
    approved_by: row.approved_by,
    approval_reason: row.approval_reason,
    approved_at: row.approved_at && stamp(row.approved_at),
  }
}

function moveJson(currency: string, from: string, rates: RatesJson) {
  const to = rates[currency] as string
  return {
    currency,
    from: JSON.rawJSON(from),
    to: JSON.rawJSON(to),
    percent: JSON.rawJSON(percentMoved(from, to)),
  }
}

/** The change in percent with two decimals, truncated: "12.34", "-90.00". */
function percentMoved(from: string, to: string): string {
  const [before, after] = [parseRate(from) as bigint, parseRate(to) as bigint]
  const hundredths = ((after - before) * 10_000n) / before
  const digits = (hundredths < 0n ? -hundredths : hundredths).toString().padStart(3, '0')
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
