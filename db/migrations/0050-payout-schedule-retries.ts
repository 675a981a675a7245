// When a payout schedule that failed is tried again, and the index that lists one merchant's payouts for admins.
import type { MigrationBuilder } from 'node-pg-migrate'

export const up = (pgm: MigrationBuilder) => {
  pgm.noTransaction()
  pgm.sql("set lock_timeout = '2s'")
  // Null for a schedule that did not fail last time. The previous release ignores it and tries at once.
  pgm.sql('alter table payout_schedule add column if not exists retry_at timestamptz')
  pgm.sql('reset lock_timeout')
  pgm.sql(
    'create index concurrently if not exists merchant_payout_of_merchant on merchant_payout (merchant_id, id) include (state)',
  )
}
export const down = false
