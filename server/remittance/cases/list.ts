// The list of cases: open ones by deadline, closed ones newest first.
import type { Environment } from '../../kernel/environment.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { pagedUpTo, rangeOf } from '../../platform/http/lists/list-query.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { stamp } from '../transfer/time.ts'
import { type CaseRow, caseColumns } from './case-row.ts'
import type { CaseState } from './moves.ts'
import { openPerson } from './person.ts'

type ListedRow = CaseRow & { items: bigint }

/** Two lists, each with an index: what is open waits for its deadline, what is closed is looked up. */
function listOf(name: string, condition: string, order: string) {
  const found = `from compliance_case c where c.environment = $1 and ${condition}`
  return {
    page: statement<ListedRow>(
      `list_${name}_cases`,
      `select ${caseColumns}, (select count(*) from compliance_case_item i where i.case_id = c.id) as items
         ${found} and ($4::text is null or c.state = $4) order by ${order} limit $2 offset $3`,
    ),
    count: statement<{ counted: bigint }>(
      `count_${name}_cases`,
      `select count(*) as counted ${found} and ($2::text is null or c.state = $2)`,
    ),
  }
}
const lists = {
  open: listOf('open', `c.state <> 'CLOSED'`, 'c.due_at, c.id'),
  closed: listOf('closed', `c.state = 'CLOSED'`, 'c.id desc'),
}

/** @param wanted.state all that are not closed if undefined. */
export async function listCases(
  { db, secrets }: { db: Database; secrets: Secrets },
  wanted: { environment: Environment; state?: CaseState | undefined; page: number; limit: number },
) {
  const { environment, state = null } = wanted
  const { page, count } = state === 'CLOSED' ? lists.closed : lists.open
  const { limit, offset } = rangeOf(wanted)
  const rows = await db.rows(page, [environment, limit, offset, state])
  const [counted] = await db.rows(count, [environment, state])
  const items = rows.map((row) => ({
    ...renderCase(row),
    person_name: openPerson(secrets, row).name,
    items: Number(row.items),
  }))
  return pagedUpTo(wanted, { items, counted: Number(counted?.counted ?? 0) })
}

/** The fields of a case that lists and details share. */
export function renderCase(row: CaseRow) {
  return {
    case_id: row.case_id,
    environment: row.environment,
    state: row.state,
    outcome: row.outcome,
    opened_at: stamp(row.opened_at),
    due_at: stamp(row.due_at),
    escalated_at: row.escalated_at && stamp(row.escalated_at),
    proposed_by: row.proposed_by,
    closed_by: row.closed_by,
    closed_at: row.closed_at && stamp(row.closed_at),
  }
}
