// Cases as they are stored: reads, locks, and every change with its line of history.
import type { Environment } from '../../kernel/environment.ts'
import { isUuid } from '../../kernel/id.ts'
import { type Moves, move } from '../../kernel/moves.ts'
import { Problem } from '../../kernel/problem.ts'
import { controlStatement, type Sql, type Tx } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import { caseTextContext } from './person.ts'

export type CaseState = 'OPEN' | 'PROPOSED' | 'CLOSED'
export type CaseMove = 'proposed' | 'returned' | 'confirmed'

export const caseMoves: Moves<CaseState, CaseMove> = {
  OPEN: { proposed: 'PROPOSED' },
  // Also returned by itself, when something new about the person arrives: the proposal was made without it.
  PROPOSED: { confirmed: 'CLOSED', returned: 'OPEN' },
  CLOSED: {},
}

export const caseStates = Object.keys(caseMoves) as CaseState[]

/** `DECLARED`: the suspicion is declared to the financial intelligence unit. */
export const caseOutcomes = ['CLEARED', 'DECLARED'] as const
export type CaseOutcome = (typeof caseOutcomes)[number]

export const caseEvents = [
  'opened',
  'item_added',
  'note',
  'paper_added',
  'proposed',
  'returned',
  'confirmed',
  'escalated',
  'declaration_saved',
  'declaration_sent',
  'papers_requested',
  'papers_link_opened',
  'papers_link_extended',
  'papers_link_withdrawn',
] as const
export type CaseEvent = (typeof caseEvents)[number]

export type CaseRow = {
  id: bigint
  case_id: string
  environment: Environment
  state: CaseState
  outcome: CaseOutcome | null
  person_sealed: Buffer
  opened_at: Temporal.Instant
  due_at: Temporal.Instant
  escalated_at: Temporal.Instant | null
  proposed_by: string | null
  proposed_owner: string | null
  closed_by: string | null
  closed_at: Temporal.Instant | null
}

export const caseColumns = `c.id, c.case_id, c.environment, c.state, c.outcome, c.person_sealed, c.opened_at, c.due_at,
  c.escalated_at, c.proposed_by, c.proposed_owner, c.closed_by, c.closed_at`

const findCase = controlStatement<CaseRow>(
  'find_case',
  `select ${caseColumns} from compliance_case c where c.case_id = $1`,
)
// guard: case-lock
const lockCase = controlStatement<CaseRow>(
  'lock_case',
  `select ${caseColumns} from compliance_case c where c.id = $1 for update`,
)
const moveRow = controlStatement<CaseRow>(
  'move_case',
  `update compliance_case c
      set state = $3, outcome = $4, proposed_by = $5, proposed_owner = $6, closed_by = $7, closed_owner = $8,
          closed_at = case when $3 = 'CLOSED' then $9::timestamptz end
    where c.id = $1 and c.state = $2 returning ${caseColumns}`,
)
const insertEvent = controlStatement(
  'insert_case_event',
  'insert into compliance_case_event (case_id, event, actor, at, text_sealed) values ($1, $2, $3, $4, $5)',
)

/** @throws Problem 404 */
export async function caseById(sql: Sql, caseId: string): Promise<CaseRow> {
  const [found] = isUuid(caseId) ? await sql.rows(findCase, [caseId]) : []
  if (!found) throw new Problem(remittanceProblems.case_unknown)
  return found
}

export async function lockedCase(sql: Tx, id: bigint): Promise<CaseRow> {
  const [found] = await sql.rows(lockCase, [id])
  if (!found) throw new Error(`case ${id} is missing`)
  return found
}

/** Who did something to a case: `likuta`, or an admin as the audit log names it. */
export type CaseActor = { actor: string; at: Temporal.Instant; text?: string | undefined }

/** Writes a line of the history. Its text is encrypted. */
export async function recordInCase(
  sql: Tx,
  secrets: Secrets,
  { id }: Pick<CaseRow, 'id'>,
  event: CaseEvent,
  { actor, at, text }: CaseActor,
): Promise<void> {
  const sealed = text === undefined ? null : secrets.seal(text, caseTextContext(id))
  await sql.rows(insertEvent, [id, event, actor, at, sealed])
}

type Person = { name: string; owner: string }

/**
 * Moves a locked case and writes its history. Returns the case as it is then.
 * @param to who proposes which outcome, or who closes it; neither for a return.
 * @throws Problem 409 if the case is in a state that does not allow the move.
 */
export async function moveCase(
  sql: Tx,
  secrets: Secrets,
  row: CaseRow,
  event: CaseMove,
  to: CaseActor & { outcome?: CaseOutcome; by?: Person },
): Promise<CaseRow> {
  const state = move(caseMoves, row.state, event)
  if (state === undefined) throw new Problem(remittanceProblems.case_state, { state: row.state })
  const outcome = state === 'OPEN' ? null : (to.outcome ?? row.outcome)
  const proposer =
    event === 'proposed'
      ? to.by
      : state === 'CLOSED'
        ? { name: row.proposed_by, owner: row.proposed_owner }
        : undefined
  const closer = state === 'CLOSED' ? to.by : undefined
  const persons = [proposer?.name, proposer?.owner, closer?.name, closer?.owner].map((each) => each ?? null)
  const [moved] = await sql.rows(moveRow, [row.id, row.state, state, outcome, ...persons, to.at])
  if (!moved) throw new Error(`case ${row.case_id} is no longer ${row.state}`)
  await recordInCase(sql, secrets, row, event, to)
  return moved
}
