// What an admin may do to a case now, and why not otherwise: for the actions themselves and for the pages that offer them.
import { type Admin, actorOf, isSamePerson, type SecondAdmin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { move } from '../../kernel/moves.ts'
import { Problem } from '../../kernel/problem.ts'
import { controlStatement, type Sql, statement, type Tx } from '../../platform/database/database.ts'
import { type Listed, rowsOfCells } from '../../platform/database/over-cells.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { may, mayNot } from '../http/endpoint-parts.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import { type CaseMove, type CaseRow, caseById, caseMoves, lockedCase } from './case-row.ts'
import { isAuthor } from './declaration/content.ts'
import type { GatherNeeds } from './gather.ts'

export const caseActions = ['add', 'declare', 'propose', 'confirm', 'return'] as const
export type CaseAction = (typeof caseActions)[number]

const moveOf = { propose: 'proposed', confirm: 'confirmed', return: 'returned' } as const satisfies Partial<
  Record<CaseAction, CaseMove>
>

type ActionContext = {
  admin: Admin
  secondAdmin: SecondAdmin
  secrets: Secrets
  cells: Listed
}

/** Why the admin may not do this; undefined if nothing is against it. `add` is for notes and papers. */
async function whyNot(
  sql: Sql,
  row: CaseRow,
  action: CaseAction,
  { admin, secondAdmin, secrets, cells }: ActionContext,
): Promise<Problem | undefined> {
  const { state } = row
  if (action === 'add') return state === 'CLOSED' ? new Problem(problems.case_state, { state }) : undefined
  // What a reviewer confirms must not change after it was proposed.
  // guard: declaration-of-open-case
  if (action === 'declare') return state === 'OPEN' ? undefined : new Problem(problems.case_state, { state })
  if (move(caseMoves, state, moveOf[action]) === undefined) return new Problem(problems.case_state, { state })
  if (action === 'propose') {
    const isConfirmable = await secondAdmin(sql, admin, 'compliance')
    return isConfirmable ? undefined : new Problem(problems.case_second_admin_missing)
  }
  // guard: case-second-person
  if (isSamePerson({ owner: row.proposed_owner }, admin)) return new Problem(problems.case_second_person)
  // guard: case-author
  if (action === 'confirm' && row.outcome === 'DECLARED' && (await isAuthor(sql, secrets, row, admin)))
    return new Problem(problems.case_author)
  // guard: case-undecided
  if (action === 'confirm' && (await isUndecided(sql, row, cells)))
    return new Problem(problems.case_undecided)
  // guard: case-opened
  if (action === 'confirm' && !(await isOpened(sql, row, admin))) return new Problem(problems.case_not_opened)
  return undefined
}

const findView = controlStatement<{ seq: bigint }>(
  'find_view_of_proposed_case',
  `select l.seq from audit_log l
    where l.subject = 'case:' || $2::text and l.action = 'case.viewed' and l.actor = $3
      and l.at >= (select max(e.at) from compliance_case_event e where e.case_id = $1 and e.event = 'proposed') limit 1`,
)

/** Whether the admin has read the case since its outcome was proposed. Its line in a list says nothing about the person. */
async function isOpened(sql: Sql, { id, case_id }: CaseRow, admin: Admin): Promise<boolean> {
  return (await sql.rows(findView, [id, case_id, actorOf(admin)])).length > 0
}

/** Which actions the admin may take. */
export async function allowedActions(sql: Sql, row: CaseRow, context: ActionContext) {
  const faults = await Promise.all(caseActions.map((action) => whyNot(sql, row, action, context)))
  const allowed = caseActions.map(
    (action, i) => [action, faults[i] ? mayNot(faults[i].message) : may] as const,
  )
  return Object.fromEntries(allowed) as Record<CaseAction, ReturnType<typeof mayNot> | typeof may>
}

// guard: undecided-other-cases
const findItems = controlStatement<{ has_open_alert: boolean; transfers: string[] }>(
  'find_undecided_case_items',
  `with same_person as (
     select $1::bigint as id
     union
     select c.id from compliance_case own join compliance_case c on c.keys && own.keys and c.state <> 'CLOSED'
      where own.id = $1)
   select coalesce(bool_or(a.id is not null), false) as has_open_alert,
          coalesce(array_agg(distinct i.transfer_id)::text[], '{}') as transfers
     from compliance_case_item i
     left join screening_alert a on a.id = i.alert_id and a.closed_at is null
    where i.case_id in (select id from same_person)`,
)
const findHeld = statement<{ id: bigint }>(
  'find_held_transfer_among',
  `select id from transfer where id = any($1::bigint[]) and status = 'Hold' limit 1`,
)

/**
 * Whether a transfer of the case, or of another open case of the same person, is held, or an alert is open. Neither becomes so later,
 * and a locked case gets no items meanwhile.
 */
async function isUndecided(sql: Sql, { id }: CaseRow, cells: Listed): Promise<boolean> {
  const [items] = await sql.rows(findItems, [id])
  if (!items || items.has_open_alert) return items !== undefined
  // Control does not see the transfers of several cells.
  const held = await rowsOfCells(sql.cell === 0 ? cells : sql, findHeld, [items.transfers])
  return held.length > 0
}

export type CaseNeeds = GatherNeeds & Pick<ActionContext, 'secondAdmin' | 'cells'>

/** Runs an action on a locked case, if the admin may do it now. @throws Problem 404; 403 and 409 as `whyNot` says. */
export async function withLockedCase<Result>(
  { db, cells, clock, secrets, secondAdmin }: CaseNeeds,
  caseId: string,
  { action, admin }: { action: CaseAction; admin: Admin },
  work: (sql: Tx, row: CaseRow, at: Temporal.Instant) => Promise<Result>,
): Promise<Result> {
  const { id } = await caseById(db, caseId)
  return db.transaction(async (sql) => {
    const row = await lockedCase(sql, id)
    const fault = await whyNot(sql, row, action, { admin, secondAdmin, secrets, cells })
    if (fault) throw fault
    return work(sql, row, clock.now())
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
