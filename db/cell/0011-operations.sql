-- Up Migration

-- Operations: calls to the card gateway and to mobile-money operators, of which each is sent once.

-- A call to an upstream that moves money, recorded before it is made. Never deleted; only its state changes.
create table operation (
  id uuid primary key,
  kind text not null check (kind in
  ('charge', 'collection', 'undo', 'refund', 'void', 'payout', 'reversal', 'merchant_payout')),
  state text not null check (state in ('intent', 'sent', 'unknown', 'undoing', 'confirmed', 'declined', 'undone')),
  card_transaction_id bigint references card_transaction,
  -- For an undo: the charge or collection that it reverses.
  undoes uuid references operation,
  -- The reference the upstream knows the call by; the same on every retry, and never reused.
  upstream_ref text not null unique,
  fingerprint bytea not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  attempts integer not null default 0,
  created_at timestamptz not null,
  next_check_at timestamptz,
  lease_token uuid,
  lease_until timestamptz,
  resolved_at timestamptz,
  upstream_id text,
  upstream_reason text,
  correlation_id text,
  transfer_id bigint,
  queue text not null default 'cards',
  -- The operator account the first call went to. Only that account knows the reference, so no other one is called for it.
  sent_by text,
  -- The upstream acknowledged the payout: from then on "not found" is no reason to send it again.
  acknowledged boolean not null default false,
  -- A call had an unknown outcome, so a later refusal may apply only to the repeated call.
  uncertain boolean not null default false,
  -- When the call was last made. Waiting times count from here, because the operation may have been created long before.
  dispatched_at timestamptz,
  -- A payout is an operation in the queue of its operator, like that of a transfer.
  merchant_payout_id bigint,
  constraint operation_subject check (num_nonnulls(card_transaction_id, transfer_id, merchant_payout_id) = 1)
);
create index operation_transaction on operation (card_transaction_id);
-- Money that an operator refuses to refund is paid to the number instead.
create unique index operation_one_undo on operation (undoes) where undoes is not null and state <> 'declined';
create index operation_undoes on operation (undoes) where undoes is not null;
-- Money that a payment could not keep, by day: it is rare.
create index operation_undo_created on operation (created_at) where kind = 'undo';
-- The operations of a day are read by time. Rows are inserted in that order, so a small BRIN index is enough.
create index operation_created on operation using brin (created_at);
create index operation_due on operation (queue, next_check_at) where state in ('intent', 'sent', 'unknown');
create unique index operation_one_payout on operation (transfer_id) where kind = 'payout';
create unique index operation_one_reversal on operation (transfer_id)
  where kind = 'reversal' and state <> 'declined';
create unique index operation_one_merchant_payout
    on operation (merchant_payout_id) where merchant_payout_id is not null;
-- What refunds and voids under way will take from balances is read whenever money is taken out of one.
create index operation_returning on operation (card_transaction_id)
    where kind in ('refund', 'void') and state in ('intent', 'sent', 'unknown');
alter table card_transaction add constraint card_transaction_running_operation foreign key (running_operation) references operation;

-- A mobile-money payment of an order: the payer is asked on the phone. Its operation is the call to the operator.
create table collection (
  operation uuid primary key references operation,
  collection_id text not null unique check (collection_id ~ '^MM-[A-Z0-9]{16}$'),
  card_transaction_id bigint not null references card_transaction,
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  operator operator_code not null,
  -- The paying number, which refunds go to. Null once it was erased.
  number_sealed bytea,
  -- A keyed hash of the number, to find its other payments.
  number_hash bytea not null check (length(number_hash) = 32),
  number_end text not null check (number_end ~ '^[0-9]{3}$'),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency in ('USD', 'CDF')),
  state text not null default 'REQUESTED' check (state in
    ('REQUESTED', 'PROMPTED', 'APPROVED', 'DECLINED', 'EXPIRED', 'UNKNOWN', 'REFUNDED')),
  -- Why it was declined; empty otherwise.
  reason_code text not null default '',
  -- The operator's own words for that.
  operator_code text not null default '',
  operator_message text not null default '',
  -- The reason that a callback gave, in our words and in the operator's. Inquiries of some protocols say only that it was declined.
  reported_reason text,
  reported_code text,
  reported_message text,
  -- When the prompt on the phone lapses.
  expires_at timestamptz,
  created_at timestamptz not null,
  completed_at timestamptz,
  -- When the operator is asked once more about a payment that was declined or has lapsed, and how often that was done: money may
  -- come late.
  recheck_at timestamptz,
  rechecks smallint not null default 0,
  -- A repeat of the call with this key gets this collection, and prompts nobody.
  idempotency_key text check (idempotency_key like 'h1:%'),
  constraint collection_completed check ((completed_at is null) = (state in ('REQUESTED', 'PROMPTED', 'UNKNOWN'))),
  constraint collection_reason check (reason_code <> '' or state not in ('DECLINED', 'EXPIRED'))
);
create index collection_transaction on collection (card_transaction_id);
-- The figures of an hour.
create index collection_created on collection (created_at);
create index collection_number on collection (number_hash, created_at);
create index collection_operator on collection (environment, operator, created_at);
-- What payers know of their payment.
create index collection_help on collection (amount_minor, number_end, created_at);
create index collection_unwatched on collection (created_at)
  where state in ('DECLINED', 'EXPIRED') and recheck_at is null and rechecks = 0;
create index collection_recheck on collection (recheck_at) where recheck_at is not null;

-- Every state change of a collection, written by the statement that makes it.
create table collection_move (
  id bigint generated always as identity primary key,
  operation uuid not null references collection,
  event text not null,
  from_state text not null,
  to_state text not null,
  at timestamptz not null
);
create index collection_move_operation on collection_move (operation, id);

-- Another number of the same person, to which money goes that the paying number did not take back. An admin offers it, and it is paid
-- once another admin has approved it; of several, the one that was approved last.
create table other_number (
  id bigint generated always as identity primary key,
  -- What gives money back: the first call of a refund, or the collection that came too late.
  operation uuid not null references operation,
  card_transaction_id bigint not null references card_transaction,
  operator operator_code not null,
  -- The number and the names are null once they were erased.
  number_sealed bytea,
  number_hash bytea not null check (length(number_hash) = 32),
  number_end text not null check (number_end ~ '^[0-9]{3}$'),
  -- The name that the operator has for the wallet, null where it has none, and the payer's, with which it was compared.
  wallet_name text,
  payer_name text,
  created_at timestamptz not null,
  approved_at timestamptz,
  unique (operation, number_hash)
);
create index other_number_payment on other_number (card_transaction_id);

-- The callback inbox: an operator's callback is stored before it is processed, and applied once.
create table operator_callback (
  id bigint generated always as identity primary key,
  environment text not null,
  operator text not null,
  -- SHA-256 of the callback's content; storing the same callback again violates this key.
  report_key bytea not null,
  reference text not null,
  report jsonb not null,
  received_at timestamptz not null,
  state text not null default 'new' check (state in ('new', 'applied', 'ignored', 'orphaned')),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  applied_at timestamptz,
  needs_inquiry boolean not null default true,
  unique (environment, operator, report_key),
  check ((state = 'new') = (next_attempt_at is not null))
);
create index operator_callback_due on operator_callback (next_attempt_at) where state = 'new';
create index operator_callback_reference on operator_callback (reference);
