// Each process says every few seconds that it is there and how its workers do, so that any of them can tell of all.
import { newId } from '../kernel/id.ts'
import type { Clock } from './clock.ts'
import { type Database, type Sql, statement } from './database.ts'
import type { Log } from './log.ts'
import { type Loop, startLoop } from './loop.ts'

const saveBeat = statement(
  'save_process_beat',
  `insert into process_beat (id, role, version, started_at, beat_at, workers) values ($1, $2, $3, $4, $5, $6::jsonb)
   on conflict (id) do update set beat_at = excluded.beat_at, workers = excluded.workers`,
)
const forgetBeat = statement('forget_process_beat', 'delete from process_beat where id = $1')
/** Of processes that died without a word. */
const forgetSilent = statement('forget_silent_processes', 'delete from process_beat where beat_at < $1')

const everyMs = 3_000
/** One that is silent for so long is gone, or stuck. */
const silentSeconds = 15

/** @param process.workers those of this process; none where it runs none. @param needs.clock the time on the wall. */
export function startBeat(
  { db, clock, log }: { db: Database; clock: Clock; log: Log },
  process: { role: string; version: string; workers: () => readonly Loop[] },
): { stop(): Promise<void> } {
  const id = newId()
  const startedAt = clock.now()
  let isFirst = true
  const loop = startLoop(log, { name: 'telling that this process is there', idleMs: everyMs }, async () => {
    const idle = process
      .workers()
      .map(({ name, lastRunAt }) => [name, Math.round(performance.now() - lastRunAt)])
    const workers = JSON.stringify(Object.fromEntries(idle))
    await db.rows(saveBeat, [id, process.role, process.version, startedAt, clock.now(), workers])
    if (isFirst) await db.rows(forgetSilent, [clock.now().subtract({ hours: 1 })])
    isFirst = false
    return false
  })
  return {
    async stop() {
      await loop.stop()
      await db
        .rows(forgetBeat, [id])
        .catch((error) => log.warn('this process could not say goodbye', { error }))
    },
  }
}

type BeatRow = {
  role: string
  version: string
  started_at: Temporal.Instant
  beat_at: Temporal.Instant
  workers: Record<string, number>
}

const readBeats = statement<BeatRow>(
  'read_process_beats',
  'select role, version, started_at, beat_at, workers from process_beat where beat_at >= $1 order by started_at, id',
)

export type Worker = { name: string; last_run_ms: number }

/** The processes that are there, and each of their workers by the one that came round last. */
export async function livingProcesses(
  sql: Sql,
  now: Temporal.Instant,
): Promise<{ processes: Omit<BeatRow, 'workers'>[]; workers: Worker[] }> {
  const rows = await sql.rows(readBeats, [now.subtract({ seconds: silentSeconds })])
  const idle = new Map<string, number>()
  for (const { beat_at, workers } of rows) {
    const since = Math.max(0, beat_at.until(now).total('milliseconds'))
    for (const [name, ms] of Object.entries(workers))
      idle.set(name, Math.round(Math.min(idle.get(name) ?? Number.POSITIVE_INFINITY, ms + since)))
  }
  return {
    processes: rows.map(({ workers: _, ...process }) => process),
    workers: [...idle].sort().map(([name, last_run_ms]) => ({ name, last_run_ms })),
  }
}
