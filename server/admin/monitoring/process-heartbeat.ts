// Process heartbeats: each process records every few seconds that it is alive and how its workers are doing, so that any process
// can report on all.
import { newId } from '../../kernel/id.ts'
import { controlStatement, type Database, type Sql } from '../../platform/database/database.ts'
import type { Log } from '../../platform/process/log.ts'
import { type Loop, startLoop, stuckAfterMs } from '../../platform/process/worker-loop.ts'
import type { Clock } from '../../platform/time/clock.ts'

const saveBeat = controlStatement(
  'save_process_beat',
  `insert into process_beat (id, role, version, started_at, beat_at, workers, worker_limits, list_versions)
   values ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb, $8::jsonb)
   on conflict (id) do update
     set beat_at = excluded.beat_at, workers = excluded.workers, worker_limits = excluded.worker_limits,
         list_versions = excluded.list_versions`,
)
const forgetBeat = controlStatement('forget_process_beat', 'delete from process_beat where id = $1')
/** Deletes the heartbeats of processes that crashed. */
const forgetSilent = controlStatement(
  'forget_silent_processes',
  'delete from process_beat where beat_at < $1',
)

const everyMs = 3_000
/** A process without a heartbeat for this long has crashed or is stuck. */
const silentSeconds = 15

type ReportingProcess = {
  role: string
  version: string
  /** The workers of this process; empty if it runs none. */
  workers: () => readonly Loop[]
  /** The versions of the screening lists it uses, by environment. */
  listVersions: () => Promise<Record<string, string | undefined>>
}

/** @param needs.clock real time. */
export function startBeat(
  { db, clock, log }: { db: Database; clock: Clock; log: Log },
  process: ReportingProcess,
): { stop(): Promise<void> } {
  const id = newId()
  const startedAt = clock.now()
  let isFirst = true
  let listVersions: Record<string, string | undefined> = {}
  const loop = startLoop(log, { name: 'telling that this process is there', idleMs: everyMs }, async () => {
    // Not awaited, because reading lists may take longer than a process may go without a heartbeat.
    void process.listVersions().then(
      (versions) => {
        listVersions = versions
      },
      (error) => log.warn('screening list versions could not be read', { error }),
    )
    const loops = process.workers()
    const idle = byName(loops, ({ lastRunAt }) => Math.round(performance.now() - lastRunAt))
    const limits = byName(loops, (loop) => loop.stuckAfterMs)
    const lists = JSON.stringify(listVersions)
    await db.rows(saveBeat, [id, process.role, process.version, startedAt, clock.now(), idle, limits, lists])
    if (isFirst) await db.rows(forgetSilent, [clock.now().subtract({ hours: 1 })])
    isFirst = false
    return false
  })
  return {
    async stop() {
      await loop.stop()
      await db
        .rows(forgetBeat, [id])
        .catch((error) => log.warn('process heartbeat could not be removed at shutdown', { error }))
    },
  }
}

/** Maps worker names to a number each, as JSON text. */
const byName = (loops: readonly Loop[], numberOf: (loop: Loop) => number) =>
  JSON.stringify(Object.fromEntries(loops.map((loop) => [loop.name, numberOf(loop)])))

type BeatRow = {
  role: string
  version: string
  started_at: Temporal.Instant
  beat_at: Temporal.Instant
  workers: Record<string, number>
  worker_limits: Record<string, number>
}

const readBeats = controlStatement<BeatRow>(
  'read_process_beats',
  `select role, version, started_at, beat_at, workers, worker_limits
     from process_beat where beat_at >= $1 order by started_at, id`,
)

/** `stuck_after_ms`: how long the worker may go without a run before it counts as stuck. */
type Worker = { name: string; last_run_ms: number; stuck_after_ms: number }

/** Returns the live processes, and each worker as the process that ran it last reports it. */
export async function livingProcesses(
  sql: Sql,
  now: Temporal.Instant,
): Promise<{ processes: Omit<BeatRow, 'workers' | 'worker_limits'>[]; workers: Worker[] }> {
  const rows = await sql.rows(readBeats, [now.subtract({ seconds: silentSeconds })])
  const latest = new Map<string, Worker>()
  for (const { beat_at, workers, worker_limits } of rows) {
    const since = Math.max(0, beat_at.until(now).total('milliseconds'))
    for (const [name, ms] of Object.entries(workers)) {
      const last_run_ms = Math.round(ms + since)
      const known = latest.get(name)
      if (known && known.last_run_ms <= last_run_ms) continue
      latest.set(name, { name, last_run_ms, stuck_after_ms: worker_limits[name] ?? stuckAfterMs(0) })
    }
  }
  return {
    processes: rows.map(({ workers: _, worker_limits: __, ...process }) => process),
    workers: [...latest.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
  }
}

const readListVersions = controlStatement<{ list_versions: Record<string, string> | null }>(
  'read_process_list_versions',
  'select list_versions from process_beat where beat_at >= $1',
)

/** Returns, for each live process, the newest version of its screening lists; 0 if it reported none. */
export async function reportedListVersions(sql: Sql, now: Temporal.Instant): Promise<bigint[]> {
  const rows = await sql.rows(readListVersions, [now.subtract({ seconds: silentSeconds })])
  return rows.map(({ list_versions }) =>
    Object.values(list_versions ?? {})
      .map(BigInt)
      .reduce((newest, version) => (version > newest ? version : newest), 0n),
  )
}
