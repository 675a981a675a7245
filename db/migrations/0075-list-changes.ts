// What each import changed in a sanctions list, because only the entries of the current version are kept.
import type { MigrationBuilder } from 'node-pg-migrate'

const tables = `
create table if not exists screening_entry_change (
  version_id bigint not null references screening_list_version,
  entry_id text not null,
  -- The entry before and after the import; null where the list did not have it.
  before jsonb,
  after jsonb,
  before_hash text,
  after_hash text,
  primary key (version_id, entry_id),
  check (before_hash is distinct from after_hash),
  check ((before is null) = (before_hash is null) and (after is null) = (after_hash is null))
);`

export const up = (pgm: MigrationBuilder) => {
  pgm.noTransaction()
  pgm.sql("set lock_timeout = '2s'")
  pgm.sql(tables)
  // Null for the first version of a list, and for versions that an earlier release imported.
  pgm.sql(`alter table screening_list_version add column if not exists added integer,
    add column if not exists changed integer, add column if not exists removed integer`)
  pgm.sql('reset lock_timeout')
}
export const down = false
