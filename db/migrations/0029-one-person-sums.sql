-- Top-ups that one admin made alone, to limit what a person adds to a wallet within a day. An owner is a person, who may have
-- several tokens, each with a name.
create table wallet_top_up (
  posting_key text primary key,
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  owner text not null check (owner <> ''),
  amount_minor bigint not null check (amount_minor > 0),
  booked_at timestamptz not null
);
create index wallet_top_up_owner on wallet_top_up (merchant_id, environment, owner, booked_at);

-- Requested top-ups beyond that limit, by their key: a repeated request refers to the same top-up, whoever repeats it and
-- whatever its outcome.
create table wallet_top_up_request (
  posting_key text primary key,
  adjustment_id bigint not null references wallet_adjustment
);

-- A top-up beyond one person's limit waits for a second admin, as an adjustment does. Rows of the previous release have no
-- owners: their names count as owners.
set local lock_timeout = '2s';
alter table wallet_adjustment
  add column kind text not null default 'ADJUSTMENT',
  add column requested_owner text,
  add column decided_owner text;
alter table wallet_adjustment add constraint wallet_adjustment_kind_check
  check (kind = 'ADJUSTMENT' or kind = 'TOPUP' and amount_minor > 0) not valid;
alter table wallet_adjustment add constraint adjustment_second_owner
  check (coalesce(decided_owner, decided_by) <> coalesce(requested_owner, requested_by)) not valid;
