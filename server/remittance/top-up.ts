// Money that has arrived for a merchant's wallet, booked by a person of the service: by name, in the audit log.
import type { Admin } from '../admin/access.ts'
import { audit } from '../admin/audit.ts'
import { newId } from '../kernel/id.ts'
import { Problem } from '../kernel/problem.ts'
import type { Environment } from '../merchants/merchant.ts'
import type { Clock } from '../platform/clock.ts'
import { type Database, statement } from '../platform/database.ts'
import { requestProblems } from '../platform/problems.ts'
import type { Secrets } from '../platform/secrets.ts'
import { formatHundredths } from './quote.ts'
import { addMoneyWithin } from './wallet-views.ts'

const findBooked = statement<{ amount_minor: bigint }>(
  'find_booked_top_up',
  `select amount_minor from wallet_entry where posting_key = $1 and kind = 'TOPUP'`,
)

/** Money booked by people is told apart by its key, so that it can be compared with the audit log. */
const bookedKey = (key: string) => `admin:${key}`

/**
 * @param booking.amount US cents. @param booking.key the same key is the same booking, made once.
 * @returns false when it was booked before. @throws Problem 422 when that was another amount.
 */
export async function bookTopUp(
  { db, clock, secrets }: { db: Database; clock: Clock; secrets: Secrets },
  merchant: { id: bigint; merchantCode: string; environment: Environment },
  booking: { amount: bigint; reason: string; admin: Admin; key?: string },
): Promise<boolean> {
  const { amount, reason, admin } = booking
  const { merchantCode, environment } = merchant
  const key = bookedKey(booking.key ? `${merchantCode}:${environment}:${booking.key}` : newId())
  const now = clock.now()
  return db.transaction(async (sql) => {
    if (!(await addMoneyWithin(sql, merchant, { amount, key, now }))) {
      const [booked] = await sql.rows(findBooked, [`topup:${key}`])
      if (booked?.amount_minor === amount) return false
      throw new Problem(requestProblems.idempotency_key_reused)
    }
    const detail = { amount: formatHundredths(amount), currency: 'USD', environment, reason }
    const entry = { admin, action: 'wallet.topped_up', subject: merchantCode, detail, now }
    await audit(sql, secrets, entry)
    return true
  })
}
