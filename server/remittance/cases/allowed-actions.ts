// What an admin may do to a case now, and why not otherwise: for the actions themselves and for the pages that offer them.
import { type Admin, type AdminCount, isSamePerson } from '../../admin/access.ts'
import { move } from '../../kernel/moves.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { may, mayNot } from '../http/schemas.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import type { CaseRow } from './case-row.ts'
import { type CaseMove, caseMoves } from './moves.ts'

export const caseActions = ['add', 'declare', 'propose', 'confirm', 'return'] as const
export type CaseAction = (typeof caseActions)[number]

const moveOf = { propose: 'proposed', confirm: 'confirmed', return: 'returned' } as const satisfies Partial<
  Record<CaseAction, CaseMove>
>

export type ActionContext = {
  admin: Admin
  /** Counts the people with admin access: with only one, nobody could confirm an outcome. */
  adminCount: AdminCount
}

/** Why the admin may not do this; undefined if nothing is against it. `add` is for notes and papers. */
export async function whyNot(
  sql: Sql,
  row: CaseRow,
  action: CaseAction,
  { admin, adminCount }: ActionContext,
): Promise<Problem | undefined> {
  const { state } = row
  if (action === 'add') return state === 'CLOSED' ? new Problem(problems.case_state, { state }) : undefined
  // What a reviewer confirms must not change after it was proposed.
  // guard: declaration-of-open-case
  if (action === 'declare') return state === 'OPEN' ? undefined : new Problem(problems.case_state, { state })
  if (move(caseMoves, state, moveOf[action]) === undefined) return new Problem(problems.case_state, { state })
  if ((await adminCount(sql)) < 2) return new Problem(problems.case_second_admin_missing)
  if (action === 'propose') return undefined
  // guard: case-second-person
  if (isSamePerson({ owner: row.proposed_owner }, admin)) return new Problem(problems.case_second_person)
  // guard: case-undecided
  if (action === 'confirm' && (await isUndecided(sql, row))) return new Problem(problems.case_undecided)
  return undefined
}

/** Which actions the admin may take. */
export async function allowedActions(sql: Sql, row: CaseRow, context: ActionContext) {
  const faults = await Promise.all(caseActions.map((action) => whyNot(sql, row, action, context)))
  const allowed = caseActions.map(
    (action, i) => [action, faults[i] ? mayNot(faults[i].message) : may] as const,
  )
  return Object.fromEntries(allowed) as Record<CaseAction, ReturnType<typeof mayNot> | typeof may>
}

const findUndecided = statement<{ found: boolean }>(
  'find_undecided_case_items',
  `select exists (
     select from compliance_case_item i
       left join transfer t on t.id = i.transfer_id and t.status = 'Hold'
       left join screening_alert a on a.id = i.alert_id and a.closed_at is null
      where i.case_id = $1 and num_nonnulls(t.id, a.id) > 0) as found`,
)

/** Whether a transfer of the case is held, or an alert of it is open. */
async function isUndecided(sql: Sql, { id }: CaseRow): Promise<boolean> {
  return (await sql.rows(findUndecided, [id]))[0]?.found === true
}
