-- Answers kept for the `Idempotency-Key` of people of the service, as those of merchants are in idempotent_request: a key
-- belongs to the name that sent it. A row without status is a request that still runs.
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
