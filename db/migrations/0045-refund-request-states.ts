import type { MigrationBuilder } from 'node-pg-migrate'

/** The console lists refund requests by state, newest first, however many have ended otherwise. */
export const up = (pgm: MigrationBuilder) => {
  pgm.noTransaction()
  pgm.sql('create index concurrently if not exists refund_request_state on refund_request (state, id)')
}
export const down = false
