-- Up Migration

set local lock_timeout = '2s';

-- Whether signing in takes more than the password. Kept beside the password, so that one look at the user decides.
alter table merchant_user add column has_second_factor boolean not null default false;
-- How the session began, and how a step-up was given: by a second factor, or by the password alone.
alter table access_token add column by_factor boolean not null default false;
alter table step_up add column by_factor boolean not null default false;

-- Secrets of authenticator apps (RFC 6238). One that was never confirmed with a code is not asked for.
create table totp_secret (
  id bigint generated always as identity primary key,
  user_id bigint not null unique references merchant_user on delete cascade,
  secret_sealed bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- The time step of the last code that was accepted: no code of it, or of an earlier one, is accepted again.
  last_step bigint not null default 0,
  last_used_at timestamptz
);
create index totp_secret_unconfirmed on totp_secret (created_at) where confirmed_at is null;

-- Hashes of the recovery codes that are left. A code is deleted as it is used.
create table recovery_code (
  user_id bigint not null references merchant_user on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  created_at timestamptz not null,
  primary key (user_id, code_hash)
);

-- The previous release knows no second factor. While its processes still serve, they cannot sign in a user who has one.
create function access_token_ask_factor() returns trigger language plpgsql as $$
begin
  if exists (select from merchant_user u where u.id = new.user_id and u.has_second_factor) then
    return null;
  end if;
  return new;
end $$;
-- Triggers run in the order of their names: after access_token_user, which names the user.
create trigger access_token_user_factor before insert on access_token
  for each row when (not new.by_factor) execute function access_token_ask_factor();
