// Lists over the rows of all merchants read the counters by day.
import type { MigrationBuilder } from 'node-pg-migrate'

export const up = (pgm: MigrationBuilder) => {
  pgm.noTransaction()
  pgm.sql('create index concurrently if not exists day_count_days on day_count (list, day)')
}
export const down = false
