-- Up Migration

-- Lanes also depend on the environment, so that a paused or slow sandbox operator does not delay production payouts.
update operation o set lane = 'operator:' || t.environment || ':' || t.operator
  from transfer t where t.id = o.transfer_id;

-- When the call was last made. Waiting times count from here, because the operation may have been created long before.
alter table operation add column dispatched_at timestamptz;

-- A paused lane, in which no new payout is sent until an admin resumes it. Payouts sent before are still inquired about.
create table lane_pause (
  lane text primary key,
  reason text not null check (reason <> ''),
  paused_by text not null check (paused_by <> ''),
  paused_at timestamptz not null
);

-- Recent results of calls to an operator: whether it can be reached, regardless of what it replied.
create table operator_health (
  environment text not null check (environment in ('sandbox', 'production')),
  operator text not null check (operator in ('vodacom', 'airtel', 'orange', 'africell')),
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_failure text,
  -- An operator without recent calls is probed, by one process at a time.
  next_probe_at timestamptz not null,
  primary key (environment, operator)
);

-- The admin who requested a transfer's reversal, and why. The operation has the outcome.
create table transfer_reversal (
  operation uuid primary key references operation,
  transfer_id bigint not null references transfer,
  reason text not null check (reason <> ''),
  requested_by text not null check (requested_by <> ''),
  requested_at timestamptz not null
);
create index transfer_reversal_transfer on transfer_reversal (transfer_id, requested_at);

alter table ledger_account drop constraint ledger_account_code_check;
alter table ledger_account add constraint ledger_account_code_check check (code in
  ('gateway_receivable', 'merchant_payable', 'bank_commission', 'service_commission',
   'wallet_funding', 'wallet_available', 'wallet_reserved', 'wallet_adjustment', 'operator_float', 'remittance_fee'));

-- A manual correction of a wallet. One admin requests it, another decides.
create table wallet_adjustment (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  -- Above zero credits the merchant, below zero debits it.
  amount_minor bigint not null check (amount_minor <> 0),
  reason text not null check (reason <> ''),
  state text not null default 'PENDING' check (state in ('PENDING', 'APPROVED', 'REJECTED')),
  requested_by text not null check (requested_by <> ''),
  requested_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  decision_reason text,
  balance_after_minor bigint,
  constraint adjustment_second_person check (decided_by <> requested_by),
  check ((state = 'PENDING') = (decided_by is null) and (state = 'PENDING') = (decided_at is null)
    and (state = 'PENDING') = (decision_reason is null) and (state = 'APPROVED') = (balance_after_minor is not null))
);
create index wallet_adjustment_pending on wallet_adjustment (id) where state = 'PENDING';
create index wallet_adjustment_merchant on wallet_adjustment (merchant_id, id desc);

-- Top-ups by admins, which are compared with the audit log.
create index wallet_entry_booked on wallet_entry (id) where posting_key like 'topup:admin:%';
create index wallet_entry_adjustment on wallet_entry (id) where kind = 'ADJUSTMENT';

-- How far a wallet has been compared with the ledger: the sums of its accounts up to an entry, so that each comparison reads
-- only newer entries.
create table wallet_check (
  wallet_id bigint primary key references wallet,
  through_entry bigint not null default 0,
  available_minor bigint not null default 0,
  reserved_minor bigint not null default 0,
  checked_at timestamptz
);

-- An exception may be about a wallet instead of a transfer.
alter table transfer_exception add column wallet_id bigint references wallet;
create unique index transfer_exception_wallet_once on transfer_exception (wallet_id, kind)
  where state = 'open' and wallet_id is not null;

-- Heartbeats of the processes of this deployment, every few seconds.
create table process_beat (
  id uuid primary key,
  role text not null,
  version text not null,
  started_at timestamptz not null,
  beat_at timestamptz not null,
  -- Milliseconds since each of its workers last ran: {"expiry of transactions": 812}.
  workers jsonb not null
);

-- The operator's staff refer to a payout by the operator's own reference.
create index transfer_telco_reference on transfer (telco_reference) where telco_reference is not null;
