// What refunds and voids under way will take from balances is read whenever money is taken out of one.
import type { MigrationBuilder } from 'node-pg-migrate'

export const up = (pgm: MigrationBuilder) => {
  pgm.noTransaction()
  pgm.sql(`create index concurrently if not exists operation_returning on operation (card_transaction_id)
    where kind in ('refund', 'void') and state in ('intent', 'sent', 'unknown')`)
}
export const down = false
