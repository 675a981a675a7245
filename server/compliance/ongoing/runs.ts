// What was screened again for each version of the lists, and how much remains.

import { z } from 'zod'
import type { Environment } from '../../kernel/environment.ts'
import { type ControlDatabase, type ControlSql, controlStatement } from '../../platform/database/database.ts'
import { environmentName, pageResponse, zonelessStamp } from '../../platform/http/api.ts'
import { check } from '../../platform/http/body/body.ts'
import { endpoint, succeeded } from '../../platform/http/endpoint.ts'
import { maxCounted, paged, pageFields, rangeOf } from '../../platform/http/list-query.ts'
import { zonelessMicrosecond } from '../../platform/time/clock.ts'
import {
  type ComplianceAdminNeeds,
  complianceEndpoint,
  environmentField,
  environmentOf,
} from '../admin-requests.ts'
import { countRemaining } from './persons.ts'

export type RunRow = {
  id: bigint
  environment: Environment
  list_version: string
  started_at: Temporal.Instant
  ended_at: Temporal.Instant | null
  screened: number
  alerts: number
}

const columns = 'id, environment, list_version, started_at, ended_at, screened, alerts'
const insertRun = controlStatement(
  'insert_screening_run',
  `insert into screening_run (environment, list_version, started_at)
   select $1, $2, $3 where not exists (select from screening_run where environment = $1 and list_version = $2)
       on conflict do nothing`,
)
const lease = controlStatement<RunRow>(
  'lease_screening',
  `update screening_run set leased_until = $3::timestamptz + interval '60 seconds'
    where environment = $1 and list_version = $2 and leased_until <= $3 returning ${columns}`,
)
export const endLease = controlStatement(
  'end_screening_lease',
  `update screening_run set leased_until = '-infinity' where id = $1`,
)
/** Adds a batch to a run, in the transaction that records the batch. */
export const addToRun = controlStatement(
  'add_to_screening_run',
  'update screening_run set screened = screened + $2, alerts = alerts + $3 where id = $1',
)
/** Records that everyone was screened with the run's version. */
export const endRun = controlStatement(
  'end_screening_run',
  'update screening_run set ended_at = $2 where id = $1',
)
const listRuns = controlStatement<RunRow & { total: bigint }>(
  'list_screening_runs',
  `select ${columns}, count(*) over () as total from screening_run
    where environment = $1 order by id desc limit $2 offset $3`,
)
const findNewest = controlStatement<RunRow>(
  'find_newest_screening_runs',
  `select distinct on (environment) ${columns} from screening_run order by environment, id desc`,
)

/** Leases the run of this version of the lists, a new one if there is none. Undefined while another process has it. */
export async function leaseRun(
  sql: ControlSql,
  { environment, version, now }: { environment: Environment; version: string; now: Temporal.Instant },
): Promise<RunRow | undefined> {
  await sql.rows(insertRun, [environment, version, now])
  const [leased] = await sql.rows(lease, [environment, version, now])
  return leased
}

/** One page of the runs of an environment, newest first, with what remains of the newest. */
export async function runPage(
  db: ControlDatabase,
  wanted: { environment: Environment; page: number; limit: number },
): Promise<{ items: RunRow[]; total: number; newest: bigint | undefined; remaining: number }> {
  const { environment } = wanted
  const { limit, offset } = rangeOf(wanted)
  const rows = await db.rows(listRuns, [environment, limit, offset])
  const newest = (await db.rows(findNewest)).find((run) => run.environment === environment)
  const remaining = newest ? await remainingOf(db, newest) : 0
  return {
    items: rows.map(({ total: _, ...run }) => run),
    total: Number(rows[0]?.total ?? 0),
    newest: newest?.id,
    remaining,
  }
}

/** Persons still to be screened again in all environments, counted up to `maxCounted`. */
export async function remainingPersons(db: ControlDatabase): Promise<number> {
  let remaining = 0
  for (const run of await db.rows(findNewest)) remaining += await remainingOf(db, run)
  return Math.min(remaining, maxCounted)
}

async function remainingOf(db: ControlDatabase, { environment, list_version }: RunRow): Promise<number> {
  const counted = await countRemaining({ db }, { environment, version: list_version, max: maxCounted })
  return Math.min(counted, maxCounted)
}

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
    ...complianceEndpoint,
    id: 'listScreeningRuns',
    method: 'GET',
    path: '/api/v1/admin/remittance/screening/runs',
    summary: 'List the runs of ongoing screening',
    description:
      'Newest first. Each version of the lists is compared once with everyone who was part of a transfer within `SCREENING_RELATIONSHIP_DAYS`.',
    query: z.object({ environment: environmentField, ...pageFields }),
    responses: {
      200: pageResponse('ScreeningRuns', run, {
        environment: 'production',
        list_version: '42',
        state: 'running',
        started_at: '2026-11-21T09:30:00.118204',
        ended_at: null,
        screened: 1_250,
        alerts: 1,
        remaining: 3_120,
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
    started_at: zonelessMicrosecond(row.started_at),
    ended_at: row.ended_at && zonelessMicrosecond(row.ended_at),
    remaining: remaining ?? 0,
  }
}
