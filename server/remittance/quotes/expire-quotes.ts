// Expires quotes whose time has come: their promise ends, and the number that they were for is erased.
import { type Database, statement } from '../../platform/database/database.ts'
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
