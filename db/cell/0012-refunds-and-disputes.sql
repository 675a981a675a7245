-- Up Migration

-- Refunds, voids, refund requests and disputes of card payments.

-- A refund of a payment, whole or in part, with the gateway operation that makes it.
create table card_refund (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references card_transaction,
  operation uuid not null unique references operation,
  amount_minor bigint not null check (amount_minor > 0),
  -- The amount requested; null means everything that remains.
  requested_minor bigint,
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
  completed_at timestamptz,
  -- A hash of the key of its call, or what a row of a batch of admins was sent as.
  idempotency_key text check (idempotency_key like 'h1:%' or idempotency_key like 'BAT-%/%'),
  -- The gateway's own reason for the outcome of a refund, if it gave one.
  gateway_reason text,
  -- Of mobile money: the operator refused to refund it, so this operation pays the number that paid.
  payout uuid unique references operation
);
create index card_refund_transaction on card_refund (transaction_id, id);
-- A row of a batch is one refund.
create unique index card_refund_of_row on card_refund (idempotency_key) where idempotency_key like 'BAT-%';
create index card_refund_created on card_refund using brin (created_at);

-- A void of a payment: the whole charge is cancelled before it settles.
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
  completed_at timestamptz,
  -- A repeat of the call with this key gets the outcome of this void.
  idempotency_key text check (idempotency_key like 'h1:%')
);
create index card_void_transaction on card_void (transaction_id, id);
create unique index card_void_once on card_void (transaction_id) where status <> 'FAILED';

-- A merchant asks for a refund of its own payment, and an admin decides. The operation is that of the refund.
create table refund_request (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references card_transaction,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency in ('USD', 'CDF')),
  reason text not null,
  -- An approved request has the outcome of its refund, which is stored with the refund alone.
  state text not null default 'WAITING' check (state in ('WAITING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'EXPIRED')),
  -- A hash of the key of its call, or what a row of a batch was sent as.
  idempotency_key text check (idempotency_key like 'h1:%' or idempotency_key like 'BAT-%/%'),
  created_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  decision_reason text,
  -- The operation of the refund that carries out an approved request.
  operation uuid unique references operation,
  public_id uuid not null default new_id_in_cell(),
  merchant_id bigint,
  -- The key of the call that decided a refund request: only a repeat with the same key is answered with what became of it.
  decision_key text,
  -- The merchant's user who requested the refund, by email, or `api` for its server.
  requested_by text not null default 'api',
  check ((state = 'WAITING') = (decided_at is null)),
  check ((state = 'APPROVED') = (operation is not null)),
  check (state <> 'REJECTED' or decision_reason is not null)
);
create index refund_request_transaction on refund_request (transaction_id, id);
-- One request of a payment waits at a time.
create unique index refund_request_waiting on refund_request (transaction_id) where state = 'WAITING';
-- A row of a batch is one request.
create unique index refund_request_of_row on refund_request (idempotency_key) where idempotency_key like 'BAT-%';
create index refund_request_state on refund_request (state, id);
create unique index refund_request_public_id on refund_request (public_id);
create index refund_request_merchant on refund_request (merchant_id, state, id);

-- A dispute of a payment at the bank of the cardholder: what is disputed, until when to respond, and how it ended.
create table card_dispute (
  id bigint generated always as identity primary key,
  dispute_id uuid not null unique,
  transaction_id bigint not null references card_transaction,
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  -- The gateway's name of the case.
  case_number text not null,
  state text not null check (state in ('INQUIRY', 'OPEN', 'EVIDENCE_SENT', 'WON', 'LOST', 'ACCEPTED')),
  -- What the gateway claims, and what was taken for it: never more than was left of the payment.
  amount_minor bigint not null check (amount_minor > 0),
  taken_minor bigint not null default 0 check (taken_minor between 0 and amount_minor),
  fee_minor bigint not null default 0 check (fee_minor >= 0),
  currency text not null check (currency in ('USD', 'CDF')),
  reason_code text not null,
  reason text not null,
  respond_by timestamptz,
  -- How many days before the deadline the merchant was reminded last.
  reminded_days smallint,
  -- The time of the newest line of the report that was applied; older ones are late.
  reported_at timestamptz not null,
  evidence jsonb not null default '{}',
  created_at timestamptz not null,
  evidence_sent_at timestamptz,
  closed_at timestamptz,
  evidence_erased_at timestamptz,
  submitted_at timestamptz,
  unique (environment, case_number),
  check (state <> 'INQUIRY' or taken_minor + fee_minor = 0)
);
create index card_dispute_list on card_dispute (merchant_id, environment, id);
create index card_dispute_state on card_dispute (state, id);
create index card_dispute_transaction on card_dispute (transaction_id, id);
create index card_dispute_respond_by on card_dispute (respond_by) where state = 'OPEN';
create index card_dispute_lost on card_dispute (environment, created_at) where state in ('LOST', 'ACCEPTED');
create index card_dispute_merchant on card_dispute (merchant_id, state, id);
-- The queue of disputes whose evidence has to be filed, by its deadline.
create index card_dispute_to_file on card_dispute (respond_by, id) where state = 'EVIDENCE_SENT' and submitted_at is null;

-- Every change of a dispute, with the person or report that made it.
create table card_dispute_move (
  id bigint generated always as identity primary key,
  dispute_id bigint not null references card_dispute,
  event text not null,
  from_state text,
  to_state text not null,
  actor text not null,
  at timestamptz not null
);
create index card_dispute_move_dispute on card_dispute_move (dispute_id, id);

-- Files of the evidence that a merchant sends, encrypted.
create table card_dispute_file (
  id bigint generated always as identity primary key,
  public_id uuid not null default new_id_in_cell(),
  dispute_id bigint not null references card_dispute,
  name text not null,
  type text not null check (type in ('application/pdf', 'image/jpeg', 'image/png')),
  sha256 bytea not null,
  content bytea not null check (length(content) <= 2097152),
  created_at timestamptz not null,
  -- The same file sent again, as after a lost response, is stored once.
  unique (dispute_id, sha256)
);

-- Lines of the report that a person must look at.
create table card_dispute_exception (
  id bigint generated always as identity primary key,
  environment text not null check (environment in ('sandbox', 'production')),
  case_number text not null,
  kind text not null check (kind in ('payment_unknown', 'currency_differs', 'payment_differs', 'exceeds_payment', 'outcome_conflict', 'line_unreadable')),
  detail text not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  close_reason text,
  check ((closed_at is null) = (closed_by is null) and (closed_at is null) = (close_reason is null))
);
-- A duplicate of the line opens no second one, not even after the first was closed.
create unique index card_dispute_exception_once on card_dispute_exception (environment, case_number, kind, detail);
create index card_dispute_exception_open on card_dispute_exception (id) where closed_at is null;
