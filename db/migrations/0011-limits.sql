-- Up Migration

-- Limits of transfers: rules, what was used of them, and what they held or refused.

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

-- A row to lock, so that acceptances that share a subject decide one after the other.
create table limit_subject (
  key bigint primary key,
  -- `day` and `month` are those of the last transfer, since 1970 in UTC; a month has 30 days. What was counted in it and in the one
  -- before is at least what a window of that length has used: a transfer that was refused, failed or was reversed stays counted.
  day_amount bigint not null default 0,
  day_amount_before bigint not null default 0,
  month_amount bigint not null default 0,
  month_amount_before bigint not null default 0,
  day integer not null default 0,
  day_count integer not null default 0,
  day_count_before integer not null default 0,
  month integer not null default 0,
  month_count integer not null default 0,
  month_count_before integer not null default 0
);
alter table limit_subject set (fillfactor = 70);

-- When a document last sent to a number. Whether it counts in a window is decided by the shares of `pair_key`, so a transfer that
-- fails changes nothing here.
create table limit_counterparty (
  pair_key bigint primary key,
  number_key bigint not null,
  document_key bigint not null,
  -- Hours since 1970 in UTC.
  last_hour integer not null
);
create index limit_counterparty_of_number on limit_counterparty (number_key, last_hour);
create index limit_counterparty_of_document on limit_counterparty (document_key, last_hour);

-- The names that operators confirmed for numbers: a row for the first name of a number and for each change. Number and names are keyed
-- hashes. A row stays whatever becomes of the transfer, because the name was confirmed.
create table limit_name (
  id bigint generated always as identity primary key,
  number_key bigint not null,
  name_key bigint not null,
  -- Null: the first name.
  name_before bigint,
  -- The protocol of the operator's connection, and when it replied.
  source text,
  confirmed_at timestamptz,
  -- When a transfer was judged by it.
  at timestamptz not null,
  check (name_before <> name_key)
);
create index limit_name_of_number on limit_name (number_key, id);
create index limit_name_changes on limit_name (at) where name_before is not null;

-- A transfer's share in what its subjects have used; deleted when the transfer fails or is reversed.
create table limit_share (
  key bigint not null,
  at timestamptz not null,
  transfer_id bigint not null,
  amount_minor bigint not null,
  primary key (key, at, transfer_id)
);

-- The shares of each hour added up, so that a window of a month reads at most 721 rows, however many transfers it has.
create table limit_hour (
  key bigint not null,
  -- Hours since 1970 in UTC.
  hour integer not null,
  amount_minor bigint not null check (amount_minor >= 0),
  count integer not null check (count >= 0),
  primary key (key, hour)
);
alter table limit_hour set (fillfactor = 80);

-- Rules that transfers met. A refused request is no transfer, so it has only its merchant and reference.
create table limit_hit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  environment text not null,
  merchant_id bigint not null references merchant,
  reference text not null,
  transfer_id bigint references transfer,
  version integer not null,
  rule_id text not null,
  subject text not null,
  measure text not null,
  time_window text not null,
  outcome text not null check (outcome in ('allow', 'hold', 'refuse')),
  -- What the subject had used before, and what it would have used with this transfer: US cents, or transfers for a count.
  used bigint not null,
  reached bigint not null,
  most bigint not null,
  subjects bigint[],
  check (reached > most),
  check ((outcome = 'refuse') = (transfer_id is null))
);
create index limit_hit_transfer on limit_hit (transfer_id) where transfer_id is not null;
create index limit_hit_subjects on limit_hit using gin (subjects) where subjects is not null;
