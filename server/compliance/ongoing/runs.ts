// What was screened again for each version of the lists, and how much remains.
import type { Environment } from '../../kernel/environment.ts'
import { type Database, type Sql, statement } from '../../platform/database/database.ts'
import { maxCounted, rangeOf } from '../../platform/http/lists/list-query.ts'
import { countRemaining } from './persons.ts'

export type RunRow = {
  id: bigint
  environment: Environment
  list_version: string
  started_at: Temporal.Instant
  ended_at: Temporal.Instant | null
  screened: number
  alerts: number
}

const columns = 'id, environment, list_version, started_at, ended_at, screened, alerts'
const findRun = statement<RunRow>(
  'find_screening_run',
  `select ${columns} from screening_run where environment = $1 and list_version = $2`,
)
const insertRun = statement<RunRow>(
  'insert_screening_run',
  `insert into screening_run (environment, list_version, started_at) values ($1, $2, $3)
   on conflict do nothing returning ${columns}`,
)
const addToRun = statement(
  'add_to_screening_run',
  'update screening_run set screened = screened + $2, alerts = alerts + $3 where id = $1',
)
const endRun = statement('end_screening_run', 'update screening_run set ended_at = $2 where id = $1')
const listRuns = statement<RunRow & { total: bigint }>(
  'list_screening_runs',
  `select ${columns}, count(*) over () as total from screening_run
    where environment = $1 order by id desc limit $2 offset $3`,
)
const findNewest = statement<RunRow>(
  'find_newest_screening_runs',
  `select distinct on (environment) ${columns} from screening_run order by environment, id desc`,
)

/** Returns the run of this version of the lists; begins one if there is none. */
export async function runOf(
  sql: Sql,
  { environment, version, now }: { environment: Environment; version: string; now: Temporal.Instant },
): Promise<RunRow> {
  const [known] = await sql.rows(findRun, [environment, version])
  if (known) return known
  const [begun] = await sql.rows(insertRun, [environment, version, now])
  return begun ?? (await sql.rows(findRun, [environment, version]))[0]!
}

/** Adds a batch to a run; call it in the transaction that records the batch. */
export async function countBatch(
  sql: Sql,
  run: RunRow,
  { screened, alerts }: { screened: number; alerts: number },
): Promise<void> {
  await sql.rows(addToRun, [run.id, screened, alerts])
}

/** Records that everyone was screened with the run's version. */
export async function endRunOnce(sql: Sql, run: RunRow, now: Temporal.Instant): Promise<void> {
  if (run.ended_at === null) await sql.rows(endRun, [run.id, now])
}

/** One page of the runs of an environment, newest first, with what remains of the newest. */
export async function runPage(
  db: Database,
  wanted: { environment: Environment; page: number; limit: number },
): Promise<{ items: RunRow[]; total: number; newest: bigint | undefined; remaining: number }> {
  const { environment } = wanted
  const { limit, offset } = rangeOf(wanted)
  const rows = await db.rows(listRuns, [environment, limit, offset])
  const newest = (await db.rows(findNewest)).find((run) => run.environment === environment)
  const remaining = newest ? await remainingOf(db, newest) : 0
  return {
    items: rows.map(({ total: _, ...run }) => run),
    total: Number(rows[0]?.total ?? 0),
    newest: newest?.id,
    remaining,
  }
}

/** Persons still to be screened again in all environments, counted up to `maxCounted`. */
export async function remainingPersons(db: Database): Promise<number> {
  let remaining = 0
  for (const run of await db.rows(findNewest)) remaining += await remainingOf(db, run)
  return Math.min(remaining, maxCounted)
}

async function remainingOf(db: Database, { environment, list_version }: RunRow): Promise<number> {
  const counted = await countRemaining({ db }, { environment, version: list_version, most: maxCounted })
  return Math.min(counted, maxCounted)
}
