-- Up Migration

-- The operations of a day are read by time. Rows are inserted in that order, so a small BRIN index is enough.
create index operation_created on operation using brin (created_at);
create index card_refund_created on card_refund using brin (created_at);

-- Recent API requests of merchants, never with a body, header or query. The last 1,000 per merchant are kept for 7 days.
create table merchant_request (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references merchant,
  at timestamptz not null,
  method text not null,
  path text not null,
  status integer not null,
  reason text not null,
  request_id text not null,
  duration_ms integer not null,
  address text not null
);
create index merchant_request_merchant on merchant_request (merchant_id, id desc);
create index merchant_request_at on merchant_request using brin (at);

-- How far a sandbox's business clock is ahead of real time. One row; the offset only grows.
create table sandbox_clock (
  only_row boolean primary key default true check (only_row),
  offset_seconds bigint not null default 0 check (offset_seconds between 0 and 315576000)
);
insert into sandbox_clock default values;
