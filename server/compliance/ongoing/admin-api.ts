// The admin route for the progress of ongoing screening: what was screened again for each version of the lists.

import { z } from 'zod'
import { admins } from '../../platform/http/access.ts'
import { environmentName, named, pageOf, success, zonelessStamp } from '../../platform/http/api.ts'
import { check } from '../../platform/http/body/body.ts'
import { endpoint, succeeded } from '../../platform/http/endpoint.ts'
import { paged, pageFields } from '../../platform/http/lists/list-query.ts'
import { type ComplianceAdminNeeds, environmentField, environmentOf, timeText } from '../admin-requests.ts'
import { type RunRow, runPage } from './runs.ts'

const states = ['running', 'ended', 'superseded'] as const

const run = z
  .object({
    environment: environmentName,
    list_version: z.string(),
    state: z
      .enum(states)
      .meta({ description: '`superseded`: the lists changed again before everyone was screened.' }),
    started_at: zonelessStamp,
    ended_at: zonelessStamp.nullable(),
    screened: z.int().meta({ description: 'Persons screened again so far.' }),
    alerts: z.int().meta({ description: 'Alerts raised.' }),
    remaining: z
      .int()
      .meta({ description: 'Persons still to be screened again, counted up to 10000; 0 for older runs.' }),
  })
  .meta({ id: 'ScreeningRun' })

export const runRoutes = [
  endpoint({
    tag: 'Admin: compliance',
    id: 'listScreeningRuns',
    method: 'GET',
    path: '/api/v1/admin/remittance/screening/runs',
    priority: 'list',
    access: admins('compliance'),
    summary: 'List the runs of ongoing screening',
    description:
      'Newest first. Each version of the lists is compared once with everyone who was part of a transfer within `SCREENING_RELATIONSHIP_DAYS`.',
    query: z.object({ environment: environmentField, ...pageFields }),
    responses: {
      200: named('ScreeningRuns', success(pageOf(run)), {
        status: 'success',
        data: {
          items: [
            {
              environment: 'production',
              list_version: '42',
              state: 'running',
              started_at: '2026-11-21T09:30:00.118204',
              ended_at: null,
              screened: 1_250,
              alerts: 1,
              remaining: 3_120,
            },
          ],
          pagination: { page: 1, limit: 20, total: 1, pages: 1 },
        },
      }),
    },
    handle: async (needs: ComplianceAdminNeeds, { request }) => {
      const query = z.object({ environment: environmentOf(needs), ...pageFields })
      const wanted = check(query, request.query, 'query')
      const { items, total, newest, remaining } = await runPage(needs.db, wanted)
      const shown = items.map((row) => renderRun(row, row.id === newest ? remaining : undefined))
      return succeeded(paged(wanted, { items: shown, total }))
    },
  }),
]

/** @param remaining undefined for runs of earlier versions. */
function renderRun({ id: _, ...row }: RunRow, remaining: number | undefined) {
  const isRunning = remaining !== undefined && (row.ended_at === null || remaining > 0)
  const state: (typeof states)[number] = isRunning
    ? 'running'
    : row.ended_at === null
      ? 'superseded'
      : 'ended'
  return {
    ...row,
    state,
    started_at: timeText(row.started_at),
    ended_at: row.ended_at && timeText(row.ended_at),
    remaining: remaining ?? 0,
  }
}
