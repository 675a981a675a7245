// Ends approvals that nobody decided in time. Workers run it in a loop.
import type { Sql } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { expireMany } from './queries.ts'

const atOnce = 500

/** Returns true when more may be due. */
export async function expireApprovals({ db, clock }: { db: Sql; clock: Clock }): Promise<boolean> {
  return (await db.rows(expireMany, [clock.now(), atOnce])).length === atOnce
}
