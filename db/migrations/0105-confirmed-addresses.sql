-- Addresses that somebody typed get nothing but a code until it was typed back, and every address at most five messages an hour.
set local lock_timeout = '2s';

alter table merchant add column alert_phone_confirmed_at timestamptz;
-- The numbers of the previous release receive alerts already.
-- few rows: one per merchant.
update merchant set alert_phone_confirmed_at = created_at where alert_phone is not null;

-- The code that waits to be typed, one per address. It stays until an hour has passed, so that codes to many addresses are counted.
create table confirmation_code (
  merchant_id bigint not null references merchant,
  address text not null,
  code_mac bytea not null check (length(code_mac) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (merchant_id, address)
);
create index confirmation_code_created on confirmation_code (created_at);

-- Whether the link went by email alone, so that whoever uses it reads the address.
alter table invitation add column is_mailed boolean not null default false;

-- When messages left for an address in the last hour.
create table message_allowance (
  address text primary key,
  sent_at timestamptz[] not null,
  last_sent_at timestamptz not null
);
create index message_allowance_last on message_allowance (last_sent_at);
