// The admin routes for re-screening alerts: list them and close them.

import { z } from 'zod'
import { adminOf, adminStepUpHeader, stepUpProblem } from '../../admin/access.ts'
import { Problem } from '../../kernel/problem.ts'
import { admins } from '../../platform/http/access.ts'
import { cappedPageOf, environmentName, named, success, zonelessStamp } from '../../platform/http/api.ts'
import { check } from '../../platform/http/body/body.ts'
import { endpoint, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { pagedUpTo, pageFields } from '../../platform/http/lists/list-query.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import {
  audited,
  type ComplianceAdminNeeds,
  environmentField,
  environmentOf,
  reasonField,
  timeText,
} from '../admin-requests.ts'
import { complianceProblems as problems } from '../problems.ts'
import { type AlertRow, alertPage, closeAlert } from '../screening/alert.ts'
import { birthDateOf } from '../screening/birth-date.ts'
import { exampleMatch, matchSchema } from '../screening/match-record.ts'
import { renderMatches } from '../screening/match-view.ts'

const compliance = { tag: 'Admin: compliance' } as const
const firstPage = { page: 1, limit: 20, total: 1, pages: 1 }

const alert = z
  .object({
    id: z.string(),
    environment: environmentName,
    role: z.enum(['sender', 'receiver']),
    name: z.string(),
    birth_date: z.string().nullable(),
    countries: z.array(z.string()),
    match: matchSchema,
    list_version: z.string(),
    opened_at: zonelessStamp,
    closed_at: zonelessStamp.nullable(),
    closed_by: z.string().nullable(),
    close_reason: z.string().nullable(),
    subjects: z
      .array(z.string())
      .meta({ description: 'The transfers this person was screened for, newest first.' }),
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
    ...compliance,
    id: 'listScreeningAlerts',
    method: 'GET',
    path: '/api/v1/admin/remittance/screening/alerts',
    priority: 'list',
    access: admins('compliance'),
    summary: 'List re-screening alerts',
    description: 'Newest first.',
    query: alertsQuery,
    responses: {
      200: named('ScreeningAlerts', success(cappedPageOf(alert)), {
        status: 'success',
        data: {
          items: [{ ...exampleAlert, countries: ['CD'], subjects: ['transfer:41'] }],
          pagination: { ...firstPage, capped: false },
        },
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
    ...compliance,
    id: 'closeScreeningAlert',
    method: 'POST',
    path: '/api/v1/admin/remittance/screening/alerts/:id/close',
    priority: 'list',
    access: admins('compliance'),
    stepUp: 'required',
    conflictOfInterest: 'persons',
    summary: 'Close an alert',
    params: { id: z.string().meta({ examples: ['12'] }) },
    headers: adminStepUpHeader,
    body: named('AlertClosing', closeAlertSchema, { reason: 'Another person of the same name' }),
    responses: {
      200: named('ScreeningAlertResponse', success(alert), {
        status: 'success',
        data: { ...exampleAlert, countries: ['CD'], subjects: ['transfer:41'] },
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
    opened_at: timeText(opened_at),
    closed_at: closed_at && timeText(closed_at),
  }
}
