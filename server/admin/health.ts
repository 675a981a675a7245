// Alive, and ready to be sent work.
import type { FastifyInstance } from 'fastify'
import { type Database, statement } from '../platform/database/database.ts'
import { knownMigrations } from '../platform/database/migrations.ts'
import { sendJson } from '../platform/http/http.ts'
import { type Loop, stuckLoops } from '../platform/process/worker-loop.ts'
import type { Clock } from '../platform/time/clock.ts'
import { checkLiving, checkReadiness } from './health-endpoints.ts'

export type Health = {
  db: Database
  clock: Clock
  /** Undefined where this process runs none. */
  workers: () => readonly Loop[] | undefined
  stopping: () => boolean
}

// A standby refuses to say where its log ends, as it refuses to be written to.
const readDatabase = statement<{ now: Temporal.Instant; migrations: bigint }>(
  'read_database_health',
  `select clock_timestamp() as now, (select count(*) from migration) as migrations,
          pg_current_wal_insert_lsn() is not null as is_primary`,
)

const mostSkewMs = 5_000

export function registerHealthRoutes(app: FastifyInstance, health: Health): void {
  app.get('/livez', { config: { api: checkLiving } }, async (_request, reply) =>
    sendJson(reply, { status: 'ok' }),
  )

  app.get('/readyz', { config: { api: checkReadiness } }, async (_request, reply) => {
    const checks = { ...(await databaseChecks(health)), workers: workerCheck(health) }
    const ready =
      !health.stopping() && Object.values(checks).every((check) => check === 'ok' || check === 'none')
    return sendJson(reply.code(ready ? 200 : 503), { status: ready ? 'ready' : 'not ready', checks })
  })
}

const wanted = knownMigrations().length

/** `ok`, or what is the matter. */
export async function databaseChecks({ db }: Pick<Health, 'db'>) {
  try {
    const [row] = await db.rows(readDatabase)
    const skew = Math.abs(Number(row?.now.epochMilliseconds) - Date.now())
    return {
      database: 'ok',
      migrations: Number(row?.migrations) >= wanted ? 'ok' : 'behind',
      clock: skew <= mostSkewMs ? 'ok' : 'differs from the database',
    }
  } catch {
    return { database: 'unreachable', migrations: 'unknown', clock: 'unknown' }
  }
}

/** Each worker is judged by its own interval. */
function workerCheck({ workers }: Health): string {
  const loops = workers()
  return loops === undefined ? 'none' : stuckLoops(loops).length === 0 ? 'ok' : 'stuck'
}
