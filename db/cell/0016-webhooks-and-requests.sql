-- Up Migration

-- Webhooks to merchants, the log of their API requests, and payers who want no messages.

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
  address text not null,
  -- The merchant's environment at the time of the request.
  environment text not null,
  explanation jsonb
);
create index merchant_request_merchant on merchant_request (merchant_id, id desc);
create index merchant_request_at on merchant_request using brin (at);

-- Further addresses that get copies of a merchant's events, beside the callback URL of the specification. Each signs with a secret of its
-- own. A deleted one stays, because its deliveries name it.
create table webhook_endpoint (
  id uuid primary key,
  merchant_id bigint not null references merchant,
  url text not null,
  -- Its key in webhook_breaker.
  breaker text not null,
  events text[] not null check (cardinality(events) > 0),
  description text not null default '',
  is_enabled boolean not null default true,
  secret_sealed bytea not null,
  -- The secret before the last rotation, with which webhooks are signed, too, until that time.
  previous_secret_sealed bytea,
  previous_secret_until timestamptz,
  created_at timestamptz not null,
  deleted_at timestamptz,
  check (deleted_at is null or not is_enabled),
  check ((previous_secret_sealed is null) = (previous_secret_until is null))
);
create index webhook_endpoint_merchant on webhook_endpoint (merchant_id) where deleted_at is null;

-- The webhook outbox: an event is written in the transaction that makes the change it reports, with its copies for further endpoints.
create table webhook_event (
  id bigint generated always as identity primary key,
  event_id uuid not null,
  -- Of a copy: the endpoint that gets it, and the id of its delivery. That of the other deliveries is the id of the event.
  endpoint_id uuid references webhook_endpoint,
  copy_id uuid,
  merchant_id bigint not null references merchant,
  -- The payment or transfer (`card:<transaction id>`); events of one subject are delivered in order.
  subject text not null,
  event_type text not null,
  -- For example `payment:<transaction_uuid>`; enqueueing the same event again violates this key.
  dedupe_key text not null unique,
  -- Null: the merchant has no address for the event, which is only in its feed.
  url text,
  -- Merchant, scheme, host and port, and of a copy its endpoint: the unit that has its own breaker and cannot delay others.
  endpoint text,
  signed boolean not null,
  body text not null,
  state text not null default 'PENDING' check (state in ('PENDING', 'DELIVERED', 'FAILED', 'DEAD', 'STORED')),
  attempts integer not null default 0,
  -- Attempts made before the last manual resend: the schedule starts over after them.
  attempts_before integer not null default 0,
  -- Workers in a row that claimed the event and died before recording a result.
  crashes integer not null default 0,
  -- The resend of a range that put it back last: workers send such events one after another, and only when they have nothing newer.
  resend_id uuid,
  -- While an attempt is in flight, the end of its lease: the event is not due before then.
  next_attempt_at timestamptz,
  lease_token uuid,
  lease_until timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- An event belongs to the environment of its payment or transfer: a live merchant does not see its sandbox events.
  environment text not null check (environment in ('sandbox', 'production')),
  trace jsonb,
  -- Headers that only some events have.
  headers jsonb,
  -- The place in the merchant's feed. Given to an event that is committed, so that none is placed before one that was read already.
  feed_position bigint,
  check ((state = 'PENDING') = (next_attempt_at is not null)),
  check ((state = 'STORED') = (url is null) and (url is null) = (endpoint is null)),
  check ((endpoint_id is null) = (copy_id is null))
);
create unique index webhook_event_original on webhook_event (event_id) where copy_id is null;
create unique index webhook_event_copy on webhook_event (copy_id) where copy_id is not null;
create index webhook_event_copies on webhook_event (endpoint_id, created_at, id) include (state, event_type) where endpoint_id is not null;
alter table webhook_event set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
-- Ended events leave these indexes, so that the cost of claiming depends on the backlog only. New events and retries of an
-- endpoint are separate, so that many of one kind do not hide the other, and so are those that were put back by a range.
create index webhook_event_due on webhook_event
  (endpoint, (case when resend_id is null then least(attempts, 1) else 2 end), next_attempt_at, id) where state = 'PENDING';
create index webhook_event_leased on webhook_event (lease_until, endpoint, merchant_id) where lease_token is not null;
create index webhook_event_ended_badly on webhook_event (merchant_id, environment, state, created_at, id)
  where state in ('FAILED', 'DEAD');
create index webhook_event_subject on webhook_event (subject, id);
-- Deliveries are counted by event type, so that the console lists those of one type without reading the others.
create index webhook_event_listed on webhook_event (merchant_id, environment, created_at, id) include (state, event_type);
-- A feed is read by its places. Events wait for one until their merchant reads its feed.
create index webhook_event_feed on webhook_event (merchant_id, environment, feed_position) where feed_position is not null;
create index webhook_event_unplaced on webhook_event (merchant_id, environment, created_at, id)
  where feed_position is null and copy_id is null;

-- The attempts to deliver a webhook event, with what the receiver replied.
create table webhook_attempt (
  event_id bigint not null references webhook_event,
  number integer not null,
  at timestamptz not null,
  http_status integer,
  error text,
  address text,
  duration_ms integer not null,
  response_head text not null default '',
  primary key (event_id, number)
);

-- The circuit breaker of one endpoint. Without a row, the endpoint has no history yet.
create table webhook_breaker (
  endpoint text primary key,
  consecutive_failures integer not null default 0,
  open_until timestamptz,
  -- How often it opened since the last success; each time it stays open twice as long.
  open_count integer not null default 0,
  in_flight_limit integer not null default 1 check (in_flight_limit between 1 and 4),
  -- Successes since the limit last changed; negative after a 429.
  credit integer not null default 0,
  updated_at timestamptz not null
);

-- A developer who works on a merchant's webhook handler receives events beside their normal delivery, on a local machine. A
-- listener resumes where it stopped: with events since `since` that are not in webhook_forward.
create table webhook_listener (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references merchant,
  name text not null,
  since timestamptz not null,
  unique (merchant_id, name)
);

-- Events that were forwarded to a listening command line, with what its server replied.
create table webhook_forward (
  listener_id bigint not null references webhook_listener on delete cascade,
  event_id bigint not null references webhook_event on delete cascade,
  http_status integer,
  forwarded_at timestamptz not null,
  primary key (listener_id, event_id)
);
create index webhook_forward_event on webhook_forward (event_id);

-- Payers who want no messages from a merchant.
create table payer_opt_out (
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  address_key bytea not null check (length(address_key) = 32),
  created_at timestamptz not null,
  primary key (merchant_id, environment, address_key)
);
