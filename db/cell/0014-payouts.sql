-- Up Migration

-- Payouts of balances: destinations, batches, schedules, and the approvals of merchants.

-- A wallet or bank account that a merchant is paid to. It can be used once a later sign-in has confirmed it and usable_from has passed.
-- What it names never changes. After a reset of a user's access, a new destination waits its delay again.
create table payout_destination (
  id bigint generated always as identity primary key,
  public_id uuid not null unique default new_id_in_cell(),
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  type text not null check (type in ('wallet', 'bank')),
  operator operator_code,
  number text check (number ~ '^243[0-9]{9}$'),
  -- The name that the operator gave; null where its protocol has no names.
  subscriber_name text,
  state text not null default 'waiting' check (state in ('waiting', 'active', 'removed')),
  created_at timestamptz not null,
  usable_from timestamptz not null,
  -- How long it waits after it was added, and once more after a reset of a user's access.
  delay interval not null,
  -- Hashes of the access tokens of the sign-ins that added and confirmed it.
  created_session bytea not null,
  confirmed_session bytea,
  confirmed_at timestamptz,
  removed_at timestamptz,
  -- Letters and digits only, as banks read it.
  account text,
  bic text,
  -- In the letters that payment orders to banks may contain.
  holder text,
  check (type <> 'wallet' or num_nulls(operator, number) = 0),
  check ((confirmed_at is null) = (confirmed_session is null)),
  check (state <> 'active' or confirmed_at is not null),
  check (confirmed_session <> created_session),
  check ((state = 'removed') = (removed_at is not null)),
  constraint payout_destination_bank check (num_nulls(account, bic, holder) = case type when 'bank' then 0 else 3 end
         and (type <> 'bank' or num_nonnulls(operator, number) = 0))
);
create index payout_destination_merchant on payout_destination (merchant_id, environment, id);

-- Bank payouts that are approved and exported together, as one file for the bank.
create table payout_batch (
  id bigint generated always as identity primary key,
  -- Without its hyphens, the id of the message that the bank receives.
  public_id uuid not null unique,
  environment text not null check (environment in ('sandbox', 'production')),
  currency text not null check (currency in ('USD', 'CDF')),
  state text not null check (state in ('WAITING', 'APPROVED', 'REJECTED')),
  -- Our account as the file names it, however settings change later.
  own_name text not null,
  own_account text not null,
  own_bic text not null,
  created_by text not null,
  -- The person behind the admin.
  created_owner text not null,
  created_at timestamptz not null,
  decided_by text,
  decided_owner text,
  decided_at timestamptz,
  decision_reason text,
  -- The file that was made with the approval: a download returns the same bytes each time.
  file text,
  payouts integer,
  total_minor bigint,
  check ((state = 'WAITING') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  check (decided_owner is null or state <> 'APPROVED' or decided_owner <> created_owner),
  check ((state = 'APPROVED') = (num_nonnulls(file, payouts, total_minor) = 3)),
  check (state = 'APPROVED' or num_nonnulls(file, payouts, total_minor) = 0)
);
create index payout_batch_list on payout_batch (state, id);

-- A payout of a balance to a destination, from the request to what the operator or the bank reports.
create table merchant_payout (
  id bigint generated always as identity primary key,
  public_id uuid not null unique,
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  currency text not null check (currency in ('USD', 'CDF')),
  reference text not null,
  -- A hash of the request, so that the same reference with other content is noticed, and the response it got.
  fingerprint bytea not null,
  first_response text not null,
  destination_id bigint not null references payout_destination,
  amount_minor bigint not null check (amount_minor > 0),
  fee_minor bigint not null check (fee_minor >= 0),
  state text not null check (state in ('REQUESTED', 'APPROVED', 'SENT', 'PAID', 'FAILED', 'RETURNED', 'CANCELLED')),
  failure_code text,
  -- The operator's own id of the payment.
  upstream_id text,
  requested_by text not null,
  -- The person behind an admin who requested it; null for the merchant itself and its schedule.
  requested_owner text,
  decided_by text,
  decision_reason text,
  created_at timestamptz not null,
  sent_at timestamptz,
  completed_at timestamptz,
  returned_at timestamptz,
  -- A payout is in one batch at most. It leaves it only before the batch is approved, and then this is null again.
  batch_id bigint,
  decided_owner text,
  held_at timestamptz,
  unique (merchant_id, environment, reference),
  check ((state = 'RETURNED') = (returned_at is not null)),
  check ((completed_at is null) = (state in ('REQUESTED', 'APPROVED', 'SENT'))),
  constraint merchant_payout_batch foreign key (batch_id) references payout_batch,
  constraint merchant_payout_sent check (state not in ('SENT', 'PAID', 'RETURNED') or sent_at is not null)
);
create index merchant_payout_list on merchant_payout (merchant_id, environment, created_at, id)
  include (state, currency);
create index merchant_payout_state on merchant_payout (state, id);
create index merchant_payout_of_merchant on merchant_payout (merchant_id, id) include (state);
create index merchant_payout_of_batch
    on merchant_payout (batch_id, id) where batch_id is not null;
create index merchant_payout_merchant on merchant_payout (merchant_id, state, id);
alter table operation add constraint operation_merchant_payout foreign key (merchant_payout_id) references merchant_payout;

-- The history of a payout, written with the change it describes. Changes of the state have both states.
create table merchant_payout_event (
  id bigint generated always as identity primary key,
  payout_id bigint not null references merchant_payout,
  at timestamptz not null,
  kind text not null,
  from_state text,
  to_state text,
  detail text not null default ''
);
create index merchant_payout_event_payout on merchant_payout_event (payout_id, id);
create trigger merchant_payout_event_append_only before update or delete on merchant_payout_event
  for each statement execute function refuse_change('sample');
create trigger merchant_payout_event_not_truncated before truncate on merchant_payout_event
  for each statement execute function refuse_change();

-- When payouts of a merchant are requested automatically.
create table payout_schedule (
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  currency text not null check (currency in ('USD', 'CDF')),
  interval text not null check (interval in ('manual', 'daily', 'weekly')),
  minimum_minor bigint not null check (minimum_minor >= 0),
  destination_id bigint references payout_destination,
  next_run_on date,
  retry_at timestamptz,
  primary key (merchant_id, environment, currency),
  check ((interval = 'manual') = (next_run_on is null)),
  check (interval = 'manual' or destination_id is not null)
);
create index payout_schedule_due on payout_schedule (next_run_on) where next_run_on is not null;

-- From which amount on a merchant wants a second user to approve payouts or refunds.
create table merchant_approval_rule (
  merchant_id bigint not null references merchant,
  kind text not null check (kind in ('payout', 'refund')),
  currency text not null check (currency in ('USD', 'CDF')),
  from_minor bigint not null check (from_minor > 0),
  primary key (merchant_id, kind, currency)
);

-- A payout or refund that waits for a second user of the merchant.
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
  -- The user who requested it, or the name of what did if no user did.
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
