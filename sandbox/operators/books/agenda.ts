// Scheduled work of the operators, stored with their data and run by timers. Work that a stopped simulator left undone runs
// when it starts again. Timers run in real time, whatever the sandbox's clock says.
import type { DatabaseSync } from 'node:sqlite'
import type { CollectionDecline, Ending } from '../collections/endings.ts'
import type { ReportedStatus } from './book.ts'

export type Work =
  | { kind: 'settle'; payoutId: string }
  | { kind: 'reverse'; payoutId: string }
  | { kind: 'settle_reversal'; reversalId: string }
  | CallbackWork
  | { kind: 'end_collection'; collectionId: string; ending: Ending; as: 'approved' | CollectionDecline }
  | { kind: 'reverse_collection'; collectionId: string }
  | { kind: 'complete_refund'; refundId: string }
  | CollectionCallbackWork

type CallbackAttempt = {
  said: ReportedStatus
  isForged: boolean
  attempt: number
  firstTriedAt: number | null
}

export type CallbackWork = CallbackAttempt & {
  kind: 'callback'
  payoutId: string
  /** null: the callback is about the payout itself. */
  reversalId: string | null
}

export type CollectionCallbackWork = CallbackAttempt & {
  kind: 'collection_callback'
  collectionId: string
  /** null: the callback is about the collection itself. */
  refundId: string | null
}

export type Agenda = {
  add(afterMs: number, work: Work): void
  /** Number of pending entries. */
  size(): number
  /** Runs due work from now on, including what an earlier run left over. */
  start(run: (work: Work) => Promise<void> | void): void
  /** Stops the timers and waits for work in progress. */
  close(): Promise<void>
}

/** The agenda's database rows. */
function openStoredWork(database: DatabaseSync) {
  database.exec(
    'create table if not exists operator_agenda (id integer primary key, due_at integer not null, body text not null)',
  )
  const insert = database.prepare('insert into operator_agenda (due_at, body) values (?, ?)')
  const remove = database.prepare('delete from operator_agenda where id = ?')
  const count = database.prepare('select count(*) as size from operator_agenda')
  return {
    /** @returns the id of the row. */
    insert: (dueAt: number, work: Work) => Number(insert.run(dueAt, JSON.stringify(work)).lastInsertRowid),
    remove: (id: number) => void remove.run(id),
    size: () => Number(count.get()?.size),
    all: () =>
      database
        .prepare('select id, due_at, body from operator_agenda order by due_at, id')
        .all()
        .map((row) => ({
          id: Number(row.id),
          dueAt: Number(row.due_at),
          work: JSON.parse(String(row.body)) as Work,
        })),
  }
}

export function openAgenda(database: DatabaseSync, onError: (error: unknown) => void): Agenda {
  const stored = openStoredWork(database)
  const timers = new Map<number, NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  /** The latest callback of each payout or collection: the next one waits for it, so that they arrive in the planned order. */
  const lines = new Map<string, Promise<void>>()
  let run: ((work: Work) => Promise<void> | void) | null = null
  let isClosed = false

  async function perform(id: number, work: Work): Promise<void> {
    if (isClosed) return
    try {
      await run?.(work)
      stored.remove(id)
    } catch (error) {
      // Interrupted by closing: the work stays on the agenda.
      if (!isClosed) onError(error)
    }
  }

  function begin(id: number, work: Work): void {
    timers.delete(id)
    const line = subjectOf(work)
    const before = (line ? lines.get(line) : null) ?? Promise.resolve()
    const done = before
      .then(() => perform(id, work))
      .finally(() => {
        running.delete(done)
        if (line && lines.get(line) === done) lines.delete(line)
      })
    running.add(done)
    if (line) lines.set(line, done)
  }

  function arm(id: number, dueAt: number, work: Work): void {
    const timer = setTimeout(begin, Math.max(0, dueAt - Date.now()), id, work)
    timers.set(id, timer)
  }

  return {
    add(afterMs, work) {
      const dueAt = Date.now() + Math.round(afterMs)
      const id = stored.insert(dueAt, work)
      if (!isClosed) arm(id, dueAt, work)
    },
    size: stored.size,
    start(runner) {
      run = runner
      for (const { id, dueAt, work } of stored.all()) arm(id, dueAt, work)
    },
    async close() {
      isClosed = true
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(running)
    },
  }
}

/** The payout or collection that a callback is about. */
function subjectOf(work: Work): string | null {
  if (work.kind === 'callback') return work.payoutId
  return work.kind === 'collection_callback' ? work.collectionId : null
}
