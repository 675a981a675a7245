-- Hashes of the recovery codes of admin users that are left, as in recovery_code. A code is deleted as it is used.
set local lock_timeout = '2s';

create table admin_recovery_code (
  user_id bigint not null references admin_user on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  created_at timestamptz not null,
  primary key (user_id, code_hash)
);
