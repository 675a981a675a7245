// Re-screening alerts: queries to list them, and closing one with the admin's name and a reason.

import type { Environment } from '../../kernel/environment.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { maxCounted, rangeOf } from '../../platform/http/lists/list-query.ts'
import { complianceProblems } from '../problems.ts'
import type { StoredBirthDate } from './birth-date.ts'
import type { ListMatch } from './screener.ts'

export type AlertRow = StoredBirthDate & {
  id: bigint
  environment: Environment
  role: 'sender' | 'receiver'
  name: string
  countries: string[]
  match: ListMatch
  list_version: string
  opened_at: Temporal.Instant
  closed_at: Temporal.Instant | null
  closed_by: string | null
  close_reason: string | null
  /** The transfers this person was screened for, newest first, at most 20. */
  subjects: string[]
}

const columns = `a.id, a.environment, p.role, p.name, p.birth_date_sealed, p.countries, a.match, a.list_version, a.opened_at,
  a.closed_at, a.closed_by, a.close_reason`

/** The statements of open and of closed alerts; each state has its own index. */
function statementsOf(state: 'open' | 'closed', condition: string) {
  const found = `from screening_alert where environment = $1 and closed_at ${condition}`
  return {
    // The page is an array, because a limit that is not known when the plan is made would make PostgreSQL expect a tenth of the table.
    list: statement<AlertRow>(
      `list_${state}_screening_alerts`,
      `select ${columns}, array(
                select same.subject from screened_party same
                 where same.id = p.id or (same.environment = p.environment and same.person_key = p.person_key)
                 order by same.id desc limit 20) as subjects
         from unnest(array(select id ${found} order by id desc limit $2 offset $3)) page (id)
         join screening_alert a on a.id = page.id join screened_party p on p.id = a.screened_party_id
        order by a.id desc`,
    ),
    count: statement<{ counted: bigint }>(
      `count_${state}_alerts_of_environment`,
      `select count(*) as counted from (select ${found} limit ${maxCounted + 1}) found`,
    ),
  }
}
const statements = {
  open: statementsOf('open', 'is null'),
  closed: statementsOf('closed', 'is not null'),
}
const countOpen = statement<{ open: bigint }>(
  'count_open_screening_alerts',
  'select count(*) as open from screening_alert where closed_at is null',
)
const closeOpenAlert = statement<AlertRow>(
  'close_screening_alert',
  `update screening_alert a set closed_at = $2, closed_by = $3, close_reason = $4
     from screened_party p
    where a.id = $1 and a.closed_at is null and p.id = a.screened_party_id returning ${columns}, array[p.subject] as subjects`,
)
const findAlert = statement<{ id: bigint }>(
  'find_screening_alert',
  'select id from screening_alert where id = $1',
)

/** The number of open alerts in all environments. */
export async function openAlerts(sql: Sql): Promise<number> {
  return Number((await sql.rows(countOpen))[0]?.open ?? 0)
}

/** One page of alerts, newest first, and how many there are, counted up to one more than `maxCounted`. */
export async function alertPage(
  sql: Sql,
  wanted: { environment: Environment; state: 'open' | 'closed'; page: number; limit: number },
): Promise<{ counted: number; items: AlertRow[] }> {
  const { environment, state } = wanted
  const { limit, offset } = rangeOf(wanted)
  const items = await sql.rows(statements[state].list, [environment, limit, offset])
  const [count] = await sql.rows(statements[state].count, [environment])
  return { counted: Number(count?.counted ?? 0), items }
}

/** Closes an alert and returns it. @throws Problem 404 for an unknown alert, 409 for one that is closed already. */
export async function closeAlert(
  sql: Sql,
  id: bigint,
  { closedBy, reason, now }: { closedBy: string; reason: string; now: Temporal.Instant },
): Promise<AlertRow> {
  const [closed] = await sql.rows(closeOpenAlert, [id, now, closedBy, reason])
  if (closed) return closed
  const [known] = await sql.rows(findAlert, [id])
  throw new Problem(known ? complianceProblems.alert_closed : complianceProblems.alert_unknown)
}
