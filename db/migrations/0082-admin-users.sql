-- Up Migration

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
  last_sign_in_at timestamptz
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
