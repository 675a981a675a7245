// Audit entries for viewing personal data: names and documents of sender and beneficiary are stored encrypted, and
// every admin who opens them is recorded.
import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'

/** Writes an audit entry per transfer before its documents are shown. Lists without documents write none. */
export async function recordOpening(
  { db, clock, secrets }: { db: Database; clock: Clock; secrets: Secrets },
  admin: Admin,
  transactionIds: readonly string[],
): Promise<void> {
  if (transactionIds.length === 0) return
  const entry = { admin, action: 'transfer.papers_opened', detail: {}, now: clock.now() }
  await db.transaction(async (sql) => {
    for (const subject of transactionIds) audit(sql, secrets, { ...entry, subject })
  })
}
