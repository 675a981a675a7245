// Users of a merchant do not bear the names of our own people, so that nobody takes one for the other.

import type { Environment } from '../../kernel/environment.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Database, Sql } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { alertOwners } from '../alerts/alert-merchant.ts'
import { selfServiceProblems } from '../problems.ts'

export type ReservedNames = {
  /** Whether the text is the name of one of our own people, however it is spelled. */
  isReserved: (sql: Sql, name: string) => Promise<boolean>
}

/** Refuses the name of one of our own people, and tells the owners of the merchant once a day. @throws Problem 409 */
export async function refuseReservedName(
  { db, clock, isReserved }: ReservedNames & { db: Database; clock: Clock },
  { merchantId, environment }: { merchantId: bigint; environment: Environment },
  name: string,
): Promise<void> {
  // guard: reserved-name
  if (!(await isReserved(db, name))) return
  const now = clock.now()
  const fact = `reserved_name:${merchantId}:${name}:${now.toString().slice(0, 10)}`
  const facts = { name, at: now }
  const alert = { merchantId, environment, kind: 'reserved_name_refused', fact, facts } as const
  await db.transaction((sql) => alertOwners(sql, alert, now))
  throw new Problem(selfServiceProblems.name_reserved)
}
