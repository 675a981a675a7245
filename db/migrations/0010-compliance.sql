-- Up Migration

-- Phone numbers that never receive a payout: digits with country code, without a plus.
create table blacklisted_number (
  environment text not null check (environment in ('sandbox', 'production')),
  msisdn text not null check (msisdn ~ '^[1-9][0-9]{6,14}$'),
  reason text not null check (reason <> ''),
  added_by text not null check (added_by <> ''),
  added_at timestamptz not null,
  primary key (environment, msisdn)
);
create index blacklisted_number_added on blacklisted_number (environment, added_at desc, msisdn);

-- A list of sanctioned or watched people, and the environments it applies to.
create table screening_list (
  name text primary key check (name ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
  environments text[] not null check (environments <@ array['sandbox', 'production'] and cardinality(environments) > 0),
  current_version bigint
);

-- Each imported file. Imports run one at a time, so a greater id means a later state of all lists together.
create table screening_list_version (
  id bigint generated always as identity primary key,
  list text not null references screening_list,
  format text not null,
  file_name text not null,
  file_hash text not null,
  entry_count integer not null check (entry_count >= 0),
  imported_by text not null check (imported_by <> ''),
  imported_at timestamptz not null
);
create index screening_list_version_list on screening_list_version (list, id desc);
alter table screening_list add constraint screening_list_current
  foreign key (current_version) references screening_list_version deferrable initially deferred;

-- The entries of the current versions only. Dates are YYYY, YYYY-MM or YYYY-MM-DD, as precise as the list has them.
create table screening_entry (
  id bigint generated always as identity primary key,
  version_id bigint not null references screening_list_version,
  entry_id text not null,
  kind text not null check (kind in ('person', 'organisation', 'unknown', 'thing')),
  name text not null,
  aliases text[] not null,
  -- Aliases so unspecific that only an exact match counts.
  weak_aliases text[] not null,
  birth_dates text[] not null,
  countries text[] not null,
  identifiers text[] not null,
  programs text[] not null,
  -- Changes when anything a reviewer would look at changes, so that earlier clearances are reviewed again.
  content_hash text not null,
  unique (version_id, entry_id)
);

-- Every screened person with the subject (`transfer:<id>`), the version of the lists and the result. Rows never change except
-- for `last_version`, the version the person was last screened with.
create table screened_party (
  id bigint generated always as identity primary key,
  environment text not null check (environment in ('sandbox', 'production')),
  subject text not null,
  role text not null check (role in ('sender', 'receiver')),
  name text not null,
  aliases text[] not null,
  birth_date text,
  countries text[] not null,
  document_hash bytea,
  document_sealed bytea,
  -- The same for every screening of one person; null if only a name is known, which many people share.
  person_key bytea,
  list_version text,
  decision text not null check (decision in ('hold', 'clear')),
  reason text not null,
  matches jsonb not null,
  screened_at timestamptz not null,
  last_version text not null default ''
);
create index screened_party_subject on screened_party (subject);
create index screened_party_last_version on screened_party (environment, last_version, id);
create index screened_party_person on screened_party (environment, person_key, id);

-- A reviewer decided that a match is a different person. Valid until the list entry changes.
create table screening_clearance (
  environment text not null check (environment in ('sandbox', 'production')),
  person_key bytea not null,
  list text not null,
  entry_id text not null,
  entry_version text not null,
  subject text not null,
  cleared_by text not null check (cleared_by <> ''),
  reason text not null,
  cleared_at timestamptz not null,
  primary key (environment, person_key, list, entry_id, entry_version)
);

-- A person screened earlier is now on a list: one alert per person and entry, until the entry changes.
create table screening_alert (
  id bigint generated always as identity primary key,
  environment text not null check (environment in ('sandbox', 'production')),
  screened_party_id bigint not null references screened_party,
  person_key bytea not null,
  list text not null,
  entry_id text not null,
  entry_version text not null,
  match jsonb not null,
  list_version text not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  close_reason text,
  unique (environment, person_key, list, entry_id, entry_version),
  constraint closed_by_a_person check (
    (closed_at is null) = (closed_by is null) and (closed_at is null) = (close_reason is null) and closed_by <> '')
);
create index screening_alert_open on screening_alert (environment, id) where closed_at is null;

-- The process that is rescreening an environment, so that only one does it at a time.
create table screening_lease (
  environment text primary key check (environment in ('sandbox', 'production')),
  leased_until timestamptz not null default '-infinity'
);
insert into screening_lease (environment) values ('sandbox'), ('production');

-- Test entries of a sandbox, so that merchants can try a blacklisted number and a watchlist match.
insert into blacklisted_number (environment, msisdn, reason, added_by, added_at)
select 'sandbox', msisdn, 'Sandbox number that is refused', 'sandbox', timestamptz '2026-11-21 00:00:00Z'
  from unnest(array['243810000007', '243970000007', '243840000007', '243900000007']) as msisdn;

insert into screening_list (name, environments) values ('sandbox-watchlist', array['sandbox']);
with made as (
  insert into screening_list_version (list, format, file_name, file_hash, entry_count, imported_by, imported_at)
  values ('sandbox-watchlist', 'seed', '', '', 1, 'sandbox', timestamptz '2026-11-21 00:00:00Z')
  returning id
), current as (
  update screening_list set current_version = made.id from made where name = 'sandbox-watchlist'
)
insert into screening_entry (version_id, entry_id, kind, name, aliases, weak_aliases, birth_dates, countries, identifiers,
                             programs, content_hash)
select id, 'sandbox-1', 'person', 'Watchlist Person', '{}', '{}', '{}', '{}', '{}', array['SANDBOX'], 'sandbox-1'
  from made;
