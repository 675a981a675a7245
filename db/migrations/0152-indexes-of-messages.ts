// Alerts are sent before other messages, a merchant mails so many invitations a day, and an address has one code at a time.
import type { MigrationBuilder } from 'node-pg-migrate'

export const up = (pgm: MigrationBuilder) => {
  pgm.noTransaction()
  pgm.sql(
    `create index concurrently if not exists message_due_by_class on message (channel, is_alert desc, next_attempt_at) where state = 'QUEUED'`,
  )
  pgm.sql('drop index concurrently if exists message_due')
  pgm.sql(
    `create index concurrently if not exists message_invitation on message (merchant_id, created_at) where kind = 'invitation'`,
  )
  pgm.sql('create index concurrently if not exists confirmation_code_address on confirmation_code (address)')
}
export const down = false
