-- One-time password reset links: at most one per merchant, so that a new one replaces the old.
create table password_reset (
  merchant_id bigint primary key references merchant,
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- A keyed hash of the email alone, so that a new password clears its failures at every address. Null in rows written by the
-- previous release.
set local lock_timeout = '2s';
alter table login_failure add column account bytea;
