// Lines of the dispute report that a person must look at, each open until an admin closes it with a reason.
import type { Admin } from '../../../admin/access.ts'
import { audit } from '../../../admin/audit.ts'
import type { Environment } from '../../../kernel/environment.ts'
import { Problem } from '../../../kernel/problem.ts'
import { type Database, type Sql, statement, type Tx } from '../../../platform/database/database.ts'
import { type Listed, mergedRows } from '../../../platform/database/over-cells.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { type Clock, zonelessMicrosecond } from '../../../platform/time/clock.ts'
import { cardProblems } from '../../transaction/problems.ts'

export const exceptionKinds = [
  'payment_unknown',
  'currency_differs',
  'payment_differs',
  'exceeds_payment',
  'outcome_conflict',
  'line_unreadable',
] as const
export type ExceptionKind = (typeof exceptionKinds)[number]

// guard: dispute-exception-once
const insertException = statement(
  'insert_dispute_exception',
  `insert into card_dispute_exception (environment, case_number, kind, detail, opened_at) values ($1, $2, $3, $4, $5)
   on conflict (environment, case_number, kind, detail) do nothing`,
)

/** Opens an exception, unless the same was opened before: a duplicate of the line says nothing new. */
export async function openDisputeException(
  sql: Tx,
  exception: { environment: Environment; caseNumber: string; kind: ExceptionKind; detail: string },
  now: Temporal.Instant,
): Promise<void> {
  const { environment, caseNumber, kind, detail } = exception
  await sql.rows(insertException, [environment, caseNumber, kind, detail, now])
}

type ExceptionRow = {
  id: bigint
  environment: Environment
  case_number: string
  kind: ExceptionKind
  detail: string
  opened_at: Temporal.Instant
  dispute_id: string | null
}
const maxShown = 200

const listOpen = statement<ExceptionRow>(
  'list_open_dispute_exceptions',
  `select e.id, e.environment, e.case_number, e.kind, e.detail, e.opened_at, d.dispute_id
     from card_dispute_exception e
     left join card_dispute d on d.environment = e.environment and d.case_number = e.case_number
    where e.closed_at is null order by e.id desc limit ${maxShown}`,
)

const latestFirst = (a: ExceptionRow, b: ExceptionRow) => Temporal.Instant.compare(b.opened_at, a.opened_at)

/** The open exceptions, newest first; at most 200. */
export async function openExceptions(listed: Listed) {
  const rows = await mergedRows(listed, { statement: listOpen }, latestFirst)
  return rows.slice(0, maxShown).map(({ id, opened_at, ...row }) => ({
    id: Number(id),
    ...row,
    opened_at: zonelessMicrosecond(opened_at),
  }))
}

const countOpen = statement<{ counted: bigint }>(
  'count_open_dispute_exceptions',
  'select count(*) as counted from card_dispute_exception where closed_at is null',
)

/** Counts the exceptions that wait for an admin. */
export async function countOpenExceptions(sql: Sql): Promise<number> {
  return Number((await sql.rows(countOpen))[0]?.counted ?? 0)
}

const closeRow = statement<{ case_number: string }>(
  'close_dispute_exception',
  `update card_dispute_exception set closed_at = $2, closed_by = $3, close_reason = $4
    where id = $1 and closed_at is null returning case_number`,
)

/** Closes an exception with a reason. @throws Problem 404 if it is not open. */
export async function closeDisputeException(
  { db, clock, secrets }: { db: Database; clock: Clock; secrets: Secrets },
  id: bigint,
  { admin, reason }: { admin: Admin; reason: string },
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (sql) => {
    const [closed] = await sql.rows(closeRow, [id, now, admin.name, reason])
    if (!closed) throw new Problem(cardProblems.dispute_exception_unknown)
    const detail = { id: String(id), reason }
    const subject = `case:${closed.case_number}`
    audit(sql, secrets, { admin, action: 'dispute_exception.closed', subject, detail, now })
  })
}
