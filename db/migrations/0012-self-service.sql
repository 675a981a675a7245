-- Up Migration

-- Sessions. Only a hash of each token is stored; ending a session deletes its row.
create table access_token (
  token_hash bytea primary key check (length(token_hash) = 32),
  merchant_id bigint not null references merchant,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index access_token_merchant on access_token (merchant_id);
create index access_token_expires on access_token (expires_at);

-- Wrong passwords, by a keyed hash of email and address, so that neither can be read. Emails without an account are counted
-- like the others.
create table login_failure (
  who bytea primary key check (length(who) = 32),
  failed_at timestamptz[] not null,
  locked_until timestamptz,
  last_failed_at timestamptz not null
);
create index login_failure_last on login_failure (last_failed_at);

-- Go-live requests, one row each. The command line can approve a merchant without one: the company columns are then null.
create table go_live_request (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references merchant,
  state text not null check (state in ('PENDING', 'APPROVED', 'REJECTED')),
  company_name text,
  registration_number text,
  country text check (country ~ '^[A-Z]{2}$'),
  contact_name text,
  contact_email text,
  contact_phone text,
  requested_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  reason text,
  check ((state = 'PENDING') = (decided_at is null)),
  check ((state = 'PENDING') = (decided_by is null)),
  check (state = 'APPROVED' or num_nulls(company_name, registration_number, country, contact_name, contact_email, contact_phone) = 0)
);
create unique index go_live_request_open on go_live_request (merchant_id) where state in ('PENDING', 'APPROVED');
create index go_live_request_merchant on go_live_request (merchant_id, id desc);
