// The durable database of a run in its own folder, what it writes, and the processor time that it takes.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../../server/platform/database/embedded-postgres.ts'
import { migrate } from '../../../server/platform/database/migrations.ts'
import { parentOf, processorTime } from './processor-time.ts'

/** Totals since the start of the server. */
export type DatabaseUse = {
  walBytes: number
  /** Transactions that wrote or locked rows, so that their commit is written to the log. Reads are not among them. */
  commits: number
  /** Of all of PostgreSQL's processes; NaN on a system that does not tell. */
  cpuMicroseconds: number
}
export type Written = DatabaseUse & { fsyncs: number }

export type BenchDatabase = {
  url: string
  version: string
  use(): Promise<DatabaseUse>
  /** Ends the servers' sessions, because a session reports its fsyncs late unless it ends; then reads everything. */
  written(): Promise<Written>
  stop(): Promise<void>
}

/** @param migrateTo creates the tables; those of this checkout when absent. */
export async function startDatabase(
  migrateTo: (url: string) => Promise<unknown> = migrate,
): Promise<BenchDatabase> {
  const directory = mkdtempSync(join(tmpdir(), 'likuta-bench-'))
  chmodSync(directory, 0o755)
  const remove = () => rmSync(directory, { recursive: true, force: true })
  const started = startEmbeddedPostgres(join(directory, 'postgres'), { password: 'bench', durable: true })
  const postgres = await started.catch((error) => {
    remove()
    throw error
  })
  const client = new pg.Client({ connectionString: postgres.url })
  const stop = async () => {
    await client.end().catch(() => {})
    await postgres.stop()
    remove()
  }
  try {
    await migrateTo(postgres.url)
    await client.connect()
  } catch (error) {
    await stop()
    throw error
  }
  const query = async (sql: string) => (await client.query(sql)).rows[0]
  // The first process of the server started this session.
  const postmaster = parentOf((await query('select pg_backend_pid() as pid')).pid)
  // Each transaction that writes or locks takes the next transaction id.
  const use = async (): Promise<DatabaseUse> => {
    const { wal_bytes, commits } = await query(
      `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as wal_bytes,
              pg_snapshot_xmax(pg_current_snapshot())::text as commits`,
    )
    const cpu = postmaster === undefined ? undefined : processorTime(postmaster)
    return {
      walBytes: Number(wal_bytes),
      commits: Number(commits),
      cpuMicroseconds: cpu ?? Number.NaN,
    }
  }
  return {
    url: postgres.url,
    version: (await query('show server_version')).server_version,
    use,
    async written() {
      await query(
        `select count(pg_terminate_backend(pid, 5000)) from pg_stat_activity where application_name like 'likuta%'`,
      )
      const { fsyncs } = await query(`select sum(fsyncs) as fsyncs from pg_stat_io where object = 'wal'`)
      return { ...(await use()), fsyncs: Number(fsyncs) }
    },
    stop,
  }
}
