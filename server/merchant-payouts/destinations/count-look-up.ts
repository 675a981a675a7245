// Limits how many wallets a merchant may look up in a day: it must not collect the names of strangers. Each look-up is in the audit
// log, which all processes share and no restart forgets, and which says who asked.
import { actorOf } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { Problem } from '../../kernel/problem.ts'
import { merchantActor, type RequestOrigin } from '../../merchants/identity/merchant.ts'
import type { Session } from '../../merchants/sign-in/bearer.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { lockMerchant } from './queries.ts'

/** How many wallets a merchant may look up in any 24 hours, those that it adds included. */
export const lookUpsPerDay = 50
const action = 'payout_destination.looked_up'

/** The look-up that must be a day old before another may follow. An index has exactly these rows in order. */
const findOldest = statement<{ at: Temporal.Instant }>(
  'find_oldest_wallet_look_up',
  `select at from audit_log where actor = $1 and action = '${action}' order by seq desc offset ${lookUpsPerDay - 1} limit 1`,
)

/** A merchant, and its user where one is signed in. */
type Caller = {
  session: Pick<Session, 'merchantId' | 'merchantCode'> & Partial<Pick<Session, 'user'>>
  from: RequestOrigin
}
type CountNeeds = { db: Database; clock: Clock; secrets: Secrets }

/** Counts a look-up before it is made, whatever the operator replies. @throws Problem 429 with the seconds until the next one */
export async function countLookUp(
  { db, clock, secrets }: CountNeeds,
  { session, from }: Caller,
  wallet: { operator: string; digits: string },
): Promise<void> {
  const admin = merchantActor(session, from)
  await db.transaction(async (sql) => {
    // Look-ups at once wait for each other, so that the limit holds.
    // guard: payout-look-ups-at-once
    await sql.rows(lockMerchant, [session.merchantId])
    const now = clock.now()
    const [oldest] = await sql.rows(findOldest, [actorOf(admin)])
    // guard: payout-look-ups
    refuseUntil(oldest?.at.add({ hours: 24 }), now)
    const detail = { operator: wallet.operator, number_last4: wallet.digits.slice(-4) }
    audit(sql, secrets, { admin, action, subject: session.merchantCode, detail, now })
  })
}

/** @throws Problem 429 before that time */
function refuseUntil(free: Temporal.Instant | undefined, now: Temporal.Instant): void {
  if (!free || Temporal.Instant.compare(free, now) <= 0) return
  const seconds = Math.ceil(now.until(free).total('seconds'))
  throw new Problem(requestProblems.rate_limited, {}, { 'retry-after': String(seconds) })
}
