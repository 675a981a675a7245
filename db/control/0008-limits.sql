-- Up Migration

-- What persons have used of the limits of transfers, over all merchants.

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

-- What admins have topped up alone within a day, over the wallets of all cells. Beyond a sum, another admin approves.
create table admin_top_up (
  environment text not null check (environment in ('sandbox', 'production')),
  -- The person behind the admin.
  owner text not null,
  at timestamptz not null,
  amount_minor bigint not null check (amount_minor > 0)
);
create index admin_top_up_owner on admin_top_up (environment, owner, at);
-- Control can be moved to another server while it is written only if every row can be distinguished from the others. This table has no key.
alter table admin_top_up replica identity full;

-- When a number was asked to pay on the phone, over all merchants: nobody is bothered without end. The number is a keyed hash. So are, in
-- rows of their own, a number and a merchant that were tried without a wallet: nobody finds out who has one.
create table number_prompt (
  number_hash bytea primary key check (length(number_hash) = 32),
  -- Within the last day, oldest first.
  prompts timestamptz[] not null,
  -- The newest, so that old rows are found.
  last_at timestamptz not null
);
create index number_prompt_last on number_prompt (last_at);

-- When an address looked for what became of a payment. The address is a keyed hash of its network.
create table help_try (
  address bytea primary key check (length(address) = 32),
  -- Within the last hour, oldest first.
  tries timestamptz[] not null,
  -- The newest, so that old rows are found.
  last_at timestamptz not null
);
create index help_try_last on help_try (last_at);
