// Approves or rejects what another admin has requested. An approved act is executed in the transaction of its approval, so
// that both happen once or not at all; only a call to the gateway that it claimed follows after the commit.

import type { z } from 'zod'
import { money } from '../../kernel/money.ts'
import { Problem, type ProblemSpec } from '../../kernel/problem.ts'
import { UnopenedCell } from '../../platform/database/cells.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { type Admin, accessProblems, hasRight, isSamePerson, ownerOf } from '../access.ts'
import { audit } from '../audit.ts'
import { approvalProblems } from './problems.ts'
import {
  type ApprovalRow,
  approvalByPublicId,
  isStillAdmin,
  lockedApproval,
  moveApproval,
} from './queries.ts'
import { amountDetail } from './request-approval.ts'
import { type ApprovalAction, actionRights } from './rules.ts'

/** How the acts of one action are executed; the capability that they belong to provides it. */
export type Act = {
  /** What `perform` may refuse, for the API document. */
  problems: readonly ProblemSpec[]
  /** What is decided, for whoever decides: read when one approval is opened. */
  about?: {
    /** The fields, for the API document. */
    fields: Readonly<Record<string, z.ZodType>>
    read(sql: Database, approval: ApprovalRow, admin: Admin): Promise<Readonly<Record<string, unknown>>>
    /** Whether this admin has read it since it was requested. Absent: it need not be read. */
    isOpened?(sql: Tx, approval: ApprovalRow, admin: Admin): Promise<boolean>
  }
  /** Locks what the act changes. It comes before the lock of the approval, as when the approval was requested. */
  lock(sql: Tx, approval: ApprovalRow): Promise<void>
  /**
   * Executes the act; `admin` approves it.
   * @throws Problem if it is not possible now; the approval then keeps waiting.
   */
  perform(sql: Tx, approval: ApprovalRow, admin: Admin): Promise<Performed>
}

type Performed = {
  /** The call to the gateway that was claimed. */
  operation?: string
  /** Runs after the commit. It may never run, if the process dies: a worker must be able to do the same. */
  after?: () => Promise<void>
}

export type Acts = Readonly<Record<ApprovalAction, Act>>

export type DecisionNeeds = { db: Database; clock: Clock; secrets: Secrets; acts: Acts }

type Decision = { event: 'approved' | 'rejected'; reason: string }

/**
 * Approves or rejects a request.
 * @throws Problem 404; 401 if the admin user was removed meanwhile; 403 for the person who requested it; 409 if it was decided, has expired,
 * or must be read first; whatever the act refuses.
 */
export async function decideApproval(
  needs: DecisionNeeds,
  publicId: string,
  admin: Admin,
  decision: Decision,
): Promise<void> {
  const found = await approvalByPublicId(needs.db, publicId)
  if (!found) throw new Problem(approvalProblems.approval_unknown)
  refuseOtherCell(needs.db, found)
  const act = needs.acts[found.action]
  const performed = await needs.db.transaction(
    async (sql) => {
      await act.lock(sql, found)
      const approval = await lockedApproval(sql, found.id)
      const fault = whyUndecidable(approval, admin, needs.clock.now())
      if (fault) throw fault
      // The locks may have been waited for, and whoever removed the admin meanwhile means that nothing more is decided.
      // guard: approver-still-there
      if (!(await isStillAdmin(sql, admin))) throw new Problem(accessProblems.session_ended)
      return decideWithin(sql, needs, approval, admin, decision)
    },
    { mutexKey: `approval ${found.id}` },
  )
  await performed.after?.()
}

/**
 * What is decided about a merchant is written in its cell.
 * @throws UnopenedCell for a merchant of a cell that was added after this process started.
 */
export function refuseOtherCell({ cell }: Database, { merchant_cell: own }: ApprovalRow): void {
  // guard: approval-of-other-cell
  if (own !== null && own !== cell) throw new UnopenedCell(own)
}

/** Why this admin cannot approve or reject a request now; undefined if they can. */
export function whyUndecidable(
  { action, state, requested_owner: owner, expires_at }: ApprovalRow,
  admin: Admin,
  now: Temporal.Instant,
): Problem | undefined {
  // guard: approval-expired
  const isLate = state === 'WAITING' && Temporal.Instant.compare(expires_at, now) <= 0
  const reached = isLate ? 'EXPIRED' : state
  // guard: approval-waiting
  if (reached !== 'WAITING')
    return new Problem(approvalProblems.approval_decided, { state: reached.toLowerCase() })
  // guard: approval-second-person
  if (isSamePerson({ owner }, admin)) return new Problem(approvalProblems.own_request)
  // guard: approval-right
  if (!hasRight(admin, actionRights[action])) return new Problem(accessProblems.role_refused)
  return undefined
}

async function decideWithin(
  sql: Tx,
  { acts, secrets, clock }: DecisionNeeds,
  approval: ApprovalRow,
  admin: Admin,
  { event, reason }: Decision,
): Promise<Performed> {
  const { id, public_id, action, subject, amount_minor, currency } = approval
  const { about, perform } = acts[action]
  // guard: approval-opened
  if (event === 'approved' && about?.isOpened && !(await about.isOpened(sql, approval, admin)))
    throw new Problem(approvalProblems.not_opened)
  const performed = event === 'approved' ? await perform(sql, approval, admin) : {}
  const at = clock.now()
  const { operation } = performed
  await moveApproval(sql, id, event, { name: admin.name, owner: ownerOf(admin), at, reason, operation })
  const amount = amount_minor !== null && currency ? money(amount_minor, currency) : undefined
  const detail = {
    id: public_id,
    action,
    ...amountDetail(amount),
    requested_by: approval.requested_by,
    reason,
  }
  audit(sql, secrets, { admin, action: `approval.${event}`, subject, detail, now: at })
  return performed
}
