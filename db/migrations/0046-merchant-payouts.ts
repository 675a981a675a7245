// Payouts of card money to merchants: where a merchant is paid, the payouts with their history, the schedule that creates them,
// the second check of a password that destinations need, and which optional webhooks a merchant has asked for.
import type { MigrationBuilder } from 'node-pg-migrate'

const tables = `
-- A wallet that a merchant is paid to. It can be used once a later sign-in has confirmed it and usable_from has passed. What it
-- names never changes.
create table if not exists payout_destination (
  id bigint generated always as identity primary key,
  public_id uuid not null unique default gen_random_uuid(),
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  type text not null check (type in ('wallet', 'bank')),
  operator text check (operator in ('vodacom', 'airtel', 'orange', 'africell')),
  number text check (number ~ '^243[0-9]{9}$'),
  -- The name that the operator gave; null where its protocol has no names.
  subscriber_name text,
  state text not null default 'waiting' check (state in ('waiting', 'active', 'removed')),
  created_at timestamptz not null,
  usable_from timestamptz not null,
  -- Hashes of the access tokens of the sign-ins that added and confirmed it.
  created_session bytea not null,
  confirmed_session bytea,
  confirmed_at timestamptz,
  removed_at timestamptz,
  check (type <> 'wallet' or num_nulls(operator, number) = 0),
  check ((confirmed_at is null) = (confirmed_session is null)),
  check (state <> 'active' or confirmed_at is not null),
  check (confirmed_session <> created_session),
  check ((state = 'removed') = (removed_at is not null))
);
create index if not exists payout_destination_merchant on payout_destination (merchant_id, environment, id);

create table if not exists merchant_payout (
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
  unique (merchant_id, environment, reference),
  check ((state = 'RETURNED') = (returned_at is not null)),
  check ((completed_at is null) = (state in ('REQUESTED', 'APPROVED', 'SENT'))),
  check (state not in ('SENT', 'PAID', 'RETURNED', 'FAILED') or sent_at is not null)
);
create index if not exists merchant_payout_list on merchant_payout (merchant_id, environment, created_at, id)
  include (state, currency);
create index if not exists merchant_payout_state on merchant_payout (state, id);

-- The history of a payout, written with the change it describes. Changes of the state have both states.
create table if not exists merchant_payout_event (
  id bigint generated always as identity primary key,
  payout_id bigint not null references merchant_payout,
  at timestamptz not null,
  kind text not null,
  from_state text,
  to_state text,
  detail text not null default ''
);
create index if not exists merchant_payout_event_payout on merchant_payout_event (payout_id, id);
create or replace trigger merchant_payout_event_append_only before update or delete or truncate on merchant_payout_event
  for each statement execute function ledger_refuse_change();

create table if not exists payout_schedule (
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  currency text not null check (currency in ('USD', 'CDF')),
  interval text not null check (interval in ('manual', 'daily', 'weekly')),
  minimum_minor bigint not null check (minimum_minor >= 0),
  destination_id bigint references payout_destination,
  next_run_on date,
  primary key (merchant_id, environment, currency),
  check ((interval = 'manual') = (next_run_on is null)),
  check (interval = 'manual' or destination_id is not null)
);
create index if not exists payout_schedule_due on payout_schedule (next_run_on) where next_run_on is not null;

-- Short-lived proofs that whoever is signed in has just given the password again; only hashes of their tokens are stored.
create table if not exists step_up (
  token_hash bytea primary key check (length(token_hash) = 32),
  -- The access token it belongs to, and when that sign-in began.
  session_hash bytea not null,
  merchant_id bigint not null references merchant,
  signed_in_at timestamptz not null,
  expires_at timestamptz not null
);
create index if not exists step_up_expires on step_up (expires_at);

-- A payout is an operation in the queue of its operator, like that of a transfer.
alter table operation
  add column if not exists merchant_payout_id bigint,
  drop constraint if exists operation_kind_check,
  drop constraint if exists operation_subject,
  drop constraint if exists operation_merchant_payout;
alter table operation add constraint operation_kind_check check (kind in
  ('charge', 'undo', 'refund', 'void', 'payout', 'reversal', 'merchant_payout')) not valid;
-- Validated by a step of its own, so that reading all operations blocks no write.
alter table operation add constraint operation_merchant_payout
  foreign key (merchant_payout_id) references merchant_payout not valid;
alter table operation add constraint operation_subject
  check (num_nonnulls(card_transaction_id, transfer_id, merchant_payout_id) = 1) not valid;

-- An exception may be about a merchant payout instead of a transfer.
alter table transfer_exception add column if not exists merchant_payout_id bigint references merchant_payout;

-- The optional events that a merchant's callback receives.
alter table merchant add column if not exists webhook_events text[] not null default '{}';

alter table day_count drop constraint if exists day_count_list_check;
alter table day_count add constraint day_count_list_check check (list in
  ('payment', 'payment_failure', 'transfer', 'transfer_failure', 'delivery', 'link', 'balance', 'payout')) not valid;
`

const recount = `
create or replace function recount_day_counts() returns void language plpgsql as $$
begin
  lock table day_count_change in share row exclusive mode;
  delete from day_count_change;
  delete from day_count;
  insert into day_count (list, merchant_id, environment, day, status, kind, count, amount_minor)
  select 'payment', merchant_id, environment, (created_at at time zone 'UTC')::date, status, coalesce(currency, ''),
         count(*), coalesce(sum(amount_minor), 0)
    from card_transaction group by 2, 3, 4, 5, 6;
  insert into day_count (list, merchant_id, environment, day, status, kind, count, amount_minor)
  select 'payment_failure', merchant_id, environment, (created_at at time zone 'UTC')::date, status, reason_code, count(*), 0
    from card_transaction where status = 'FAILED' group by 2, 3, 4, 5, 6;
  insert into day_count (list, merchant_id, environment, day, status, kind, count, amount_minor)
  select 'transfer', merchant_id, environment, (created_at at time zone 'UTC')::date, status, operator,
         count(*), coalesce(sum(receiver_minor) filter (where status <> 'Hold'), 0)
    from transfer group by 2, 3, 4, 5, 6;
  insert into day_count (list, merchant_id, environment, day, status, kind, count, amount_minor)
  select 'transfer_failure', merchant_id, environment, (created_at at time zone 'UTC')::date, status,
         coalesce(failure_code, ''), count(*), 0
    from transfer where status = 'Failed' group by 2, 3, 4, 5, 6;
  insert into day_count (list, merchant_id, environment, day, status, kind, count, amount_minor)
  select 'delivery', merchant_id, environment, (created_at at time zone 'UTC')::date, state, '', count(*), 0
    from webhook_event group by 2, 3, 4, 5;
  insert into day_count (list, merchant_id, environment, day, status, kind, count, amount_minor)
  select 'link', merchant_id, environment, (created_at at time zone 'UTC')::date, '', '', count(*), 0
    from payment_link group by 2, 3, 4;
  insert into day_count (list, merchant_id, environment, day, status, kind, count, amount_minor)
  select 'balance', merchant_id, environment, (created_at at time zone 'UTC')::date, type, currency, count(*), sum(net_minor)
    from balance_transaction group by 2, 3, 4, 5, 6;
  insert into day_count (list, merchant_id, environment, day, status, kind, count, amount_minor)
  select 'payout', merchant_id, environment, (created_at at time zone 'UTC')::date, state, currency, count(*), sum(amount_minor)
    from merchant_payout group by 2, 3, 4, 5, 6;
end $$;
`

export const up = (pgm: MigrationBuilder) => {
  // The indexes are built without blocking writes. Each step may be repeated if the migration was interrupted.
  pgm.noTransaction()
  pgm.sql(`begin; set local lock_timeout = '2s'; ${tables}${recount} commit;`)
  pgm.sql('alter table operation validate constraint operation_merchant_payout')
  pgm.sql(`create unique index concurrently if not exists operation_one_merchant_payout
    on operation (merchant_payout_id) where merchant_payout_id is not null`)
  pgm.sql(`create unique index concurrently if not exists transfer_exception_payout_once
    on transfer_exception (merchant_payout_id, kind) where state = 'open' and merchant_payout_id is not null`)
}
export const down = false
