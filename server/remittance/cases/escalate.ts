// Escalates cases whose deadline has passed: once each, in the history and in the log, which monitoring reads. Overdue cases are
// first in the list of open cases, and the overview counts them.
import { type Sql, statement } from '../../platform/database/database.ts'
import { type CaseRow, caseColumns, noteInCase } from './case-row.ts'
import type { GatherNeeds } from './gather.ts'

const atOnce = 100

const findOverdue = statement<{ id: bigint }>(
  'find_overdue_cases',
  `select c.id from compliance_case c
    where c.state <> 'CLOSED' and c.due_at <= $1 and c.escalated_at is null
    order by c.due_at limit ${atOnce}`,
)
// guard: case-escalated-once
const markEscalated = statement<CaseRow>(
  'mark_case_escalated',
  `update compliance_case c set escalated_at = $2
    where c.id = $1 and c.state <> 'CLOSED' and c.escalated_at is null returning ${caseColumns}`,
)

/** Returns whether more may be overdue. */
export async function escalateCases({ db, clock, secrets, log }: GatherNeeds): Promise<boolean> {
  const now = clock.now()
  const overdue = await db.rows(findOverdue, [now])
  for (const { id } of overdue) {
    const escalated = await db.transaction(async (sql) => {
      const [row] = await sql.rows(markEscalated, [id, now])
      if (row) await noteInCase(sql, secrets, row, 'escalated', { actor: 'likuta', at: now })
      return row
    })
    if (escalated) log.warn('case overdue', { subject: `case:${escalated.case_id}` })
  }
  return overdue.length === atOnce
}

const countQueue = statement<{ open: bigint; overdue: bigint }>(
  'count_case_queue',
  `select count(*) as open, count(*) filter (where escalated_at is not null) as overdue
     from compliance_case where state <> 'CLOSED'`,
)

/** The number of cases that are not closed, and how many of them are overdue. */
export async function countCases(sql: Sql): Promise<{ open: number; overdue: number }> {
  const [counts] = await sql.rows(countQueue)
  return { open: Number(counts?.open ?? 0), overdue: Number(counts?.overdue ?? 0) }
}
