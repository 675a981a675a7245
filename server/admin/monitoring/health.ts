// Health checks of a process and of its database.
import { type Database, statement } from '../../platform/database/database.ts'
import { knownMigrations } from '../../platform/database/migrations.ts'
import type { Loop } from '../../platform/process/worker-loop.ts'
import type { Clock } from '../../platform/time/clock.ts'

export type Health = {
  db: Database
  clock: Clock
  /** Undefined if this process runs no workers. */
  workers: () => readonly Loop[] | undefined
  stopping: () => boolean
}

// A standby raises an error when asked for its insert position, so a standby counts as unreachable.
const readDatabase = statement<{ now: Temporal.Instant; migrations: bigint }>(
  'read_database_health',
  `select clock_timestamp() as now, (select count(*) from migration) as migrations,
          pg_current_wal_insert_lsn() is not null as is_primary`,
)

const maxSkewMs = 5_000

const wanted = knownMigrations().length

type DatabaseChecks = {
  database: 'ok' | 'unreachable'
  migrations: 'ok' | 'behind' | 'unknown'
  clock: string
}

/** Each check is `ok` or names the fault. */
export async function databaseChecks({ db }: Pick<Health, 'db'>): Promise<DatabaseChecks> {
  try {
    const [row] = await db.rows(readDatabase)
    const skew = Math.abs(Number(row?.now.epochMilliseconds) - Date.now())
    return {
      database: 'ok',
      migrations: Number(row?.migrations) >= wanted ? 'ok' : 'behind',
      clock: skew <= maxSkewMs ? 'ok' : 'differs from the database',
    }
  } catch {
    return { database: 'unreachable', migrations: 'unknown', clock: 'unknown' }
  }
}
