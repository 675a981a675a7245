// What every action on a case needs: the locked case, the check whether the admin may do it now, and the audit entry.
import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { type ActionContext, type CaseAction, whyNot } from './allowed-actions.ts'
import { type CaseRow, caseById, lockedCase } from './case-row.ts'
import type { GatherNeeds } from './gather.ts'

export type CaseNeeds = GatherNeeds & Pick<ActionContext, 'secondAdmin'>

/** Runs an action on a locked case, if the admin may do it now. @throws Problem 404; 403 and 409 as `whyNot` says. */
export async function withLockedCase(
  { db, clock, secrets, secondAdmin }: CaseNeeds,
  caseId: string,
  { action, admin }: { action: CaseAction; admin: Admin },
  work: (sql: Tx, row: CaseRow, at: Temporal.Instant) => Promise<void>,
): Promise<void> {
  const { id } = await caseById(db, caseId)
  await db.transaction(async (sql) => {
    const row = await lockedCase(sql, id)
    const fault = await whyNot(sql, row, action, { admin, secondAdmin, secrets })
    if (fault) throw fault
    await work(sql, row, clock.now())
  })
}

/** The audit log names the case, never the person. */
export function audited(
  sql: Tx,
  { secrets }: Pick<CaseNeeds, 'secrets'>,
  { case_id }: Pick<CaseRow, 'case_id'>,
  action: string,
  { admin, at, detail = {} }: { admin: Admin; at: Temporal.Instant; detail?: Record<string, unknown> },
): void {
  audit(sql, secrets, { admin, action, subject: `case:${case_id}`, detail, now: at })
}
