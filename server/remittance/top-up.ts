// Money that has arrived for a merchant's wallet, booked by a person of the service: by name, in the audit log.
import type { Admin } from '../admin/access.ts'
import { audit } from '../admin/audit.ts'
import { newId } from '../kernel/id.ts'
import type { Environment } from '../merchants/merchant.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import type { Secrets } from '../platform/secrets.ts'
import { formatHundredths } from './quote.ts'
import { addMoneyWithin } from './wallet-views.ts'

/** @param amount US cents. */
export async function bookTopUp(
  { db, clock, secrets }: { db: Database; clock: Clock; secrets: Secrets },
  merchant: { id: bigint; merchantCode: string; environment: Environment },
  { amount, reason, admin }: { amount: bigint; reason: string; admin: Admin },
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (sql) => {
    await addMoneyWithin(sql, merchant, { amount, key: newId(), now })
    await audit(sql, secrets, {
      admin,
      action: 'wallet.topped_up',
      subject: merchant.merchantCode,
      detail: {
        amount: formatHundredths(amount),
        currency: 'USD',
        environment: merchant.environment,
        reason,
      },
      now,
    })
  })
}
