-- Keys that sign receipts. Each environment has its own. All keys that are not withdrawn are published; of those that have started,
-- the newest signs. The sealed value is empty once the key can no longer sign.
create table receipt_key (
  id bigint generated always as identity primary key,
  key_id text not null unique check (key_id ~ '^[A-Za-z0-9_-]{8}$'),
  environment text not null check (environment in ('sandbox', 'production')),
  -- Counts the keys of an environment, so that two processes cannot both create the first one.
  generation integer not null check (generation > 0),
  public_key bytea not null check (length(public_key) = 32),
  private_sealed bytea not null,
  created_at timestamptz not null,
  starts_at timestamptz not null,
  withdrawn_at timestamptz,
  unique (environment, generation)
);

-- The code of each receipt that was asked for. It is random, so it reveals nothing and cannot be guessed.
create table receipt (
  code text primary key check (code ~ '^[A-HJKMNP-Z2-9]{10}$'),
  transaction_id bigint unique references card_transaction,
  transfer_id bigint unique references transfer,
  created_at timestamptz not null,
  check (num_nonnulls(transaction_id, transfer_id) = 1)
);
