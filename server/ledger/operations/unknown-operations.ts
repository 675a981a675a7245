// Counts operations with an unknown outcome, for monitoring and the admin overview.
import { type Sql, statement } from '../../platform/database/database.ts'

const countUnknown = statement<{ unknown: bigint; since: Temporal.Instant | null }>(
  'count_unknown_operations',
  `select count(*) as unknown, min(coalesce(dispatched_at, created_at)) as since from operation where state = 'unknown'`,
)

/** Returns how many operations in all queues have an unknown outcome, and the age in seconds of the oldest. */
export async function unknownOperations(
  sql: Sql,
  now: Temporal.Instant,
): Promise<{ unknown_operations: number; oldest_unknown_seconds: number | null }> {
  const [row] = await sql.rows(countUnknown)
  const seconds = row?.since?.until(now).total('seconds')
  return {
    unknown_operations: Number(row?.unknown ?? 0),
    oldest_unknown_seconds: seconds === undefined ? null : Math.max(0, Math.floor(seconds)),
  }
}
