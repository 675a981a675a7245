// The link for a new password that a newer one followed, while it is still good: whoever asks for a link in the name of a user must not
// end the user's own.
import type { MigrationBuilder } from 'node-pg-migrate'

export const up = (pgm: MigrationBuilder) => {
  pgm.noTransaction()
  pgm.sql("set lock_timeout = '2s'")
  pgm.sql(
    'alter table password_link add column if not exists earlier_hash bytea, add column if not exists earlier_expires_at timestamptz',
  )
  pgm.sql('reset lock_timeout')
  pgm.sql(
    'create index concurrently if not exists password_link_earlier on password_link (earlier_hash) where earlier_hash is not null',
  )
}
export const down = false
