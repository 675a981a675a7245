-- Up Migration

-- What statements of every cell read: the clock of a sandbox, keys of receipts, pauses, exchange rates, limit rules, blocked numbers
-- and the versions of sanctions lists.

-- For tables whose rows are never edited; those marked as erasable may be, by the retention job. Of those marked with `sample`, the rows of a
-- sample may be deleted, which remove_sample_rows names: a deployment without samples deletes none. A trigger of its own refuses to
-- truncate: Citus puts no trigger that also stands for truncate on the parts of a distributed table.
create function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and 'sample' = any(tg_argv) and exists (
       select from shared.merchant
        where id = nullif(current_setting('likuta.removed_sample', true), '')::bigint and sample_of is not null) then
    return null;
  end if;
  if tg_op = 'UPDATE' and tg_argv[0] = 'erasable' and current_setting('likuta.retention', true) = 'on' then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- The times of a list that are less than a span ago. Citus accepts no sub-query in an insert, but a function.
create function times_within(times timestamptz[], now timestamptz, span interval) returns timestamptz[] language sql immutable as $$
  select array(select at from unnest(times) at where now - at < span)
$$;

-- How far a sandbox's business clock is ahead of real time. One row; the offset only grows.
create table sandbox_clock (
  only_row boolean primary key default true check (only_row),
  offset_seconds bigint not null default 0 check (offset_seconds between 0 and 315576000)
);
insert into sandbox_clock default values;

-- Keys that sign receipts. Each environment has its own. All keys that are not withdrawn are published; of those that have started,
-- the newest signs. The sealed value is empty once the key can no longer sign.
create table receipt_key (
  id bigint generated always as identity primary key,
  key_id text not null unique check (key_id ~ '^[A-Za-z0-9_-]{8}$'),
  environment text not null check (environment in ('sandbox', 'production')),
  -- Counts the keys of an environment, so that two processes cannot both create the first one.
  generation integer not null check (generation > 0),
  public_key bytea not null check (length(public_key) = 32),
  private_sealed bytea not null,
  created_at timestamptz not null,
  starts_at timestamptz not null,
  withdrawn_at timestamptz,
  unique (environment, generation)
);

-- The code of a mobile-money operator, as in server/kernel/operators.ts.
create domain operator_code as text check (value in ('vodacom', 'airtel', 'orange', 'africell'));

-- A paused queue, in which no new payout is sent until an admin resumes it. Payouts sent before are still inquired about.
create table queue_pause (
  queue text primary key,
  reason text not null check (reason <> ''),
  paused_by text not null check (paused_by <> ''),
  paused_at timestamptz not null
);

-- What an operator takes for cashing out and what its agents pay in francs, as its published table says. A table is in use from `first_day` to its
-- last day; of several, the latest one is.
create table cash_out_table (
  id bigint generated always as identity primary key,
  environment text not null check (environment in ('sandbox', 'production')),
  operator operator_code not null,
  source text not null check (source <> ''),
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  -- In rising order: [{"up_to_minor", "fee_minor", "basis_points"}], in US cents.
  tiers jsonb not null check (jsonb_array_length(tiers) > 0),
  -- Millionths of francs for a dollar.
  cdf_low_micros bigint not null check (cdf_low_micros > 0),
  cdf_high_micros bigint not null check (cdf_high_micros >= cdf_low_micros),
  created_by text not null check (created_by <> ''),
  created_at timestamptz not null
);
create index cash_out_table_latest on cash_out_table (environment, operator, first_day, id);
-- The sandbox shows what partners will read in production.
insert into cash_out_table (environment, operator, source, first_day, last_day, tiers, cdf_low_micros, cdf_high_micros, created_by, created_at)
select 'sandbox', operator, 'Sandbox', '2026-11-21', '2099-12-31',
       '[{"up_to_minor": 1000, "fee_minor": 5, "basis_points": 200}, {"up_to_minor": 250000, "fee_minor": 0, "basis_points": 250}]',
       2250000000, 2300000000, 'sandbox', timestamptz '2026-11-21 00:00:00Z'
  from (values ('vodacom'), ('airtel'), ('orange'), ('africell')) served (operator);

-- The exchange rates of the dollar that a provider reported at one time. The published snapshot with the latest as_of is the
-- rate table in use; one that moved too far from it waits for an admin's approval.
create table rate_snapshot (
  id bigint generated always as identity primary key,
  source text not null,
  -- The provider's own time, which may be long before fetched_at.
  as_of timestamptz not null,
  fetched_at timestamptz not null,
  -- Units of the currency for 1 USD, as decimal text: {"UGX": "3600.5"}.
  rates jsonb not null,
  state text not null check (state in ('PUBLISHED', 'QUARANTINED')),
  -- The rates that moved too far, with their previous values: {"UGX": "3600.5"}. Kept after approval.
  moved_from jsonb not null default '{}',
  approved_by text,
  approval_reason text,
  approved_at timestamptz,
  check ((approved_by is null) = (approved_at is null) and (approved_by is null) = (approval_reason is null)),
  check (state = 'PUBLISHED' or approved_by is null),
  check (state <> 'PUBLISHED' or approved_by is not null or moved_from = '{}')
);
create unique index rate_snapshot_published on rate_snapshot (as_of desc) where state = 'PUBLISHED';

-- One refresh every six hours, by the process that claims it first. If that process dies, the refresh becomes due again.
create table rate_slot (
  slot timestamptz primary key,
  attempts integer not null,
  -- While a process works on it, the end of the lease.
  next_attempt_at timestamptz not null,
  lease_token uuid not null,
  -- Why the last attempt fetched no rates.
  failure text,
  finished_at timestamptz,
  -- The result; also null if the provider had nothing newer.
  snapshot_id bigint references rate_snapshot
);

-- Versions of the limit rules, one for each change. Version 0 is the default rules of the program, which have no row.
create table limit_rules_version (
  environment text not null check (environment in ('sandbox', 'production')),
  version integer not null check (version > 0),
  changed_by text not null,
  reason text not null,
  changed_at timestamptz not null,
  primary key (environment, version)
);

-- The rules of a version: what is measured, over which time, how much is allowed, and what happens beyond.
create table limit_rule (
  environment text not null,
  version integer not null,
  position smallint not null,
  id text not null check (id ~ '^[a-z0-9-]{1,64}$'),
  subject text not null check (subject in ('sender', 'beneficiary', 'number', 'document', 'pair')),
  measure text not null check (measure in ('sum', 'count', 'amount', 'counterparties', 'name_changes')),
  time_window text not null check (time_window in ('hour', 'day', 'week', 'month', 'transfer')),
  -- US cents; for a count, the number of transfers.
  most bigint not null check (most >= 0),
  outcome text not null check (outcome in ('allow', 'hold', 'refuse')),
  primary key (environment, version, position),
  unique (environment, version, id),
  foreign key (environment, version) references limit_rules_version,
  check ((measure = 'amount') = (time_window = 'transfer')),
  constraint limit_rule_subject_of_measure check (
  case measure when 'counterparties' then subject in ('number', 'document') when 'name_changes' then subject = 'number' else true end
)
);

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
  -- An id of screening_list_version, whose rows are never deleted. Citus copies no two tables that refer to each other.
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
  imported_at timestamptz not null,
  added integer,
  changed integer,
  removed integer
);
create index screening_list_version_list on screening_list_version (list, id desc);

-- A list of a sandbox, so that merchants can try a match. Its entry is added to the entries of control.
insert into screening_list (name, environments) values ('sandbox-watchlist', array['sandbox']);
insert into screening_list_version (list, format, file_name, file_hash, entry_count, imported_by, imported_at)
values ('sandbox-watchlist', 'seed', '', '', 1, 'sandbox', timestamptz '2026-11-21 00:00:00Z');
update screening_list set current_version = (select id from screening_list_version) where name = 'sandbox-watchlist';
