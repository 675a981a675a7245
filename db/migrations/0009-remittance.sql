-- Up Migration

-- The transfer fee: basis points of the payout amount and a fixed part in US cents.
alter table merchant
  add column remittance_fee_bp integer not null default 0 check (remittance_fee_bp between 0 and 10000),
  add column remittance_fee_fixed_minor bigint not null default 0 check (remittance_fee_fixed_minor >= 0);

alter table ledger_account drop constraint ledger_account_code_check;
alter table ledger_account add constraint ledger_account_code_check check (code in
  ('gateway_receivable', 'merchant_payable', 'bank_commission', 'service_commission',
   'wallet_funding', 'wallet_available', 'wallet_reserved', 'operator_float', 'remittance_fee'));

-- A merchant's prefunded wallet. The balances are a cache of the ledger, which a job compares with it; the checks make an
-- overdraft impossible whatever the code does.
create table wallet (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  currency text not null check (currency = 'USD'),
  available_minor bigint not null default 0 check (available_minor >= 0),
  reserved_minor bigint not null default 0 check (reserved_minor >= 0),
  unique (merchant_id, environment, currency)
);

create table settlement (
  id bigint generated always as identity primary key,
  settlement_id text not null unique,
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  currency text not null check (currency = 'USD'),
  day date not null,
  count integer not null default 0 check (count >= 0),
  -- Gross is what left the wallet, net what beneficiaries received; both without what was reversed on the day.
  gross_minor bigint not null default 0,
  fee_minor bigint not null default 0,
  net_minor bigint not null default 0,
  -- Null while the day is being summed up, a few thousand transfers at a time.
  closed_at timestamptz,
  unique (merchant_id, environment, currency, day),
  check (net_minor = gross_minor - fee_minor)
);
create index settlement_merchant on settlement (merchant_id, environment, day desc);

create table transfer (
  id bigint generated always as identity primary key,
  transaction_id text not null unique check (transaction_id ~ '^IMT-IN-[A-Z0-9]{16}$'),
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  reference text not null,
  status text not null check (status in ('Submitted', 'Successful', 'Failed', 'Reversed', 'Hold')),
  -- A hash of the request, so that the same reference with other content is noticed, and the response it got.
  fingerprint bytea not null,
  first_answer text not null,
  operator text not null check (operator in ('vodacom', 'airtel', 'orange', 'africell')),
  customer_number text not null check (customer_number ~ '^243[0-9]{9}$'),
  subscriber_name text,
  -- As requested: hundredths of any currency, including those without minor units.
  amount_hundredths bigint not null check (amount_hundredths > 0),
  currency text not null,
  -- Null until conversion: a held transfer is converted when it is released.
  receiver_minor bigint check (receiver_minor > 0),
  receiver_currency text not null check (receiver_currency = 'USD'),
  fee_minor bigint check (fee_minor >= 0),
  rate_micros bigint check (rate_micros > 0),
  rate_as_of timestamptz,
  rate_source text,
  callback_url text,
  -- Sender and beneficiary with their identity documents: sealed, and opened only for the operator and for reviewers.
  parties_sealed bytea not null,
  telco_reference text,
  failure_code text,
  failure_message text,
  created_at timestamptz not null,
  completed_at timestamptz,
  reversed_at timestamptz,
  settlement_id bigint references settlement,
  reversal_settlement_id bigint references settlement,
  unique (merchant_id, environment, reference),
  check ((status = 'Reversed') = (reversed_at is not null)),
  check (status = 'Hold' or status = 'Failed' or receiver_minor is not null),
  check ((completed_at is null) = (status in ('Submitted', 'Hold')))
);
create index transfer_merchant on transfer (merchant_id, environment, id desc);
create index transfer_merchant_status on transfer (merchant_id, environment, status, id desc);
create index transfer_merchant_operator on transfer (merchant_id, environment, operator, id desc);
create index transfer_merchant_created on transfer (merchant_id, environment, created_at);
create index transfer_held on transfer (id) where status = 'Hold';
create index transfer_unsettled on transfer (completed_at)
  where settlement_id is null and status in ('Successful', 'Reversed');
create index transfer_reversal_unsettled on transfer (reversed_at)
  where reversal_settlement_id is null and status = 'Reversed';

-- Every state change of a transfer, written by the statement that makes it.
create table transfer_move (
  id bigint generated always as identity primary key,
  transfer_id bigint not null references transfer,
  event text not null,
  from_status text not null,
  to_status text not null,
  at timestamptz not null
);
create index transfer_move_transfer on transfer_move (transfer_id, id);

-- The timeline of a transfer as its merchant sees it. Deliveries of callbacks are read from the outbox instead.
create table transfer_event (
  id bigint generated always as identity primary key,
  transfer_id bigint not null references transfer,
  at timestamptz not null,
  kind text not null,
  detail text not null
);
create index transfer_event_transfer on transfer_event (transfer_id, id);
create trigger transfer_event_append_only before update or delete or truncate on transfer_event
  for each statement execute function ledger_refuse_change();

-- The history of a merchant's available balance, in order, with the balance after each line.
create table wallet_entry (
  id bigint generated always as identity primary key,
  wallet_id bigint not null references wallet,
  at timestamptz not null,
  kind text not null check (kind in ('TOPUP', 'RESERVE', 'RELEASE', 'DEBIT', 'FEE', 'REVERSAL', 'ADJUSTMENT')),
  amount_minor bigint not null check (amount_minor <> 0),
  balance_after_minor bigint not null check (balance_after_minor >= 0),
  transfer_id bigint references transfer,
  -- The ledger posting behind the line; at most one line of each kind per posting.
  posting_key text not null,
  unique (posting_key, kind)
);
create index wallet_entry_wallet on wallet_entry (wallet_id, id desc);
create index wallet_entry_transfer on wallet_entry (transfer_id);
create trigger wallet_entry_append_only before update or delete or truncate on wallet_entry
  for each statement execute function ledger_refuse_change();

-- A payout is an operation like a charge. Each lane is processed separately, so that a slow upstream does not delay the others.
alter table operation
  alter column card_transaction_id drop not null,
  add column transfer_id bigint references transfer,
  add column lane text not null default 'cards',
  -- The operator account the first call went to. Only that account knows the reference, so no other one is called for it.
  add column sent_by text,
  -- The upstream acknowledged the payout: from then on "not found" is no reason to send it again.
  add column acknowledged boolean not null default false,
  -- A call had an unknown outcome, so a later refusal may apply only to the repeated call.
  add column uncertain boolean not null default false,
  drop constraint operation_kind_check,
  add constraint operation_kind_check check (kind in ('charge', 'undo', 'refund', 'void', 'payout', 'reversal')),
  add constraint operation_subject check (num_nonnulls(card_transaction_id, transfer_id) = 1);
drop index operation_due;
create index operation_due on operation (lane, next_check_at) where state in ('intent', 'sent', 'unknown');
create unique index operation_one_payout on operation (transfer_id) where kind = 'payout';
create unique index operation_one_reversal on operation (transfer_id)
  where kind = 'reversal' and state <> 'declined';

-- The callback inbox: an operator's callback is stored before it is processed, and applied once.
create table operator_callback (
  id bigint generated always as identity primary key,
  environment text not null,
  operator text not null,
  -- SHA-256 of the callback's content; storing the same callback again violates this key.
  news_key bytea not null,
  reference text not null,
  news jsonb not null,
  received_at timestamptz not null,
  state text not null default 'new' check (state in ('new', 'applied', 'ignored', 'orphaned')),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  applied_at timestamptz,
  unique (environment, operator, news_key),
  check ((state = 'new') = (next_attempt_at is not null))
);
create index operator_callback_due on operator_callback (next_attempt_at) where state = 'new';
create index operator_callback_reference on operator_callback (reference);

-- Exceptions: contradictions that inquiries cannot resolve and an admin must decide.
create table transfer_exception (
  id bigint generated always as identity primary key,
  transfer_id bigint references transfer,
  kind text not null,
  detail text not null,
  opened_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'closed')),
  closed_at timestamptz,
  closed_by text,
  close_reason text,
  check ((state = 'closed') = (closed_at is not null))
);
create index transfer_exception_open on transfer_exception (id) where state = 'open';
create unique index transfer_exception_once on transfer_exception (transfer_id, kind) where state = 'open';

-- Decisions of admins on held transfers.
create table transfer_review (
  transfer_id bigint primary key references transfer,
  decision text not null check (decision in ('released', 'rejected')),
  reason text not null,
  decided_by text not null,
  decided_at timestamptz not null
);

-- The timeline of a transfer shows how its merchant's endpoint responded to the callbacks.
create index webhook_event_transfer on webhook_event (subject) where subject like 'transfer:%';
