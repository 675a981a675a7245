-- Stored responses for the `Idempotency-Key` of admins, like those of merchants in idempotent_request. A key belongs to the
-- admin's name. A row without status is a request that is still running.
create table admin_idempotent_request (
  admin text not null,
  method text not null,
  path text not null,
  key text not null,
  fingerprint bytea not null,
  status integer,
  body text,
  locked_until timestamptz not null,
  created_at timestamptz not null,
  primary key (admin, method, path, key)
);
create index admin_idempotent_request_created on admin_idempotent_request (created_at);
