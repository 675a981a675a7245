// An email belongs to the one user who has confirmed it. Others may have typed it: they do not keep its owner from signing up.
import type { MigrationBuilder } from 'node-pg-migrate'

export const up = (pgm: MigrationBuilder) => {
  pgm.noTransaction()
  pgm.sql(
    'create unique index concurrently if not exists merchant_user_confirmed_email on merchant_user (email) where email_confirmed_at is not null',
  )
  pgm.sql(
    'create unique index concurrently if not exists merchant_user_of_merchant on merchant_user (merchant_id, email)',
  )
  pgm.sql('create index concurrently if not exists merchant_user_typed_email on merchant_user (email)')
  pgm.sql('drop index concurrently if exists merchant_user_email')
  pgm.sql('create index concurrently if not exists merchant_typed_email on merchant (email)')
  pgm.sql('drop index concurrently if exists merchant_email')
}
export const down = false
