// Admins can pause a queue of operations: no process sends anything new in it until it is resumed. The statement that
// claims operations (claim.ts) also checks for a pause, so a pause takes effect as soon as it is committed.

import { type ControlSql, commonStatement } from '../platform/database/database.ts'
import { singleFlight } from '../platform/process/concurrency.ts'

export type QueuePause = { queue: string; reason: string; paused_by: string; paused_at: Temporal.Instant }

const insertPause = commonStatement<{ queue: string }>(
  'pause_queue',
  `insert into shared.queue_pause (queue, reason, paused_by, paused_at) values ($1, $2, $3, $4)
   on conflict do nothing returning queue`,
)
const deletePause = commonStatement<{ queue: string }>(
  'resume_queue',
  'delete from shared.queue_pause where queue = $1 returning queue',
)
const listPauses = commonStatement<QueuePause>(
  'list_queue_pauses',
  'select queue, reason, paused_by, paused_at from queue_pause order by queue',
)

/** Returns false when the queue was already paused. */
export async function pauseQueue(sql: ControlSql, pause: QueuePause): Promise<boolean> {
  const values = [pause.queue, pause.reason, pause.paused_by, pause.paused_at]
  return (await sql.rows(insertPause, values)).length === 1
}

/** Returns false when the queue was not paused. */
export async function resumeQueue(sql: ControlSql, queue: string): Promise<boolean> {
  return (await sql.rows(deletePause, [queue])).length === 1
}

/** Returns the current pauses, keyed by queue. */
export async function pausedQueues(sql: ControlSql): Promise<Map<string, QueuePause>> {
  return new Map((await sql.rows(listPauses)).map((pause) => [pause.queue, pause]))
}

const cacheMs = 500

/** Returns a cached version of `pausedQueues` for frequent callers; its result is at most half a second old. */
export function openPauseCache(sql: ControlSql): () => Promise<ReadonlyMap<string, QueuePause>> {
  return singleFlight(() => pausedQueues(sql), { maxAgeMs: cacheMs })
}
