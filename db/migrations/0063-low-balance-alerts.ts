// The available wallet balance in US cents below which a merchant is alerted; null for merchants that do not want that.
import type { MigrationBuilder } from 'node-pg-migrate'

export const up = (pgm: MigrationBuilder) => {
  pgm.noTransaction()
  pgm.sql(`set lock_timeout = '2s'`)
  pgm.sql('alter table merchant add column if not exists low_balance_minor bigint')
  pgm.sql('reset lock_timeout')
  pgm.sql(
    'create index concurrently if not exists merchant_low_balance on merchant (id) where low_balance_minor is not null',
  )
}
export const down = false
