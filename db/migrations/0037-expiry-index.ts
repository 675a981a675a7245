import type { MigrationBuilder } from 'node-pg-migrate'

/**
 * The running operation leaves the condition of the index on expiry, so that claiming a charge changes no index. The
 * index on the tokens of authentications has no reader since card_token names their owners.
 */
export const up = (pgm: MigrationBuilder) => {
  pgm.noTransaction()
  pgm.sql(
    "create index concurrently if not exists card_transaction_due on card_transaction (expires_at) where status = 'PENDING'",
  )
  pgm.sql('drop index concurrently if exists card_transaction_expiring')
  pgm.sql('drop index concurrently if exists card_authentication_token')
}
export const down = false
