-- Up Migration

-- Refunded amounts, completed and pending. A check guarantees that together they never exceed the payment's amount.
alter table card_transaction
  add column refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  add column refund_reserved_minor bigint not null default 0 check (refund_reserved_minor >= 0),
  add constraint refunds_within_amount check (refunded_minor + refund_reserved_minor <= coalesce(amount_minor, 0)),
  add constraint refund_status check (
    (status = 'REFUNDED') = (refunded_minor > 0 and refunded_minor = amount_minor)
    and (status = 'PARTIALLY_REFUNDED') = (refunded_minor > 0 and refunded_minor < amount_minor)),
  add constraint voided_is_not_refunded check (status <> 'VOIDED' or refunded_minor + refund_reserved_minor = 0);

alter table operation drop constraint operation_kind_check;
alter table operation add constraint operation_kind_check check (kind in ('charge', 'undo', 'refund', 'void'));

create table card_refund (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references card_transaction,
  operation uuid not null unique references operation,
  amount_minor bigint not null check (amount_minor > 0),
  -- The amount requested; null means everything that remains.
  asked_minor bigint,
  currency text not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'SUCCESS', 'FAILED')),
  reason text not null,
  refunded_by text not null,
  notify_merchant boolean not null,
  forced boolean not null,
  cs_refund_id text unique,
  -- Whether the outcome was returned to a caller. Until then a repeated call gets it and makes no second refund.
  answered boolean not null default false,
  -- The transaction's totals after this refund, for its response and its webhook.
  refunded_total_minor bigint,
  created_at timestamptz not null,
  completed_at timestamptz
);
create index card_refund_transaction on card_refund (transaction_id, id);

create table card_void (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references card_transaction,
  operation uuid not null unique references operation,
  status text not null default 'PENDING' check (status in ('PENDING', 'SUCCESS', 'FAILED')),
  reason text not null,
  voided_by text not null,
  notify_merchant boolean not null,
  cs_void_id text,
  created_at timestamptz not null,
  completed_at timestamptz
);
create index card_void_transaction on card_void (transaction_id, id);
create unique index card_void_once on card_void (transaction_id) where status <> 'FAILED';

-- The audit log of admin actions. Each row has a keyed hash over itself and the row before; the key is not in the database,
-- so editing, removing, adding or moving a row breaks the chain there.
create table audit_log (
  seq bigint primary key,
  at timestamptz not null,
  actor text not null,
  address text not null,
  action text not null,
  subject text not null,
  detail text not null,
  request_id text not null,
  previous_hash bytea not null,
  hash bytea not null
);

-- The last row, with a hash of its own, so that rows removed from the end are detected.
create table audit_head (
  single boolean primary key default true check (single),
  seq bigint not null,
  hash bytea not null
);

create function audit_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append-only' using errcode = 'restrict_violation';
end $$;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function audit_refuse_change();
