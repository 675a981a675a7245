// Erases what is past its retention, kind by kind, in small batches. Each batch and its proof are one transaction, so an interrupted
// run continues where it stopped.

import { newId } from '../../kernel/id.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/process/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { type Admin, actorOf } from '../access.ts'
import { audit } from '../audit.ts'
import type { RetainedKind, ScannedRow } from './kind.ts'
import { lastRuns, lockedRun, type RunRow, type Runs, saveBatch, startPosition } from './runs.ts'

export type RetentionNeeds = {
  /** Where all of the kinds have rows. */
  db: Database
  clock: Clock
  secrets: Secrets
  log: Log
  kinds: readonly RetainedKind[]
}

/** Small enough not to delay other work. */
const batchRows = 200

/** What ended at this time or before is past its retention: exactly on the date, it is. */
export function cutoffOf({ days }: Pick<RetainedKind, 'days'>, now: Temporal.Instant): Temporal.Instant {
  // guard: retention-cutoff
  return now.subtract({ hours: 24 * days })
}

/** Runs every kind to its end, for the command line. Returns the ended runs. */
export async function runRetention(needs: RetentionNeeds, admin: Admin): Promise<RunRow[]> {
  const ended: RunRow[] = []
  for (const kind of needs.kinds) {
    let run = await eraseBatch(needs, kind, admin)
    while (run && run.ended_at === null) run = await eraseBatch(needs, kind, admin)
    if (run) ended.push(run)
  }
  return ended
}

/** One batch of a kind whose last run is a day ago, for the worker. Returns whether there is more to do. */
export async function continueRetention(needs: RetentionNeeds): Promise<boolean> {
  const { db, clock, kinds } = needs
  const last = await lastRuns(
    db,
    kinds.map((kind) => runsOf(kind, db)),
  )
  const dayAgo = clock.now().subtract({ hours: 24 })
  const due = kinds.find(({ name }) => {
    const run = last.get(name)
    return !run?.ended_at || Temporal.Instant.compare(run.started_at, dayAgo) <= 0
  })
  if (!due) return false
  await eraseBatch(needs, due, { name: 'likuta', address: 'local', requestId: newId() })
  return true
}

const runsOf = ({ name, place }: RetainedKind, { cell }: Database): Runs => ({
  kind: name,
  cell: place === 'control' ? 0 : cell,
})

/** Undefined if another process has begun a run of the kind just now. */
async function eraseBatch(
  { db, clock, secrets, log }: RetentionNeeds,
  kind: RetainedKind,
  admin: Admin,
): Promise<RunRow | undefined> {
  const now = clock.now()
  const run = await db.transaction(async (sql) => {
    const begin = { ...runsOf(kind, db), cutoff: cutoffOf(kind, now), startedBy: actorOf(admin), now }
    const open = await lockedRun(sql, begin)
    if (!open) return undefined
    const before = open.cutoff
    const rows = await kind.scan(sql, { after: open.position, before, most: batchRows })
    const due = rows.filter(({ is_due }) => is_due).map(({ id }) => id)
    const erased = due.length === 0 ? [] : await kind.erase(sql, { ids: due, before, now, secrets })
    const saved = await saveBatch(sql, open, {
      erased,
      position: rows.at(-1)?.id ?? open.position,
      firstKept: firstKept(rows, erased),
      endedAt: isLast(rows, before) ? now : undefined,
    })
    if (saved.ended_at && (saved.erased > 0n || admin.name !== 'likuta'))
      recordEnd(sql, secrets, saved, admin)
    return saved
  })
  if (run?.ended_at && run.erased > 0n)
    log.info('retention run ended', { subject: `retention:${kind.name}`, count: Number(run.erased) })
  return run
}

function recordEnd(
  sql: Parameters<typeof audit>[0],
  secrets: Secrets,
  { kind, cutoff, erased, digest, ended_at }: RunRow,
  admin: Admin,
): void {
  const detail = { cutoff: cutoff.toString(), erased: Number(erased), digest: digest.toString('hex') }
  audit(sql, secrets, {
    admin,
    action: 'retention.run',
    subject: `retention:${kind}`,
    detail,
    now: ended_at!,
  })
}

/** Rows that stay must be looked at again by the next run. */
function firstKept(rows: readonly ScannedRow[], erased: readonly bigint[]): bigint | undefined {
  const gone = new Set(erased)
  return rows.find(({ id, is_erased }) => !is_erased && !gone.has(id))?.id
}

/** Whether no later row can be past its retention: ids follow the order of creation. */
function isLast(rows: readonly ScannedRow[], before: Temporal.Instant): boolean {
  return rows.length < batchRows || rows.every(({ at }) => Temporal.Instant.compare(at, before) > 0)
}

/** How many rows a report looks at, at most. */
const maxScanned = 10_000

/** What a run would erase now: rows counted among the next `maxScanned`, without changing anything. */
export async function countDue(
  db: Database,
  kind: RetainedKind,
  now: Temporal.Instant,
): Promise<{ due: number; isCapped: boolean }> {
  const cutoff = cutoffOf(kind, now)
  let after = await startPosition(db, runsOf(kind, db))
  let due = 0
  for (let scanned = 0; scanned < maxScanned; scanned += 1_000) {
    const rows = await kind.scan(db, { after, before: cutoff, most: 1_000 })
    due += rows.filter(({ is_due }) => is_due).length
    if (rows.length < 1_000 || rows.every(({ at }) => Temporal.Instant.compare(at, cutoff) > 0))
      return { due, isCapped: false }
    after = rows.at(-1)!.id
  }
  return { due, isCapped: true }
}
