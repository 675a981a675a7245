-- Addresses whose owners want no more emails about their payments to a merchant. Only a keyed hash of an address is stored.
set local lock_timeout = '2s';

create table payer_opt_out (
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  address_key bytea not null check (length(address_key) = 32),
  created_at timestamptz not null,
  primary key (merchant_id, environment, address_key)
);
