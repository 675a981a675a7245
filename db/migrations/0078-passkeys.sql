-- Up Migration

-- Passkeys of merchants' users (WebAuthn).
create table passkey (
  id bigint generated always as identity primary key,
  passkey_id uuid not null default gen_random_uuid() unique,
  user_id bigint not null references merchant_user on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- Counts up in authenticators that count; one that falls back is a sign of a copy.
  sign_count bigint not null,
  transports text[] not null,
  -- Whether the device shares it with the user's other devices.
  is_synced boolean not null,
  name text not null check (name <> ''),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_user on passkey (user_id, id);

-- Open challenges. One is deleted by the first response to it, whether right or wrong.
create table passkey_challenge (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  purpose text not null check (purpose in ('sign-in', 'register', 'step-up')),
  -- The session it was made for; none when signing in.
  session_hash bytea,
  expires_at timestamptz not null
);
create index passkey_challenge_expires on passkey_challenge (expires_at);
