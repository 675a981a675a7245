// Audit entries for viewing personal data: names and documents of sender and beneficiary are stored encrypted, and
// every admin who opens them is recorded.
import { type Admin, actorOf } from '../../admin/access.ts'
import { type AuditNeeds, audit } from '../../admin/audit.ts'
import { commonStatement, type Sql } from '../../platform/database/database.ts'

const opened = 'transfer.papers_opened'
const listed = 'transfer.papers_listed'

const findOpening = commonStatement<{ seq: bigint }>(
  'find_opening_of_transfer',
  `select seq from audit_log where subject = $1 and action = '${opened}' and actor = $2 and at >= $3 limit 1`,
)

/** Whether the admin has opened the names and documents of a transfer since a time. */
export async function hasOpened(
  sql: Sql,
  admin: Admin,
  { transactionId, since }: { transactionId: string; since: Temporal.Instant },
): Promise<boolean> {
  return (await sql.rows(findOpening, [transactionId, actorOf(admin), since])).length > 0
}

/** Writes an audit entry before the documents of one transfer are shown. */
export const recordOpening = (needs: AuditNeeds, admin: Admin, transactionId: string): Promise<void> =>
  recordViews(needs, admin, opened, [transactionId])

/**
 * Writes an audit entry per transfer before a list shows their documents. A page reloads its list by itself, so this does not count as
 * having opened them. Lists without documents write none.
 */
// guard: listing-opens-nothing
export const recordListing = (
  needs: AuditNeeds,
  admin: Admin,
  transactionIds: readonly string[],
): Promise<void> => recordViews(needs, admin, listed, transactionIds)

async function recordViews(
  { db, clock, secrets }: AuditNeeds,
  admin: Admin,
  action: string,
  transactionIds: readonly string[],
): Promise<void> {
  if (transactionIds.length === 0) return
  const entry = { admin, action, detail: {}, now: clock.now() }
  await db.transaction(async (sql) => {
    for (const subject of transactionIds) audit(sql, secrets, { ...entry, subject })
  })
}
