-- Up Migration

create table card_transaction (
  id bigint generated always as identity primary key,
  transaction_uuid text not null unique,
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  origin text not null check (origin in ('order', 'microform', 'link')),
  status text not null default 'PENDING' check (status in
    ('PENDING', 'SUCCESS', 'FAILED', 'CANCELLED', 'EXPIRED', 'REFUNDED', 'PARTIALLY_REFUNDED', 'VOIDED')),
  amount_minor bigint check (amount_minor > 0),
  currency text check (currency in ('USD', 'CDF')),
  commission_rate_bp integer not null,
  commission_minor bigint,
  bank_commission_minor bigint,
  service_commission_minor bigint,
  merchant_minor bigint,
  merchant_reference text not null,
  callback_url text,
  return_url text,
  cancel_url text,
  bill_to_forename text,
  bill_to_surname text,
  bill_to_email text,
  bill_to_phone text,
  bill_to_address_line1 text,
  bill_to_address_city text,
  bill_to_address_country text,
  bill_to_address_state text,
  bill_to_address_postal_code text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  finalised_at timestamptz,
  -- The gateway operation that is changing this transaction now. While it is set, no other operation may start.
  running_operation uuid,
  -- The final outcome, from the gateway or from us: an entry of the table in outcome.ts.
  decision text not null default '' check (decision in ('', 'ACCEPT', 'REJECT', 'REVIEW')),
  reason_code text not null default '',
  message text not null default '',
  cs_payment_id text unique,
  card_type text not null default '',
  card_last4 text not null default '',
  card_expiry_date text not null default '',
  card_bin_country text not null default '',
  card_issuer text not null default '',
  card_scheme text not null default '',
  auth_cavv_result text not null default '',
  cavv_message text not null default '',
  constraint commission_adds_up check (
    commission_minor + merchant_minor = amount_minor
    and bank_commission_minor + service_commission_minor = commission_minor),
  constraint finished_has_time check ((finalised_at is null) = (status = 'PENDING'))
);
create index card_transaction_expiring on card_transaction (expires_at)
  where status = 'PENDING' and running_operation is null;
create index card_transaction_merchant on card_transaction (merchant_id, id desc);

-- Every state change of a transaction, written by the statement that makes it.
create table card_transaction_move (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references card_transaction,
  event text not null,
  from_status text not null,
  to_status text not null,
  at timestamptz not null
);
create index card_transaction_move_transaction on card_transaction_move (transaction_id, id);

-- A payer authentication (3-D Secure): bound to one transaction, card token, amount and currency, and used once.
create table card_authentication (
  id uuid primary key,
  transaction_id bigint not null references card_transaction,
  state text not null check (state in
    ('set_up', 'enrolling', 'challenged', 'validating', 'authenticated', 'failed', 'abandoned', 'used')),
  reference_id text not null,
  token_id text not null,
  -- The card token (never a card number), so that a reloaded page can continue; emptied when the attempt ends.
  token_sealed bytea,
  -- Card details from the token: type, last four digits, expiry.
  card jsonb not null,
  amount_minor bigint not null,
  currency text not null,
  authentication_transaction_id text unique,
  step_up_url text,
  step_up_token_sealed bytea,
  evidence_sealed bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  lease_until timestamptz
);
create index card_authentication_transaction on card_authentication (transaction_id, created_at desc);
create index card_authentication_to_wipe on card_authentication (expires_at) where token_sealed is not null;
create unique index card_authentication_active on card_authentication (transaction_id)
  where state in ('enrolling', 'challenged', 'validating', 'authenticated');

-- A call to an upstream that moves money, recorded before it is made. Never deleted; only its state changes.
create table operation (
  id uuid primary key,
  kind text not null check (kind in ('charge', 'undo')),
  state text not null check (state in ('intent', 'sent', 'unknown', 'undoing', 'confirmed', 'declined', 'undone')),
  card_transaction_id bigint not null references card_transaction,
  -- For an undo: the charge that it reverses.
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
  correlation_id text
);
create index operation_due on operation (next_check_at)
  where state in ('intent', 'sent', 'unknown');
create index operation_transaction on operation (card_transaction_id);
create unique index operation_one_undo on operation (undoes) where undoes is not null;

alter table card_transaction add constraint card_transaction_running_operation
  foreign key (running_operation) references operation;
