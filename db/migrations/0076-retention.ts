// Retention: which personal data was erased, and the proof of each run.
import type { MigrationBuilder } from 'node-pg-migrate'

const tables = `
-- One run over one kind of data. It continues after an interruption with the cut-off it began with.
create table if not exists retention_run (
  id bigint generated always as identity primary key,
  kind text not null,
  -- What ended at this time or before is past its retention.
  cutoff timestamptz not null,
  started_by text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  erased bigint not null default 0,
  -- A chain of hashes over the kind and the ids of what was erased, in order.
  digest bytea not null,
  -- The last id that was looked at, and the first that must be looked at again because it was kept.
  position bigint not null,
  first_kept bigint
);
create unique index if not exists retention_run_open on retention_run (kind) where ended_at is null;
create index if not exists retention_run_kind on retention_run (kind, id);`

// Timelines stay append-only, but for one statement: the one that removes a number and a name (server/remittance/retention/).
const timeline = `
create or replace function transfer_event_refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('likuta.retention', true) = 'on' then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create or replace trigger transfer_event_append_only before update or delete or truncate on transfer_event
  for each statement execute function transfer_event_refuse_change();`

export const up = (pgm: MigrationBuilder) => {
  pgm.noTransaction()
  pgm.sql("set lock_timeout = '2s'")
  pgm.sql(tables)
  // Erased rows keep amounts and states, so that sums and histories stay as they were.
  pgm.sql('alter table transfer add column if not exists erased_at timestamptz')
  pgm.sql('alter table card_transaction add column if not exists payer_erased_at timestamptz')
  pgm.sql('alter table compliance_case add column if not exists erased_at timestamptz')
  pgm.sql(timeline)
  pgm.sql('reset lock_timeout')
}
export const down = false
