// Ends waiting refund requests whose payment can no longer be refunded: it was voided or fully refunded otherwise, or it is
// too old. Workers run it in a loop.
import type { Sql } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { oldestRefundable } from '../refunds/refund-rules.ts'
import { expireRequests } from './queries.ts'

const atOnce = 500

/** Returns true when more may be waiting. */
export async function expireRefundRequests({ db, clock }: { db: Sql; clock: Clock }): Promise<boolean> {
  const now = clock.now()
  return (await db.rows(expireRequests, [now, oldestRefundable(now), atOnce])).length === atOnce
}
