-- Up Migration

-- Merchants. Rates are basis points of the amount: 350 is 3.50 %.
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
  password_hash text not null,
  callback_secret_sealed bytea not null,
  -- Increases with every change that requests must respect at once: secrets, status, environment, allowlist, rates.
  version integer not null default 1,
  created_at timestamptz not null
);
create unique index merchant_email on merchant (email);

-- A key carries the environment it was issued for. Rotation and go-live revoke a key; they never change it.
create table api_key (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references merchant,
  api_key text not null unique,
  api_secret_sealed bytea not null,
  environment text not null check (environment in ('sandbox', 'production')),
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index api_key_merchant on api_key (merchant_id);

-- Stored responses for `Idempotency-Key`. A row without status is a request that is still running.
create table idempotent_request (
  merchant_id bigint not null references merchant,
  method text not null,
  path text not null,
  key text not null,
  fingerprint bytea not null,
  status integer,
  body text,
  locked_until timestamptz not null,
  created_at timestamptz not null,
  primary key (merchant_id, method, path, key)
);
create index idempotent_request_created on idempotent_request (created_at);
