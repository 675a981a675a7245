// Names and papers of sender and receiver are sealed; whoever has them opened to look at them is in the audit log.
import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'

/** An entry for each transfer whose papers are shown, written before they are. Lists without papers write none. */
export async function recordOpening(
  { db, clock, secrets }: { db: Database; clock: Clock; secrets: Secrets },
  admin: Admin,
  transactionIds: readonly string[],
): Promise<void> {
  if (transactionIds.length === 0) return
  const entry = { admin, action: 'transfer.papers_opened', detail: {}, now: clock.now() }
  await db.transaction(async (sql) => {
    for (const subject of transactionIds) await audit(sql, secrets, { ...entry, subject })
  })
}
