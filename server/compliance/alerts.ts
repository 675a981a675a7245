// Re-screening alerts: queries to list them, and closing one with the admin's name and a reason.

import { z } from 'zod'
import { adminOf, adminStepUpHeader, stepUpProblem } from '../admin/access.ts'
import type { Environment } from '../kernel/environment.ts'
import { Problem } from '../kernel/problem.ts'
import { type ControlSql, controlStatement } from '../platform/database/database.ts'
import {
  cappedPageResponse,
  dataResponse,
  environmentName,
  named,
  zonelessStamp,
} from '../platform/http/api.ts'
import { check } from '../platform/http/body/body.ts'
import { endpoint, succeeded } from '../platform/http/endpoint.ts'
import { jsonBody } from '../platform/http/http.ts'
import { cappedCount, pagedUpTo, pageFields, rangeOf } from '../platform/http/list-query.ts'
import type { Secrets } from '../platform/secrets.ts'
import { zonelessMicrosecond } from '../platform/time/clock.ts'
import {
  audited,
  type ComplianceAdminNeeds,
  complianceEndpoint,
  environmentField,
  environmentOf,
  reasonField,
} from './admin-requests.ts'
import { complianceProblems as problems } from './problems.ts'
import { exampleMatch, matchSchema, renderMatches } from './screening/match-view.ts'
import type { ListMatch } from './screening/screener.ts'
import { birthDateOf, type StoredBirthDate } from './screening/screening-record.ts'

export type AlertRow = StoredBirthDate & {
  id: bigint
  environment: Environment
  role: 'sender' | 'receiver' | 'owner'
  name: string
  countries: string[]
  match: ListMatch
  list_version: string
  opened_at: Temporal.Instant
  closed_at: Temporal.Instant | null
  closed_by: string | null
  close_reason: string | null
  /** What this person was screened for, transfers or a business, newest first, at most 20. */
  subjects: string[]
}

const columns = `a.id, a.environment, p.role, p.name, p.birth_date_sealed, p.countries, a.match, a.list_version, a.opened_at,
  a.closed_at, a.closed_by, a.close_reason`

/** The statements of open and of closed alerts; each state has its own index. */
function statementsOf(state: 'open' | 'closed', condition: string) {
  const found = `from screening_alert where environment = $1 and closed_at ${condition}`
  return {
    // The page is an array, because a limit that is not known when the plan is made would make PostgreSQL expect a tenth of the table.
    list: controlStatement<AlertRow>(
      `list_${state}_screening_alerts`,
      `select ${columns}, array(
                select same.subject from screened_party same
                 where same.id = p.id or (same.environment = p.environment and same.person_key = p.person_key)
                 order by same.id desc limit 20) as subjects
         from unnest(array(select id ${found} order by id desc limit $2 offset $3)) page (id)
         join screening_alert a on a.id = page.id join screened_party p on p.id = a.screened_party_id
        order by a.id desc`,
    ),
    count: cappedCount(`count_${state}_alerts_of_environment`, found, controlStatement),
  }
}
const statements = {
  open: statementsOf('open', 'is null'),
  closed: statementsOf('closed', 'is not null'),
}
const countOpen = controlStatement<{ open: bigint }>(
  'count_open_screening_alerts',
  'select count(*) as open from screening_alert where closed_at is null',
)
const closeOpenAlert = controlStatement<AlertRow>(
  'close_screening_alert',
  `update screening_alert a set closed_at = $2, closed_by = $3, close_reason = $4
     from screened_party p
    where a.id = $1 and a.closed_at is null and p.id = a.screened_party_id returning ${columns}, array[p.subject] as subjects`,
)
const findAlert = controlStatement<{ id: bigint }>(
  'find_screening_alert',
  'select id from screening_alert where id = $1',
)

/** The number of open alerts in all environments. */
export async function openAlerts(sql: ControlSql): Promise<number> {
  return Number((await sql.rows(countOpen))[0]?.open ?? 0)
}

/** One page of alerts, newest first, and how many there are, counted up to one more than `maxCounted`. */
export async function alertPage(
  sql: ControlSql,
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
  sql: ControlSql,
  id: bigint,
  { closedBy, reason, now }: { closedBy: string; reason: string; now: Temporal.Instant },
): Promise<AlertRow> {
  const [closed] = await sql.rows(closeOpenAlert, [id, now, closedBy, reason])
  if (closed) return closed
  const [known] = await sql.rows(findAlert, [id])
  throw new Problem(known ? problems.alert_closed : problems.alert_unknown)
}

const alert = z
  .object({
    id: z.string(),
    environment: environmentName,
    role: z
      .enum(['sender', 'receiver', 'owner'])
      .meta({ description: '`owner`: of the business of a merchant.' }),
    name: z.string(),
    birth_date: z.string().nullable(),
    countries: z.array(z.string()),
    match: matchSchema,
    list_version: z.string(),
    opened_at: zonelessStamp,
    closed_at: zonelessStamp.nullable(),
    closed_by: z.string().nullable(),
    close_reason: z.string().nullable(),
    subjects: z.array(z.string()).meta({
      description:
        'What this person was screened for, newest first: `transfer:<id>`, or `business:<owner_id>`.',
    }),
  })
  .meta({ id: 'ScreeningAlert' })

const exampleAlert = {
  id: '12',
  environment: 'sandbox',
  role: 'sender',
  name: 'Watchlist Person',
  birth_date: '1980-01-01',
  countries: ['CD'],
  match: exampleMatch,
  list_version: '3',
  opened_at: '2026-11-21T09:30:00.118204',
  closed_at: null,
  closed_by: null,
  close_reason: null,
  subjects: ['transfer:41'],
} as const

const alertsQuery = z.object({
  environment: environmentField,
  state: z.enum(['open', 'closed']).default('open'),
  ...pageFields,
})
const closeAlertSchema = z.object({ reason: reasonField })

export const alertRoutes = [
  endpoint({
    ...complianceEndpoint,
    id: 'listScreeningAlerts',
    method: 'GET',
    path: '/api/v1/admin/remittance/screening/alerts',
    summary: 'List re-screening alerts',
    description: 'Newest first.',
    query: alertsQuery,
    responses: {
      200: cappedPageResponse('ScreeningAlerts', alert, {
        ...exampleAlert,
        countries: ['CD'],
        subjects: ['transfer:41'],
      }),
    },
    handle: async (needs: ComplianceAdminNeeds, { request }) => {
      const query = alertsQuery.extend({ environment: environmentOf(needs) })
      const wanted = check(query, request.query, 'query')
      const { items, counted } = await alertPage(needs.db, wanted)
      const matches = items.map(({ match }) => match)
      const view = await renderMatches(needs.db, matches)
      const shown = items.map((alert) => alertJson(needs.secrets, alert, view))
      return succeeded(pagedUpTo(wanted, { items: shown, counted }))
    },
  }),
  endpoint({
    ...complianceEndpoint,
    id: 'closeScreeningAlert',
    method: 'POST',
    path: '/api/v1/admin/remittance/screening/alerts/:id/close',
    stepUp: 'required',
    conflictOfInterest: 'persons',
    summary: 'Close an alert',
    params: { id: z.string().meta({ examples: ['12'] }) },
    headers: adminStepUpHeader,
    body: named('AlertClosing', closeAlertSchema, { reason: 'Another person of the same name' }),
    responses: {
      200: dataResponse('ScreeningAlertResponse', alert, {
        ...exampleAlert,
        countries: ['CD'],
        subjects: ['transfer:41'],
      }),
    },
    problems: [stepUpProblem, problems.alert_unknown, problems.alert_closed],
    handle: async (needs: ComplianceAdminNeeds, { request, params: { id } }) => {
      const { reason } = check(closeAlertSchema, jsonBody(request), 'body')
      if (!/^\d{1,18}$/.test(id)) throw new Problem(problems.alert_unknown)
      const closed = await audited(needs, request, async (sql, now) => {
        const alert = await closeAlert(sql, BigInt(id), { closedBy: adminOf(request).name, reason, now })
        const { list, entryId: entry } = alert.match
        const detail = { reason, list, entry, subject: alert.subjects[0] }
        return { action: 'alert.closed', subject: `alert:${id}`, detail, alert }
      })
      const view = await renderMatches(needs.db, [closed.alert.match])
      return succeeded(alertJson(needs.secrets, closed.alert, view))
    },
  }),
]

function alertJson(secrets: Secrets, alert: AlertRow, view: Awaited<ReturnType<typeof renderMatches>>) {
  const { id, match, opened_at, closed_at, birth_date_sealed, ...matched } = alert
  return {
    id: String(id),
    ...matched,
    birth_date: birthDateOf(secrets, alert) ?? null,
    match: view(match),
    opened_at: zonelessMicrosecond(opened_at),
    closed_at: closed_at && zonelessMicrosecond(closed_at),
  }
}
