// An index of the rarer types of balance transactions, so that a page of one type does not read all movements of its days. Charges,
// most of the rows, stay out of it: capturing a payment writes no further index entry.
import type { MigrationBuilder } from 'node-pg-migrate'

export const up = (pgm: MigrationBuilder) => {
  pgm.noTransaction()
  pgm.sql(
    `create index concurrently if not exists balance_transaction_by_type
       on balance_transaction (merchant_id, environment, type, created_at, id) include (currency) where type <> 'charge'`,
  )
}
export const down = false
