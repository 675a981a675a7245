-- A merchant's request to refund one of its payments, and whether a merchant may refund without an admin, per environment.
set local lock_timeout = '2s';
alter table merchant
  add column may_refund_sandbox boolean not null default true,
  add column may_refund_production boolean not null default false;

create table refund_request (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references card_transaction,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency in ('USD', 'CDF')),
  reason text not null,
  -- An approved request has the outcome of its refund, which is stored with the refund alone.
  state text not null default 'WAITING' check (state in ('WAITING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'EXPIRED')),
  idempotency_key text check (idempotency_key like 'h1:%'),
  created_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  decision_reason text,
  -- The operation of the refund that carries out an approved request.
  operation uuid unique references operation,
  check ((state = 'WAITING') = (decided_at is null)),
  check ((state = 'APPROVED') = (operation is not null)),
  check (state <> 'REJECTED' or decision_reason is not null)
);
create index refund_request_transaction on refund_request (transaction_id, id);
-- One request of a payment waits at a time.
create unique index refund_request_waiting on refund_request (transaction_id) where state = 'WAITING';
