// Health checks of a process and of its database.

import { z } from 'zod'
import type { Cells } from '../../platform/database/cells.ts'
import { commonStatement, type Database } from '../../platform/database/database.ts'
import { knownMigrations } from '../../platform/database/migrations.ts'
import { cell, control } from '../../platform/database/schemas.ts'
import { anyone } from '../../platform/http/access.ts'
import { named } from '../../platform/http/api.ts'
import { endpoint, respond } from '../../platform/http/endpoint.ts'
import { type Loop, stuckLoops } from '../../platform/process/worker-loop.ts'
import type { Clock } from '../../platform/time/clock.ts'

export type Health = {
  db: Database
  cells: Cells
  clock: Clock
  /** Undefined if this process runs no workers. */
  workers: () => readonly Loop[] | undefined
  stopping: () => boolean
}

// A standby raises an error when asked for its insert position, so a standby counts as unreachable.
const readDatabase = commonStatement<{ now: Temporal.Instant; migrations: bigint }>(
  'read_database_health',
  `select clock_timestamp() as now, (select count(*) from migration) as migrations,
          pg_current_wal_insert_lsn() is not null as is_primary`,
)

const maxSkewMs = 5_000

const countOf = (name: string): number =>
  knownMigrations().filter(({ schema }) => schema.name === name).length
/** Those of a cell are applied last. Control is asked by a deployment of several cells: none of them disturbs the merchants of the others. */
const wanted = { control: countOf(control.name), cell: countOf(cell(1).name) }

type DatabaseChecks = {
  database: 'ok' | 'unreachable'
  migrations: 'ok' | 'behind' | 'unknown'
  clock: string
}

/** Each check is `ok` or names the fault. */
export async function databaseChecks({ db }: Pick<Health, 'db'>): Promise<DatabaseChecks> {
  try {
    const [row] = await db.rows(readDatabase)
    const least = db.cell === 0 ? wanted.control : wanted.cell
    const skew = Math.abs(Number(row?.now.epochMilliseconds) - Date.now())
    return {
      database: 'ok',
      migrations: Number(row?.migrations) >= least ? 'ok' : 'behind',
      clock: skew <= maxSkewMs ? 'ok' : 'differs from the database',
    }
  } catch {
    return { database: 'unreachable', migrations: 'unknown', clock: 'unknown' }
  }
}

const health = { tag: 'Health', method: 'GET', priority: 'always', access: anyone } as const

export const databaseChecksResponse = z.object({
  database: z.enum(['ok', 'unreachable']),
  migrations: z.enum(['ok', 'behind', 'unknown']),
  clock: z.string(),
})

const readiness = named(
  'Readiness',
  z.object({
    status: z.enum(['ready', 'not ready']),
    checks: databaseChecksResponse.extend({ workers: z.enum(['ok', 'none', 'stuck']) }),
  }),
  { status: 'ready', checks: { database: 'ok', migrations: 'ok', clock: 'ok', workers: 'ok' } },
)

export const healthRoutes = [
  endpoint({
    ...health,
    id: 'checkLiveness',
    path: '/livez',
    summary: 'Check liveness',
    responses: { 200: named('Liveness', z.object({ status: z.literal('ok') }), { status: 'ok' }) },
    handle: async () => ({ status: 'ok' }),
  }),
  endpoint({
    ...health,
    id: 'checkReadiness',
    path: '/readyz',
    summary: 'Check readiness',
    responses: { 200: readiness, 503: { description: 'Not ready.', schema: readiness } },
    handle: async (needs: Health) => {
      const checks = { ...(await databaseChecks(needs)), workers: workerCheck(needs) }
      const ready =
        !needs.stopping() && Object.values(checks).every((check) => check === 'ok' || check === 'none')
      return respond(ready ? 200 : 503, { status: ready ? 'ready' : 'not ready', checks })
    },
  }),
]

/** Each worker is stuck or not by its own interval. */
function workerCheck({ workers }: Health): 'ok' | 'none' | 'stuck' {
  const loops = workers()
  return loops === undefined ? 'none' : stuckLoops(loops).length === 0 ? 'ok' : 'stuck'
}
