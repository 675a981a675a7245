// The durable database of a run in its own folder, and the amounts that it writes.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../../server/platform/database/embedded-postgres.ts'
import { migrate } from '../../../server/platform/database/migrations.ts'

export type Written = { walBytes: number; fsyncs: number; commits: number }

export type BenchDatabase = {
  url: string
  version: string
  /** Ends the servers' sessions, because a session reports its counts late unless it ends; then reads the counts. */
  written(): Promise<Written>
  stop(): Promise<void>
}

export async function startDatabase(): Promise<BenchDatabase> {
  const directory = mkdtempSync(join(tmpdir(), 'likuta-bench-'))
  chmodSync(directory, 0o755)
  const remove = () => rmSync(directory, { recursive: true, force: true })
  const started = startEmbeddedPostgres(join(directory, 'postgres'), { password: 'bench', durable: true })
  const postgres = await started.catch((error) => {
    remove()
    throw error
  })
  await migrate(postgres.url)
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const query = async (sql: string) => (await client.query(sql)).rows[0]
  return {
    url: postgres.url,
    version: (await query('show server_version')).server_version,
    async written() {
      await query(
        `select count(pg_terminate_backend(pid, 5000)) from pg_stat_activity where application_name like 'likuta%'`,
      )
      const { wal_bytes, fsyncs, commits } = await query(
        `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as wal_bytes,
                (select sum(fsyncs) from pg_stat_io where object = 'wal') as fsyncs,
                (select xact_commit from pg_stat_database where datname = current_database()) as commits`,
      )
      return { walBytes: Number(wal_bytes), fsyncs: Number(fsyncs), commits: Number(commits) }
    },
    async stop() {
      await client.end()
      await postgres.stop()
      remove()
    },
  }
}
