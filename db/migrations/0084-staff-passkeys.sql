-- Up Migration

set local lock_timeout = '2s';

-- When a user was removed. Retention counts from it.
alter table admin_user add column removed_at timestamptz;

-- Passkeys of admin users (WebAuthn), as in passkey.
create table admin_passkey (
  id bigint generated always as identity primary key,
  passkey_id uuid not null default gen_random_uuid() unique,
  user_id bigint not null references admin_user on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  is_synced boolean not null,
  name text not null check (name <> ''),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index admin_passkey_user on admin_passkey (user_id, id);

-- Open challenges, as in passkey_challenge: apart from those of merchants' users, so that neither can be used for the other.
create table admin_passkey_challenge (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  purpose text not null check (purpose in ('sign-in', 'register', 'step-up')),
  session_hash bytea,
  expires_at timestamptz not null
);
create index admin_passkey_challenge_expires on admin_passkey_challenge (expires_at);

-- Hashes of step-up tokens. One ends with its session.
create table admin_step_up (
  token_hash bytea primary key check (length(token_hash) = 32),
  session_hash bytea not null references admin_session on delete cascade,
  expires_at timestamptz not null
);
create index admin_step_up_session on admin_step_up (session_hash);
create index admin_step_up_expires on admin_step_up (expires_at);

-- Devices that admin users have signed in from, as in user_device.
create table admin_device (
  user_id bigint not null references admin_user on delete cascade,
  device_hash bytea not null check (length(device_hash) = 32),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device_hash)
);
create index admin_device_last_seen on admin_device (last_seen_at);
