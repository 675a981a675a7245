// The stored runs: where each stands, what it has erased, and the chain of hashes over it.
import { hash } from 'node:crypto'
import { controlStatement, type Sql, type Tx } from '../../platform/database/database.ts'
import { rangeOf } from '../../platform/http/list-query.ts'

export type RunRow = {
  id: bigint
  kind: string
  cutoff: Temporal.Instant
  started_by: string
  started_at: Temporal.Instant
  ended_at: Temporal.Instant | null
  erased: bigint
  digest: Buffer
  position: bigint
  first_kept: bigint | null
}

/** A kind has runs of its own in each cell; those over rows of control have the number 0. */
export type Runs = { kind: string; cell: number }

const columns = 'id, kind, cutoff, started_by, started_at, ended_at, erased, digest, position, first_kept'
const lockOpen = controlStatement<RunRow>(
  'lock_open_retention_run',
  `select ${columns} from retention_run where kind = $1 and cell = $2 and ended_at is null for update`,
)
const findLast = controlStatement<RunRow>(
  'find_last_retention_run',
  `select ${columns} from retention_run where kind = $1 and cell = $2 order by id desc limit 1`,
)
const findLastOfEach = controlStatement<RunRow>(
  'find_last_retention_runs',
  `select last.* from unnest($1::text[], $2::integer[]) as wanted (kind, cell)
     cross join lateral (
          select ${columns} from retention_run r where r.kind = wanted.kind and r.cell = wanted.cell order by id desc limit 1) last`,
)
const insertRun = controlStatement<RunRow>(
  'insert_retention_run',
  `insert into retention_run (kind, cell, cutoff, started_by, started_at, digest, position) values ($1, $2, $3, $4, $5, $6, $7)
   on conflict do nothing returning ${columns}`,
)
const saveRun = controlStatement<RunRow>(
  'save_retention_run',
  `update retention_run set erased = erased + $2, digest = $3, position = $4, first_kept = coalesce(first_kept, $5), ended_at = $6
    where id = $1 returning ${columns}`,
)
const listRuns = controlStatement<RunRow & { total: bigint }>(
  'list_retention_runs',
  `select ${columns}, count(*) over () as total from retention_run order by id desc limit $1 offset $2`,
)

/** The last run of each kind that had one, by kind. */
export async function lastRuns(sql: Sql, runs: readonly Runs[]): Promise<ReadonlyMap<string, RunRow>> {
  const rows = await sql.rows(findLastOfEach, [runs.map(({ kind }) => kind), runs.map(({ cell }) => cell)])
  return new Map(rows.map((run) => [run.kind, run]))
}

/** The id after which a new run of the kind begins: everything before is erased already. */
export async function startPosition(sql: Sql, { kind, cell }: Runs): Promise<bigint> {
  const [last] = await sql.rows(findLast, [kind, cell])
  if (!last) return 0n
  return last.first_kept === null ? last.position : last.first_kept - 1n
}

/** Locks the open run of a kind, or begins one. Undefined if another process has begun one just now. */
export async function lockedRun(
  sql: Tx,
  begin: Runs & { cutoff: Temporal.Instant; startedBy: string; now: Temporal.Instant },
): Promise<RunRow | undefined> {
  const { kind, cell, cutoff, startedBy, now } = begin
  const [open] = await sql.rows(lockOpen, [kind, cell])
  if (open) return open
  const position = await startPosition(sql, begin)
  const [begun] = await sql.rows(insertRun, [kind, cell, cutoff, startedBy, now, Buffer.alloc(32), position])
  return begun
}

/** Adds a batch to the run. */
export async function saveBatch(
  sql: Tx,
  run: RunRow,
  batch: {
    erased: readonly bigint[]
    position: bigint
    firstKept: bigint | undefined
    endedAt: Temporal.Instant | undefined
  },
): Promise<RunRow> {
  const { erased, position, firstKept, endedAt } = batch
  const digest = erased.length === 0 ? run.digest : chained(run, erased)
  const values = [run.id, erased.length, digest, position, firstKept ?? null, endedAt ?? null]
  return (await sql.rows(saveRun, values))[0]!
}

/** Whoever has a list of the ids can check that it is what the run erased. */
function chained({ digest, kind }: RunRow, ids: readonly bigint[]): Buffer {
  const text = `${digest.toString('hex')}\n${kind}\n${ids.join('\n')}\n`
  return Buffer.from(hash('sha256', text, 'hex'), 'hex')
}

/** One page of all runs, newest first. */
export async function runPage(sql: Sql, wanted: { page: number; limit: number }) {
  const { limit, offset } = rangeOf(wanted)
  const rows = await sql.rows(listRuns, [limit, offset])
  return { items: rows.map(({ total: _, ...row }) => row), total: Number(rows[0]?.total ?? 0) }
}
