// A database with a merchant and payments in any state, for the tests of every move and every decision.
import { randomUUID } from 'node:crypto'
import type { TransactionStatus } from '../../server/cards/transaction/transaction.ts'
import { type Database, openDatabase, statement } from '../../server/platform/database/database.ts'
import { openTestDatabase } from '../../test/support/world/database.ts'

/** The time at which everything in these tests happens. */
export const now = Temporal.Instant.from('2026-11-21T10:00:00Z')

export type ModelRows = {
  db: Database
  merchant: bigint
  /** Inserts a payment of 10 USD, of which this much was refunded, or is reserved for refunds. */
  payment(status: TransactionStatus, refunded?: bigint, reserved?: bigint): Promise<bigint>
  close(): Promise<void>
}

const makeMerchant = statement<{ id: bigint }>(
  'model_make_merchant',
  `insert into merchant (merchant_code, name, email, environment, merchant_secret_hash, callback_secret_sealed, created_at)
   values ('LKT-TEST-0001', 'Model', 'model@example.com', 'sandbox', '', '', now()) returning id`,
)
const makePayment = statement<{ id: bigint }>(
  'model_make_payment',
  `insert into card_transaction (transaction_uuid, merchant_id, environment, origin, status, amount_minor, currency,
     commission_rate_bp, commission_minor, bank_commission_minor, service_commission_minor, merchant_minor, merchant_reference,
     callback_url, created_at, expires_at, finalised_at, refunded_minor, refund_reserved_minor)
   values ($1, $2, 'sandbox', 'order', $3, 1000, 'USD', 350, 35, 15, 20, 965, 'MODEL', 'https://shop.test/news', $4,
           $4::timestamptz + interval '1 day', $5, $6, $7) returning id`,
)

export async function openModelRows(): Promise<ModelRows> {
  const database = await openTestDatabase()
  const db = openDatabase(database.url, { connections: 2, name: 'models' })
  const [{ id: merchant }] = (await db.rows(makeMerchant)) as [{ id: bigint }]
  return {
    db,
    merchant,
    async payment(status, refunded = 0n, reserved = 0n) {
      const finalisedAt = status === 'PENDING' ? null : now
      const values = [randomUUID(), merchant, status, now, finalisedAt, refunded, reserved]
      return (await db.rows(makePayment, values))[0]!.id
    },
    async close() {
      await db.close()
      await database.drop()
    },
  }
}
