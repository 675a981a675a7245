-- Payouts and refunds of a merchant that a second user of it approves, from an amount on.
set local lock_timeout = '2s';

create table merchant_approval_rule (
  merchant_id bigint not null references merchant,
  kind text not null check (kind in ('payout', 'refund')),
  currency text not null check (currency in ('USD', 'CDF')),
  from_minor bigint not null check (from_minor > 0),
  primary key (merchant_id, kind, currency)
);

create table merchant_approval (
  id bigint generated always as identity primary key,
  public_id uuid not null unique,
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  -- What waits: one of the two.
  payout_id bigint unique references merchant_payout,
  refund_request_id bigint unique references refund_request,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  reason text,
  requested_by text not null,
  -- The user behind it; the name of what asked, if no user did.
  requested_owner text not null,
  requested_at timestamptz not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'APPROVED', 'REJECTED')),
  decided_by text,
  decided_owner text,
  decided_at timestamptz,
  decision_reason text,
  check (num_nonnulls(payout_id, refund_request_id) = 1),
  check ((state = 'WAITING') = (decided_at is null) and (decided_at is null) = (decided_owner is null)),
  check ((decided_at is null) = (decided_by is null) and (decided_at is null) = (decision_reason is null)),
  constraint merchant_approval_second_user check (decided_owner <> requested_owner)
);
create index merchant_approval_list on merchant_approval (merchant_id, environment, id);
