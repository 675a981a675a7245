-- Acts of admins that wait for a second admin. The act is executed in the transaction that approves it.
create table approval (
  id bigint generated always as identity primary key,
  -- The id that admins know.
  public_id uuid not null unique,
  action text not null,
  -- What the act is about, as the audit log names it: a transaction, a transfer, a version of rules.
  subject text not null,
  merchant_id bigint references merchant,
  environment text check (environment in ('sandbox', 'production')),
  amount_minor bigint,
  currency text,
  -- What the act needs, as it was checked when it was requested.
  request jsonb not null,
  fingerprint bytea not null,
  idempotency_key text check (idempotency_key like 'h1:%'),
  reason text not null,
  requested_by text not null,
  -- The person behind the admin.
  requested_owner text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'APPROVED', 'REJECTED', 'EXPIRED', 'WITHDRAWN')),
  decided_by text,
  decided_owner text,
  decided_at timestamptz,
  decision_reason text,
  -- The call to the gateway that carries out an approved act, if there is one.
  operation uuid unique references operation,
  check ((amount_minor is null) = (currency is null)),
  check ((state = 'WAITING') = (decided_at is null)),
  check ((state in ('APPROVED', 'REJECTED')) = (decided_owner is not null)),
  check ((decided_owner is null) = (decided_by is null)),
  constraint approval_second_person check (decided_owner <> requested_owner),
  check (operation is null or state = 'APPROVED')
);
-- The same act waits once.
create unique index approval_waiting on approval (action, subject, fingerprint) where state = 'WAITING';
create index approval_list on approval (state, id);
create index approval_key on approval (action, subject, idempotency_key) where idempotency_key is not null;
