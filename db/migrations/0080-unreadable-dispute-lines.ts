// Lines of the dispute report that cannot be read wait for a person. Rows of before have one of the fewer kinds of before, so there
// is nothing to validate.
import type { MigrationBuilder } from 'node-pg-migrate'

const kinds = `'payment_unknown', 'currency_differs', 'payment_differs', 'exceeds_payment', 'outcome_conflict', 'line_unreadable'`

export const up = (pgm: MigrationBuilder) => {
  pgm.noTransaction()
  pgm.sql("set lock_timeout = '2s'")
  pgm.sql(`
alter table card_dispute_exception drop constraint if exists card_dispute_exception_kind_check;
alter table card_dispute_exception add constraint card_dispute_exception_kind_check check (kind in (${kinds})) not valid`)
  pgm.sql('reset lock_timeout')
}
export const down = false
