// Sessions by user, and the links that a user made and that are still open on a day.
import type { MigrationBuilder } from 'node-pg-migrate'

export const up = (pgm: MigrationBuilder) => {
  pgm.noTransaction()
  pgm.sql('create index concurrently if not exists access_token_user on access_token (user_id)')
  pgm.sql(
    'create index concurrently if not exists payment_link_creator on payment_link (created_by, expires_at) where created_by is not null',
  )
}
export const down = false
