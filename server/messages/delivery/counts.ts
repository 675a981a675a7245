// Counts the messages that wait or were not sent, for monitoring.
import { type Sql, statement } from '../../platform/database/database.ts'

const maxCounted = 10_000

type Row = { waiting: bigint; since: Temporal.Instant | null; unsent: bigint }
const countMessages = statement<Row>(
  'count_messages',
  `select w.waiting, w.since, (
     select count(*) from (select from message where state in ('REFUSED', 'ABANDONED', 'UNCERTAIN')
       and finished_at > $1::timestamptz - interval '1 day' limit ${maxCounted}) u) as unsent
     from (select count(*) as waiting, min(created_at) as since
             from (select created_at from message where state = 'QUEUED' limit ${maxCounted}) q) w`,
)

/** Up to ten thousand of each. `unsent`: given up within a day; `oldestSeconds`: the age of the oldest that waits. */
export async function messageCounts(
  sql: Sql,
  now: Temporal.Instant,
): Promise<{ waiting: number; oldestSeconds: number; unsent: number }> {
  const [row] = await sql.rows(countMessages, [now])
  const oldestSeconds = row?.since ? Math.max(0, row.since.until(now).total('seconds')) : 0
  return { waiting: Number(row?.waiting ?? 0), oldestSeconds, unsent: Number(row?.unsent ?? 0) }
}
