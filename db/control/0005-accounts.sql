-- Up Migration

-- People who sign in: users of merchants and admins, with their passwords, second factors, sessions and links.

-- Everybody who signs in has one account, with the id of the user. The factors of both kinds of users are stored with it. The sequence is
-- not an identity: on Citus, a role that is no superuser could not use it for other tables in the same transaction.
create sequence account_id_seq;
create table account (
  id bigint primary key,
  kind text not null check (kind in ('merchant_user', 'admin')),
  -- Hashes of the recovery codes that are left, and when the codes were made. A code is removed as it is used.
  recovery_hashes bytea[] not null default '{}',
  recovery_codes_at timestamptz
);
alter sequence account_id_seq owned by account.id;

-- Triggers create and delete the account, so that every user has one, and its sessions and factors are deleted with the user. The function
-- has a search path of its own, for statements that Citus sends here from another server.
create function keep_account() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    insert into account (id, kind) values (new.id, tg_argv[0]);
  else
    delete from account where id = old.id;
  end if;
  return null;
end $$;

-- The people who sign in for a merchant. A confirmed email belongs to one user of one merchant, because sign-in asks for no merchant.
create table merchant_user (
  id bigint primary key default nextval('account_id_seq') references account on delete cascade deferrable initially deferred,
  user_id uuid not null default gen_random_uuid() unique,
  merchant_id bigint not null references merchant,
  email text not null check (email = lower(email)),
  name text not null check (name <> ''),
  password_hash text not null,
  role text not null check (role in ('owner', 'developer', 'accountant', 'cashier', 'viewer')),
  created_at timestamptz not null,
  last_sign_in_at timestamptz,
  -- Whether signing in takes more than the password. Stored with the user, so that sign-in reads one row.
  has_second_factor boolean not null default false,
  -- Null until a code or a mailed link has proved that the user reads this address.
  email_confirmed_at timestamptz
);
create trigger merchant_user_has_account after insert or delete on merchant_user
  for each row execute function keep_account('merchant_user');
create index merchant_user_merchant on merchant_user (merchant_id, id);
-- An email belongs to the one user who has confirmed it. Others may have typed it, which does not keep its owner from signing up.
create unique index merchant_user_confirmed_email on merchant_user (email) where email_confirmed_at is not null;
create unique index merchant_user_of_merchant on merchant_user (merchant_id, email);
create index merchant_user_typed_email on merchant_user (email);

-- Invitations by one-time link. They are deleted with the user who made them, so that a removed user cannot return through one.
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
create table session (
  token_hash bytea primary key check (length(token_hash) = 32),
  account_id bigint not null references account on delete cascade,
  created_at timestamptz not null,
  -- When the token was last used, to the minute.
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- Where the user signed in.
  device text,
  address text not null,
  -- Whether the session began with a second factor, not with the password alone.
  by_factor boolean not null default false,
  -- Whether its user looks at the sample of the merchant instead of the merchant.
  views_sample boolean not null default false,
  -- Whether it works on the test profile of the user's merchant instead of the merchant.
  in_test_mode boolean not null default false
);
create index session_account on session (account_id);
create index session_expires on session (expires_at);

-- Recent wrong passwords and codes, counted to lock sign-in. `who` is a keyed hash of email and address, so that neither can be read.
-- Emails without an account are counted like the others.
create table login_failure (
  who bytea primary key check (length(who) = 32),
  failed_at timestamptz[] not null,
  locked_until timestamptz,
  last_failed_at timestamptz not null,
  -- A hash of the email alone, by which a new password clears the failures from all addresses.
  account bytea
);
create index login_failure_last on login_failure (last_failed_at);

-- One-time links: by which a user of a merchant sets a new password, an invited admin user sets a password and an authenticator app, and
-- an admin user whose app was reset sets up a new one. The link before can stay good beside a newer one, so that somebody who requests
-- a link for another user does not end that user's own.
create table account_link (
  account_id bigint primary key references account on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Whether it works only after a second admin has approved it.
  is_waiting boolean not null default false,
  earlier_hash bytea,
  earlier_expires_at timestamptz
);
create index account_link_expires on account_link (expires_at);
create index account_link_earlier on account_link (earlier_hash) where earlier_hash is not null;

-- Browsers and programs from which a user has signed in, so that a sign-in from a new one is reported to the user.
create table device (
  account_id bigint not null references account on delete cascade,
  device_hash bytea not null check (length(device_hash) = 32),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (account_id, device_hash)
);
create index device_last_seen on device (last_seen_at);

-- Short-lived proofs that a signed-in user has just confirmed their identity again. Each ends with its session.
create table step_up (
  token_hash bytea primary key check (length(token_hash) = 32),
  session_hash bytea not null references session on delete cascade,
  expires_at timestamptz not null,
  -- Whether it was given by a second factor, not by the password alone.
  by_factor boolean not null default false,
  -- The digest of the act that a step-up was given for; null if it names none.
  confirms bytea check (length(confirms) = 32)
);
create index step_up_session on step_up (session_hash);
create index step_up_expires on step_up (expires_at);

-- Secrets of authenticator apps (RFC 6238). One that was never confirmed with a code is not asked for.
create table totp_secret (
  id bigint generated always as identity primary key,
  account_id bigint not null unique references account on delete cascade,
  secret_sealed bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- The time step of the last code that was accepted: no code of it, or of an earlier one, is accepted again.
  last_step bigint not null default 0,
  last_used_at timestamptz
);
create index totp_secret_unconfirmed on totp_secret (created_at) where confirmed_at is null;

-- Passkeys (WebAuthn).
create table passkey (
  id bigint generated always as identity primary key,
  passkey_id uuid not null default gen_random_uuid() unique,
  account_id bigint not null references account on delete cascade,
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
create index passkey_account on passkey (account_id, id);

-- Open challenges of passkeys. One is deleted by the first response to it, whether right or wrong.
create table passkey_challenge (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  -- Whose passkeys sign it.
  kind text not null check (kind in ('merchant_user', 'admin')),
  purpose text not null check (purpose in ('sign-in', 'register', 'step-up')),
  -- The session it was made for; none when signing in.
  session_hash bytea,
  expires_at timestamptz not null
);
create index passkey_challenge_expires on passkey_challenge (expires_at);

-- Codes that confirm an address, one per merchant and address. A row is kept for an hour, so that the addresses to which a merchant had
-- codes sent are counted.
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

-- The people who run the service and sign in to the admin API and the console. A removed user is kept without password and factor, so
-- that the emails in the audit log still belong to somebody.
create table admin_user (
  id bigint primary key default nextval('account_id_seq') references account on delete cascade deferrable initially deferred,
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
create trigger admin_user_has_account after insert or delete on admin_user
  for each row execute function keep_account('admin');
create unique index admin_user_email on admin_user (email) where state <> 'REMOVED';
create index admin_user_owners on admin_user (id) where state = 'ACTIVE' and role = 'owner';
