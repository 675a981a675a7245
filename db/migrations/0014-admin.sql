-- Up Migration

-- Operators are told apart by environment as well: a pause, or a slow one, in the sandbox holds up no real money.
update operation o set lane = 'operator:' || t.environment || ':' || t.operator
  from transfer t where t.id = o.transfer_id;

-- When the call was last made. What is waited for is counted from here: it may have been written down long before.
alter table operation add column dispatched_at timestamptz;

-- A lane in which nothing new is sent until people say so. What was sent is asked after all the same.
create table lane_pause (
  lane text primary key,
  reason text not null check (reason <> ''),
  paused_by text not null check (paused_by <> ''),
  paused_at timestamptz not null
);

-- What calls to an operator came to lately: whether it can be reached, not what it said.
create table operator_health (
  environment text not null check (environment in ('sandbox', 'production')),
  operator text not null check (operator in ('vodacom', 'airtel', 'orange', 'africell')),
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_failure text,
  -- An operator that nobody has called for a while is asked whether it is there, by one process of all.
  next_probe_at timestamptz not null,
  primary key (environment, operator)
);

-- Who had a transfer taken back, and why. What came of it is the operation's.
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

-- A wallet put right by hand. One person asks, another one decides.
create table wallet_adjustment (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  -- Above zero gives to the merchant, below takes from it.
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

-- Money that people booked, to compare with what the audit log says they did.
create index wallet_entry_booked on wallet_entry (id) where posting_key like 'topup:admin:%';
create index wallet_entry_adjustment on wallet_entry (id) where kind = 'ADJUSTMENT';

-- How far a wallet has been compared with the ledger: the sums of its accounts up to an entry, so that each comparison
-- reads only what came since.
create table wallet_check (
  wallet_id bigint primary key references wallet,
  through_entry bigint not null default 0,
  available_minor bigint not null default 0,
  reserved_minor bigint not null default 0,
  checked_at timestamptz
);

-- What is wrong may be a wallet, not a transfer.
alter table transfer_exception add column wallet_id bigint references wallet;
create unique index transfer_exception_wallet_once on transfer_exception (wallet_id, kind)
  where state = 'open' and wallet_id is not null;

-- The processes of this deployment, each by its own word, every few seconds.
create table process_beat (
  id uuid primary key,
  role text not null,
  version text not null,
  started_at timestamptz not null,
  beat_at timestamptz not null,
  -- Milliseconds since each of its workers last came round: {"expiry of transactions": 812}.
  workers jsonb not null
);

-- What an operator calls a payout is what its people ask about.
create index transfer_telco_reference on transfer (telco_reference) where telco_reference is not null;
