-- Up Migration

-- Merchants: who they are, their API keys, brand and limits.

-- A merchant, with its settings, secrets and fees. Rates are basis points of the amount: 350 is 3.50 %.
create table merchant (
  id bigint generated always as identity primary key,
  merchant_code text not null unique check (merchant_code ~ '^[A-Z0-9]{2,8}-[A-Z0-9]{4}-[A-Z0-9]{4}$'),
  name text not null check (name <> ''),
  email text not null check (email = lower(email)),
  environment text not null check (environment in ('sandbox', 'production')),
  status text not null default 'active' check (status in ('active', 'suspended')),
  commission_rate_bp integer not null default 350 check (commission_rate_bp between 0 and 10000),
  bank_rate_bp integer not null default 150 check (bank_rate_bp between 0 and 10000),
  callback_url text,
  ip_allowlist text[] not null default '{}',
  microform_enabled boolean not null default false,
  microform_allowed_origins text[] not null default '{}',
  merchant_secret_hash bytea not null,
  callback_secret_sealed bytea not null,
  -- The webhook secret before the last rotation, with which webhooks are signed, too, until that time.
  previous_callback_secret_sealed bytea,
  previous_callback_secret_until timestamptz,
  -- Increases with every change that requests must respect at once: secrets, status, environment, allowlist, rates.
  version integer not null default 1,
  created_at timestamptz not null,
  -- The transfer fee: basis points of the payout amount and a fixed part in US cents.
  remittance_fee_bp integer not null default 0 check (remittance_fee_bp between 0 and 10000),
  remittance_fee_fixed_minor bigint not null default 0 check (remittance_fee_fixed_minor >= 0),
  -- Null: one attempt for orders of the API, three for payment links and for orders made in the portal.
  checkout_attempts smallint check (checkout_attempts between 1 and 5),
  sells_by text check (sells_by in ('link', 'site', 'transfer')),
  time_zone text not null default 'Africa/Kinshasa',
  may_refund_sandbox boolean not null default true,
  may_refund_production boolean not null default false,
  -- The optional events that a merchant's callback receives.
  webhook_events text[] not null default '{}',
  language text not null default 'fr',
  -- The kinds of alerts that the merchant has turned off.
  muted_alerts text[] not null default '{}',
  payer_receipts boolean not null default false,
  alert_phone text,
  alert_channels text[] not null default '{}' check (alert_channels <@ '{sms,whatsapp}'),
  low_balance_minor bigint,
  alert_phone_confirmed_at timestamptz,
  -- What a merchant's server behind HTTP basic authentication asks for, with the origin that it is sent to; null if it asks for nothing.
  callback_credentials_sealed bytea,
  -- The cell that holds everything else of the merchant. It never changes.
  cell smallint not null default 1 check (cell between 1 and 64),
  -- How its customers may pay at the checkout.
  payment_methods text[] not null default '{card}'
    check (payment_methods <@ '{card,mobile_money}' and cardinality(payment_methods) between 1 and 2),
  -- What is taken of mobile-money payments; null: the same as of card payments.
  mobile_money_rate_bp integer check (mobile_money_rate_bp between 0 and 10000),
  -- How long a quote of a transfer is valid, and how many US cents its unused quotes may promise together.
  quote_seconds integer not null default 600 check (quote_seconds between 60 and 1800),
  quote_exposure_limit_minor bigint not null default 1000000 check (quote_exposure_limit_minor >= 0),
  -- Of a sample: the merchant whose users look at it. A sample has invented business, no users and no keys, and is removed with all rows.
  sample_of bigint unique references merchant check (sample_of is null or environment = 'sandbox'),
  -- Of a test profile: the merchant in production whose users test with it. It has keys, webhooks and business of its own, and no users.
  test_of bigint unique references merchant check (test_of is null or environment = 'sandbox'),
  check (num_nonnulls(sample_of, test_of) <= 1),
  check ((previous_callback_secret_sealed is null) = (previous_callback_secret_until is null)),
  constraint merchant_time_zone check (time_zone ~ '^[A-Za-z0-9_+/-]{1,64}$'),
  constraint merchant_language check (language in ('fr', 'en'))
);
-- A new merchant goes to the cell with the fewest.
create index merchant_cell on merchant (cell, environment);
create index merchant_low_balance on merchant (id) where low_balance_minor is not null;
create index merchant_typed_email on merchant (email);

-- A key carries the environment it was issued for. Rotation and go-live revoke a key; they never change it.
create table api_key (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references merchant,
  api_key text not null unique,
  api_secret_sealed bytea not null,
  environment text not null check (environment in ('sandbox', 'production')),
  created_at timestamptz not null,
  revoked_at timestamptz,
  scopes text[] not null default '{charge,refund,read,payouts,disputes}' check (scopes <@ '{charge,refund,read,payouts,disputes}')
);
create index api_key_merchant on api_key (merchant_id);

-- How a merchant appears to payers. It has a table of its own, because the row of a merchant is read by every request and a logo is
-- up to 64 KiB. A logo is served by the hash of its bytes.
create table merchant_brand (
  merchant_id bigint primary key references merchant,
  accent text check (accent ~ '^#[0-9a-f]{6}$'),
  support text check (support ~ '^(\+|https://wa\.me/)[1-9][0-9]{5,14}$'),
  logo bytea check (length(logo) between 1 and 65536),
  logo_hash bytea check (length(logo_hash) = 32),
  logo_type text check (logo_type in ('image/png', 'image/jpeg', 'image/webp')),
  logo_width smallint check (logo_width > 0),
  logo_height smallint check (logo_height > 0),
  updated_at timestamptz not null,
  check (num_nonnulls(logo, logo_hash, logo_type, logo_width, logo_height) in (0, 5))
);
create index merchant_brand_logo on merchant_brand (logo_hash) where logo_hash is not null;

-- How far below zero a merchant's balance may fall by refunds that no admin has approved; without a row: not at all.
create table negative_balance_limit (
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  currency text not null check (currency in ('USD', 'CDF')),
  limit_minor bigint not null check (limit_minor >= 0),
  primary key (merchant_id, environment, currency)
);

-- The making of a sample. Days are written one by one, each in a transaction; `lease_until` passes if the process that makes them dies.
create table sample_month (
  merchant_id bigint primary key references merchant,
  done integer not null default 0 check (done between 0 and total),
  total integer not null check (total > 0),
  lease_token uuid,
  lease_until timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  check ((lease_token is null) = (lease_until is null)),
  check (finished_at is null or (done = total and lease_token is null))
);
