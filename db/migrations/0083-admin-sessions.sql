-- Up Migration

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
