// Resending deliveries by admins: any number in one action, with one entry in the audit log.
import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Database, type Sql, statement } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { deliveryProblems } from '../problems.ts'
import { resend } from './deliveries.ts'

export type ResendNeeds = { db: Database; clock: Clock; secrets: Secrets; wake: () => void }

/** `under_way`: the delivery is in flight and was left unchanged. */
export type Resent = { id: string; result: 'resent' | 'under_way' | 'unknown' }

const findOwners = statement<{ id: string; merchant_id: bigint; environment: string }>(
  'find_webhook_event_owners',
  'select event_id as id, merchant_id, environment from webhook_event where event_id = any($1::uuid[]) order by event_id',
)

/** @throws Problem 404 if no delivery has any of the ids. */
export async function resendMany(
  { db, clock, secrets, wake }: ResendNeeds,
  ids: readonly string[],
  { reason, admin }: { reason: string; admin: Admin },
): Promise<Resent[]> {
  const results = await db.transaction(async (sql) => {
    const found = await resendAll(sql, clock, ids)
    if (found.size === 0) throw new Problem(deliveryProblems.delivery_unknown)
    const known = ids.filter((id) => found.has(id))
    const subject = known.length === 1 ? `delivery:${known[0]}` : `${known.length} deliveries`
    const entry = { admin, action: 'deliveries.resent', subject, detail: { reason, ids: known } }
    audit(sql, secrets, { ...entry, now: clock.now() })
    return found
  })
  wake()
  return ids.map((id) => ({ id, result: results.get(id) ?? 'unknown' }))
}

/** Locks in order of id, so that two concurrent resends cannot deadlock. */
async function resendAll(sql: Sql, clock: Clock, ids: readonly string[]) {
  const results = new Map<string, Resent['result']>()
  for (const { id, merchant_id: merchantId, environment } of await sql.rows(findOwners, [ids]))
    results.set(id, await resend({ db: sql, clock }, { merchantId, environment, id }))
  return results
}
