// Expires quotes whose time has come: their promise ends, and the number that they were for is erased. Deletes them much later.
import { type Database, statement } from '../../platform/database/database.ts'
import type { Log } from '../../platform/process/log.ts'
import { type Loop, startLoop } from '../../platform/process/worker-loop.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { endExposure, type Promised } from './exposure.ts'

const expiredAtOnce = 200

// guard: quote-expiry-state
const expireDue = statement<Promised>(
  'expire_quotes',
  `update quote q set state = 'EXPIRED', ended_at = $1, customer_number = null
     from (select id from quote where state = 'OPEN' and expires_at <= $1
            order by expires_at limit ${expiredAtOnce} for update skip locked) due
    where q.id = due.id
   returning q.quote_id, q.merchant_id, q.environment, q.amount_hundredths, q.currency, q.receiver_minor`,
)

/** Expires a batch of quotes. Returns whether it found any. */
export async function expireQuotes({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> {
  return db.transaction(async (sql) => {
    const now = clock.now()
    const expired = await sql.rows(expireDue, [now])
    await endExposure(sql, expired, now)
    return expired.length > 0
  })
}

const retention = { hours: 24 * 90 }
const maxDeleted = 1_000

/** An expired quote stays as long as one that was made instead of it. */
const deleteExpired = statement<{ id: bigint }>(
  'delete_expired_quotes',
  `delete from quote where id in (
     select q.id from quote q
      where q.state = 'EXPIRED' and q.ended_at <= $1 and not exists (select from quote r where r.replaces = q.id)
      order by q.ended_at limit ${maxDeleted} for update of q skip locked)
   returning id`,
)

/** Deletes quotes that expired three months ago. Returns whether there may be more. */
export async function deleteExpiredQuotes({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> {
  return (await db.rows(deleteExpired, [clock.now().subtract(retention)])).length === maxDeleted
}

export const startQuoteExpiry = ({ log, ...needs }: { db: Database; clock: Clock; log: Log }): Loop[] => [
  startLoop(log, { name: 'expiry of quotes', idleMs: 2_000 }, () => expireQuotes(needs)),
  startLoop(log, { name: 'removal of expired quotes', idleMs: 60_000 }, () => deleteExpiredQuotes(needs)),
]
