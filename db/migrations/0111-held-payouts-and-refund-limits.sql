-- When an approved payout was held again, because its destination was no longer active.
set local lock_timeout = '2s';

alter table merchant_payout add column held_at timestamptz;

-- How far below zero a merchant's balance may fall by refunds that no admin has approved; without a row: not at all.
create table negative_balance_limit (
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  currency text not null check (currency in ('USD', 'CDF')),
  limit_minor bigint not null check (limit_minor >= 0),
  primary key (merchant_id, environment, currency)
);
