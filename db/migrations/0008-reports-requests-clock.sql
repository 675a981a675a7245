-- Up Migration

-- A day of operations is read by its time; rows come in that order, so a few bytes a page are index enough.
create index operation_created on operation using brin (created_at);
create index card_refund_created on card_refund using brin (created_at);

-- What merchants asked lately: never a body, a header or a query. Kept: the last 1,000 of a merchant, for 7 days.
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

-- How far the business clock of a sandbox deployment is ahead of the time on the wall. One row; it only grows.
create table sandbox_clock (
  only_row boolean primary key default true check (only_row),
  offset_seconds bigint not null default 0 check (offset_seconds between 0 and 315576000)
);
insert into sandbox_clock default values;
