// Where the registered name of a beneficiary's wallet came from, and when it was looked up.
import type { MigrationBuilder } from 'node-pg-migrate'

export const up = (pgm: MigrationBuilder) => {
  pgm.noTransaction()
  pgm.sql("set lock_timeout = '2s'")
  // Null in transfers of earlier releases, and where the operator gave no name.
  pgm.sql(
    'alter table transfer add column if not exists name_source text, add column if not exists name_confirmed_at timestamptz',
  )
  pgm.sql('reset lock_timeout')
}
export const down = false
