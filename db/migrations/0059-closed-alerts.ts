// Closed alerts are listed without reading open ones, and the other way round.
import type { MigrationBuilder } from 'node-pg-migrate'

export const up = (pgm: MigrationBuilder) => {
  pgm.noTransaction()
  pgm.sql(
    'create index concurrently if not exists screening_alert_closed on screening_alert (environment, id) where closed_at is not null',
  )
}
export const down = false
