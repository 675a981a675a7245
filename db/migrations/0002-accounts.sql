-- Up Migration

-- People who sign in: users of merchants and admins, with their passwords, second factors, sessions and links.

-- The people who sign in for a merchant. An email belongs to one user of one merchant, because sign-in asks for no merchant.
create table merchant_user (
  id bigint generated always as identity primary key,
  user_id uuid not null default gen_random_uuid() unique,
  merchant_id bigint not null references merchant,
  email text not null check (email = lower(email)),
  name text not null check (name <> ''),
  password_hash text not null,
  role text not null check (role in ('owner', 'developer', 'accountant', 'cashier', 'viewer')),
  created_at timestamptz not null,
  last_sign_in_at timestamptz,
  -- Whether signing in takes more than the password. Kept beside the password, so that one look at the user decides.
  has_second_factor boolean not null default false,
  -- Null until a code or a mailed link has proved that the user reads this address.
  email_confirmed_at timestamptz
);
create index merchant_user_merchant on merchant_user (merchant_id, id);
-- An email belongs to the one user who has confirmed it. Others may have typed it: they do not keep its owner from signing up.
create unique index merchant_user_confirmed_email on merchant_user (email) where email_confirmed_at is not null;
create unique index merchant_user_of_merchant on merchant_user (merchant_id, email);
create index merchant_user_typed_email on merchant_user (email);

-- Invitations by one-time link. They end with the user who made them, so that nobody comes back through one of their own.
create table invitation (
  id bigint generated always as identity primary key,
  invitation_id uuid not null default gen_random_uuid() unique,
  merchant_id bigint not null references merchant,
  email text not null check (email = lower(email)),
  role text not null check (role in ('owner', 'developer', 'accountant', 'cashier', 'viewer')),
  token_hash bytea not null unique check (length(token_hash) = 32),
  invited_by bigint not null references merchant_user on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Whether the link went by email alone, so that whoever uses it reads the address.
  is_mailed boolean not null default false,
  unique (merchant_id, email)
);
create index invitation_inviter on invitation (invited_by);
create index invitation_expires on invitation (expires_at);

-- Sessions. Only a hash of each token is stored; ending a session deletes its row.
create table access_token (
  token_hash bytea primary key check (length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the token was last used, to the minute; null if it was not used after its first minute.
  last_seen_at timestamptz,
  -- Whose session it is, and the device that signed in.
  user_id bigint not null references merchant_user on delete cascade,
  device text,
  address text,
  -- How the session began, and how a step-up was given: by a second factor, or by the password alone.
  by_factor boolean not null default false
);
create index access_token_expires on access_token (expires_at);
-- Sessions by user, and the links that a user made and that are still open on a day.
create index access_token_user on access_token (user_id);

-- Wrong passwords, by a keyed hash of email and address, so that neither can be read. Emails without an account are counted
-- like the others.
create table login_failure (
  who bytea primary key check (length(who) = 32),
  failed_at timestamptz[] not null,
  locked_until timestamptz,
  last_failed_at timestamptz not null,
  account bytea
);
create index login_failure_last on login_failure (last_failed_at);

-- One-time links for a new password, one per user. The link that a newer one followed stays good: whoever asks for a link in the
-- name of a user must not end the user's own.
create table password_link (
  user_id bigint primary key references merchant_user on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  earlier_hash bytea,
  earlier_expires_at timestamptz
);
create index password_link_earlier on password_link (earlier_hash) where earlier_hash is not null;

-- Browsers and programs from which a user has signed in.
create table user_device (
  user_id bigint not null references merchant_user on delete cascade,
  device_hash bytea not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device_hash)
);
create index user_device_last_seen on user_device (last_seen_at);

-- Short-lived proofs that whoever is signed in has just given the password again; only hashes of their tokens are stored.
create table step_up (
  token_hash bytea primary key check (length(token_hash) = 32),
  -- The access token it belongs to, and when that sign-in began.
  session_hash bytea not null,
  merchant_id bigint not null references merchant,
  signed_in_at timestamptz not null,
  expires_at timestamptz not null,
  by_factor boolean not null default false,
  -- The digest of the act that a step-up was given for; null if it names none.
  confirms bytea check (length(confirms) = 32)
);
create index step_up_expires on step_up (expires_at);

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
create index confirmation_code_address on confirmation_code (address);

-- The people of the operator's own staff who sign in to the admin API and the console. A removed user is kept without password and
-- factor, so that the audit log's emails go on naming somebody.
create table admin_user (
  id bigint generated always as identity primary key,
  user_id uuid not null default gen_random_uuid() unique,
  email text not null check (email = lower(email)),
  name text not null check (name <> ''),
  role text not null check (role in ('owner', 'finance', 'compliance', 'operator', 'support')),
  state text not null check (state in ('INVITED', 'ACTIVE', 'REMOVED')),
  -- Null until the invitation is accepted, and after a removal.
  password_hash text check ((password_hash is not null) = (state = 'ACTIVE')),
  created_by text not null,
  created_at timestamptz not null,
  last_sign_in_at timestamptz,
  -- When a user was removed. Retention counts from it.
  removed_at timestamptz
);
create unique index admin_user_email on admin_user (email) where state <> 'REMOVED';
create index admin_user_owners on admin_user (id) where state = 'ACTIVE' and role = 'owner';

-- One-time links by which an invited user sets a password and an authenticator app, and a user whose app was reset sets up a new one.
create table admin_link (
  user_id bigint primary key references admin_user on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- Whether it works only after a second admin has approved it.
  is_waiting boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index admin_link_expires on admin_link (expires_at);

-- Sessions of admin users: hashes of their access tokens. Each began with the password and a code of the authenticator app.
create table admin_session (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id bigint not null references admin_user on delete cascade,
  device text,
  address text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index admin_session_user on admin_session (user_id);
create index admin_session_expires on admin_session (expires_at);

-- Devices that admin users have signed in from, as in user_device.
create table admin_device (
  user_id bigint not null references admin_user on delete cascade,
  device_hash bytea not null check (length(device_hash) = 32),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device_hash)
);
create index admin_device_last_seen on admin_device (last_seen_at);

-- Hashes of step-up tokens. One ends with its session.
create table admin_step_up (
  token_hash bytea primary key check (length(token_hash) = 32),
  session_hash bytea not null references admin_session on delete cascade,
  expires_at timestamptz not null,
  confirms bytea check (length(confirms) = 32)
);
create index admin_step_up_session on admin_step_up (session_hash);
create index admin_step_up_expires on admin_step_up (expires_at);

-- Secrets of authenticator apps, as in totp_secret. Nobody signs in without one that was confirmed.
create table admin_totp_secret (
  id bigint generated always as identity primary key,
  user_id bigint not null unique references admin_user on delete cascade,
  secret_sealed bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  last_used_at timestamptz
);
create index admin_totp_secret_unconfirmed on admin_totp_secret (created_at) where confirmed_at is null;

-- Codes that replace a second factor once, hashed.
create table admin_recovery_code (
  user_id bigint not null references admin_user on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  created_at timestamptz not null,
  primary key (user_id, code_hash)
);

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
