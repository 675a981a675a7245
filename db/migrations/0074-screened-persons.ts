// Persons in a relationship, who are screened again when a list changes: one row per person instead of one per transfer.
import type { MigrationBuilder } from 'node-pg-migrate'

const tables = `
-- Everyone whose screenings had the same names, birth date, document and countries.
create table if not exists screened_person (
  id bigint generated always as identity primary key,
  environment text not null check (environment in ('sandbox', 'production')),
  -- A keyed hash of what is compared with the lists.
  key bytea not null,
  -- The newest screening of the person.
  latest_party_id bigint not null references screened_party,
  last_seen_at timestamptz not null,
  -- The version of the lists the person was last screened with. Null once the relationship has ended.
  last_version text,
  unique (environment, key)
);
create index if not exists screened_person_version on screened_person (environment, last_version, id)
  where last_version is not null;

-- What was screened again for each version of the lists.
create table if not exists screening_run (
  id bigint generated always as identity primary key,
  environment text not null check (environment in ('sandbox', 'production')),
  list_version text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  screened integer not null default 0,
  alerts integer not null default 0,
  unique (environment, list_version)
);`

export const up = (pgm: MigrationBuilder) => {
  pgm.noTransaction()
  pgm.sql("set lock_timeout = '2s'")
  pgm.sql(tables)
  // Without a foreign key: a worker of this release sets it after the acceptance.
  pgm.sql('alter table screened_party add column if not exists screened_person_id bigint')
  pgm.sql('reset lock_timeout')
  pgm.sql(
    'create index concurrently if not exists screened_party_unassigned on screened_party (environment, id) where screened_person_id is null',
  )
}

export const down = false
