-- Limits of transfers: the rules with their versions, what each sender, beneficiary, number and document has sent or received,
-- and which rules transfers met.
set local lock_timeout = '2s';

-- A version per change. Version 0 is the rules of the program (default-rules.ts), which have no row.
create table limit_rules_version (
  environment text not null check (environment in ('sandbox', 'production')),
  version integer not null check (version > 0),
  changed_by text not null,
  reason text not null,
  changed_at timestamptz not null,
  primary key (environment, version)
);
create table limit_rule (
  environment text not null,
  version integer not null,
  position smallint not null,
  id text not null check (id ~ '^[a-z0-9-]{1,64}$'),
  subject text not null check (subject in ('sender', 'beneficiary', 'number', 'document', 'pair')),
  measure text not null check (measure in ('sum', 'count', 'amount')),
  time_window text not null check (time_window in ('hour', 'day', 'week', 'month', 'transfer')),
  -- US cents; for a count, the number of transfers.
  most bigint not null check (most >= 0),
  outcome text not null check (outcome in ('allow', 'hold', 'refuse')),
  primary key (environment, version, position),
  unique (environment, version, id),
  foreign key (environment, version) references limit_rules_version,
  check ((measure = 'amount') = (time_window = 'transfer'))
);

-- The subjects of a transfer (sender, beneficiary, number, document, pair, in this order) as keyed hashes, and its amount in US
-- cents when it was accepted. Null: the transfer is not counted, because an earlier release accepted it.
alter table transfer
  add column limit_subjects bigint[],
  add column limit_minor bigint;

-- A row to lock: acceptances that share a subject decide one after the other.
create table limit_subject (
  key bigint primary key
);
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
  check (reached > most),
  check ((outcome = 'refuse') = (transfer_id is null))
);
create index limit_hit_transfer on limit_hit (transfer_id) where transfer_id is not null;
