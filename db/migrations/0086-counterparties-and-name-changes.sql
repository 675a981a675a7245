-- Two measures of limit rules: how many different counterparties a number or a document has, and how often the confirmed name of a
-- number has changed.
set local lock_timeout = '2s';

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
-- hashes. Nothing is given back: a name has been confirmed whatever became of the transfer.
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

alter table limit_rule drop constraint limit_rule_measure_check;
alter table limit_rule add constraint limit_rule_measure_check
  check (measure in ('sum', 'count', 'amount', 'counterparties', 'name_changes')) not valid;
alter table limit_rule add constraint limit_rule_subject_of_measure check (
  case measure when 'counterparties' then subject in ('number', 'document') when 'name_changes' then subject = 'number' else true end
) not valid;
