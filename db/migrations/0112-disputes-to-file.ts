// The queue of disputes whose evidence has to be filed, by its deadline.
import type { MigrationBuilder } from 'node-pg-migrate'

export const up = (pgm: MigrationBuilder) => {
  pgm.noTransaction()
  pgm.sql(
    "create index concurrently if not exists card_dispute_to_file on card_dispute (respond_by, id) where state = 'EVIDENCE_SENT' and submitted_at is null",
  )
}
export const down = false
