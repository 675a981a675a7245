-- Up Migration

-- A merchant's prefunded wallet. The balances are a cache of the ledger, which a job compares with it; the checks make an
-- overdraft impossible whatever the code does.
create table wallet (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  currency text not null check (currency = 'USD'),
  available_minor bigint not null default 0 check (available_minor >= 0),
  reserved_minor bigint not null default 0 check (reserved_minor >= 0),
  -- Wallet lines are written while the wallet is locked, so they are numbered from 1 without gaps and a page is a range of
  -- numbers.
  line_count bigint not null default 0 check (line_count >= 0),
  unique (merchant_id, environment, currency)
);

-- How far a wallet has been compared with the ledger: the sums of its accounts up to an entry, so that each comparison reads
-- only newer entries.
create table wallet_check (
  wallet_id bigint primary key references wallet,
  through_entry bigint not null default 0,
  available_minor bigint not null default 0,
  reserved_minor bigint not null default 0,
  checked_at timestamptz
);

-- A manual correction of a wallet, or a top-up beyond what one person may book alone. One admin requests it, another decides.
create table wallet_adjustment (
  -- Sorts by time of creation.
  id uuid primary key default new_id_in_cell(),
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
  kind text not null default 'ADJUSTMENT' check (kind = 'ADJUSTMENT' or kind = 'TOPUP' and amount_minor > 0),
  requested_owner text,
  decided_owner text,
  -- The key under which a top-up was requested. A repeated request refers to the same top-up, whoever repeats it and whatever its
  -- outcome.
  requested_key text unique,
  constraint adjustment_second_person check (decided_by <> requested_by),
  check ((state = 'PENDING') = (decided_by is null) and (state = 'PENDING') = (decided_at is null)
    and (state = 'PENDING') = (decision_reason is null) and (state = 'APPROVED') = (balance_after_minor is not null)),
  constraint adjustment_second_owner check (coalesce(decided_owner, decided_by) <> coalesce(requested_owner, requested_by))
);
create index wallet_adjustment_pending on wallet_adjustment (id) where state = 'PENDING';
create index wallet_adjustment_merchant on wallet_adjustment (merchant_id, id desc);

-- A transfer of a partner to a mobile-money wallet, with what was sent in and what it was converted to.
create table transfer (
  id bigint generated always as identity primary key,
  transaction_id text not null unique check (transaction_id ~ '^IMT-IN-[A-Z0-9]{16}$'),
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  reference text not null,
  status text not null check (status in ('Submitted', 'Successful', 'Failed', 'Reversed', 'Hold')),
  -- A hash of the request, so that the same reference with other content is noticed, and the response it got.
  fingerprint bytea not null,
  first_response text not null,
  operator operator_code not null,
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
  settlement_id bigint,
  reversal_settlement_id bigint,
  -- The subjects of a transfer (sender, beneficiary, number, document, pair, in this order) as keyed hashes, and its amount in US
  -- cents when it was accepted. Null where no limit counts it.
  limit_subjects bigint[],
  limit_minor bigint,
  erased_at timestamptz,
  name_source text,
  name_confirmed_at timestamptz,
  unique (merchant_id, environment, reference),
  check ((status = 'Reversed') = (reversed_at is not null)),
  check (status = 'Hold' or status = 'Failed' or receiver_minor is not null),
  check ((completed_at is null) = (status in ('Submitted', 'Hold')))
);
create index transfer_held on transfer (id) where status = 'Hold';
create index transfer_unsettled on transfer (completed_at)
  where settlement_id is null and status in ('Successful', 'Reversed');
create index transfer_reversal_unsettled on transfer (reversed_at)
  where reversal_settlement_id is null and status = 'Reversed';
create index transfer_open on transfer (merchant_id, environment, status, created_at, id)
  where status in ('Submitted', 'Hold');
create index transfer_ended on transfer (merchant_id, environment, created_at, id)
  where status not in ('Submitted', 'Hold');
create index transfer_operator on transfer (merchant_id, environment, operator, created_at, id)
  where status not in ('Submitted', 'Hold');
create index transfer_amount on transfer (merchant_id, environment, amount_hundredths, created_at)
  where status not in ('Submitted', 'Hold');
create index transfer_phone on transfer (merchant_id, environment, right(customer_number, 8), created_at)
  where status not in ('Submitted', 'Hold');
-- The operator's staff refer to a payout by the operator's own reference.
create index transfer_telco_reference on transfer (telco_reference) where telco_reference is not null;
create index transfer_status on transfer (merchant_id, environment, status, created_at, id) include (operator)
  where status not in ('Submitted', 'Hold');
create index transfer_accepted_at on transfer using brin (created_at);
alter table receipt add foreign key (transfer_id) references transfer;
alter table operation add foreign key (transfer_id) references transfer;

-- A price that is promised to a merchant until it expires. A held transfer keeps its price until it is decided.
create table quote (
  id bigint generated always as identity primary key,
  quote_id text not null unique check (quote_id ~ '^RQ-[A-Z0-9]{16}$'),
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  state text not null default 'OPEN' check (state in ('OPEN', 'HELD', 'USED', 'REJECTED', 'EXPIRED')),
  -- Which amount the merchant named; the other one was computed.
  priced_by text not null check (priced_by in ('source', 'receiver')),
  -- As of a transfer: hundredths of any currency for US cents.
  amount_hundredths bigint not null check (amount_hundredths > 0),
  currency text not null,
  receiver_minor bigint not null check (receiver_minor > 0),
  fee_minor bigint not null check (fee_minor >= 0),
  rate_micros bigint not null check (rate_micros > 0),
  rate_as_of timestamptz,
  rate_source text,
  -- The beneficiary's operator and number, if the merchant gave them. The number is erased when the quote ends, because a transfer has its own.
  operator operator_code,
  customer_number text check (customer_number ~ '^243[0-9]{9}$'),
  -- What the beneficiary pays to draw the money as cash, as it was shown; null if it was not known.
  cash jsonb,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  transfer_id bigint unique references transfer,
  -- The expired quote that it was made instead of, so that a transfer repeated with that one gets the same new quote.
  replaces bigint references quote,
  -- What the amount was worth in US cents at the current rate when the quote was used; null if there was no rate.
  market_minor bigint,
  check (expires_at > created_at),
  check ((ended_at is null) = (state in ('OPEN', 'HELD'))),
  check ((transfer_id is not null) = (state in ('HELD', 'USED', 'REJECTED'))),
  check (state = 'OPEN' or customer_number is null),
  check ((currency = 'USD') = (rate_as_of is null) and (rate_as_of is null) = (rate_source is null))
);
create index quote_open on quote (expires_at) where state = 'OPEN';
create index quote_used on quote (ended_at) include (environment, currency, receiver_minor, market_minor) where state = 'USED';
create index quote_expired on quote (ended_at) where state = 'EXPIRED';
create index quote_replaces on quote (replaces) where replaces is not null;

-- What quotes promise that are not used yet, in US cents: a row for each merchant over all currencies, and one for each currency over all
-- merchants of the cell. Whoever promises more locks both.
create table quote_exposure (
  environment text not null check (environment in ('sandbox', 'production')),
  scope text not null check (scope ~ '^(merchant:[0-9]+|currency:[A-Z]{3})$'),
  promised_minor bigint not null check (promised_minor >= 0),
  primary key (environment, scope)
) with (fillfactor = 50);

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
create trigger transfer_event_append_only before update or delete on transfer_event
  for each statement execute function refuse_change('erasable', 'sample');
create trigger transfer_event_not_truncated before truncate on transfer_event
  for each statement execute function refuse_change();

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
  -- An exception may be about a wallet instead of a transfer.
  wallet_id bigint references wallet,
  -- An exception may be about a merchant payout instead of a transfer.
  merchant_payout_id bigint references merchant_payout,
  -- An exception may be about a mobile-money payment whose money cannot be given back.
  collection uuid references collection,
  check ((state = 'closed') = (closed_at is not null))
);
create index transfer_exception_open on transfer_exception (id) where state = 'open';
create unique index transfer_exception_once on transfer_exception (transfer_id, kind) where state = 'open';
create unique index transfer_exception_wallet_once on transfer_exception (wallet_id, kind)
  where state = 'open' and wallet_id is not null;
create unique index transfer_exception_payout_once
    on transfer_exception (merchant_payout_id, kind) where state = 'open' and merchant_payout_id is not null;
create unique index transfer_exception_collection_once
    on transfer_exception (collection, kind) where state = 'open' and collection is not null;

-- The admin who requested a transfer's reversal, and why. The operation has the outcome.
create table transfer_reversal (
  operation uuid primary key references operation,
  transfer_id bigint not null references transfer,
  reason text not null check (reason <> ''),
  requested_by text not null check (requested_by <> ''),
  requested_at timestamptz not null
);
create index transfer_reversal_transfer on transfer_reversal (transfer_id, requested_at);

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
  position bigint not null,
  -- The person who booked a top-up alone, whichever token they used: what one person may add within a day is limited.
  top_up_owner text check (top_up_owner <> ''),
  unique (posting_key, kind),
  constraint wallet_entry_top_up_owner
    check ((top_up_owner is not null) = (posting_key like 'topup:admin:%' and posting_key not like 'topup:admin:adjustment:%'))
);
create index wallet_entry_of_owner on wallet_entry (top_up_owner, at) where top_up_owner is not null;
create index wallet_entry_transfer on wallet_entry (transfer_id);
create unique index wallet_entry_position on wallet_entry (wallet_id, position);
-- Top-ups by admins, which are compared with the audit log.
create index wallet_entry_booked on wallet_entry (id) where posting_key like 'topup:admin:%';
create index wallet_entry_adjustment on wallet_entry (id) where kind = 'ADJUSTMENT';
create trigger wallet_entry_append_only before update or delete on wallet_entry
  for each statement execute function refuse_change('sample');
create trigger wallet_entry_not_truncated before truncate on wallet_entry
  for each statement execute function refuse_change();

-- What a merchant transferred on one day, closed after midnight UTC.
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
alter table transfer add foreign key (settlement_id) references settlement;
alter table transfer add foreign key (reversal_settlement_id) references settlement;

-- Rules that transfers met. A refused request is no transfer, so it has only its merchant and reference.
create table limit_hit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  environment text not null,
  merchant_id bigint not null references merchant,
  reference text not null,
  transfer_id bigint references transfer,
  version integer not null,
  rule_id text not null,
  subject text not null,
  measure text not null,
  time_window text not null,
  outcome text not null check (outcome in ('allow', 'hold', 'refuse')),
  -- What the subject had used before, and what it would have used with this transfer: US cents, or transfers for a count.
  used bigint not null,
  reached bigint not null,
  most bigint not null,
  subjects bigint[],
  check (reached > most),
  check ((outcome = 'refuse') = (transfer_id is null))
);
create index limit_hit_transfer on limit_hit (transfer_id) where transfer_id is not null;
create index limit_hit_subjects on limit_hit using gin (subjects) where subjects is not null;

-- Decisions of admins on held transfers.
create table transfer_review (
  transfer_id bigint primary key references transfer,
  decision text not null check (decision in ('released', 'rejected')),
  reason text not null,
  decided_by text not null,
  decided_at timestamptz not null
);

-- The list entries that a decision about a held transfer was about, for the decisions that follow.
create table transfer_review_match (
  list text not null,
  entry_id text not null,
  matched_name text not null,
  -- The words of the name in one spelling and order, by which decisions on the same name of another list are found.
  name_form text not null,
  transfer_id bigint not null references transfer_review,
  primary key (list, entry_id, transfer_id)
);
create index transfer_review_match_name on transfer_review_match (name_form, transfer_id desc);
