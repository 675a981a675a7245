-- Up Migration

-- Webhooks to merchants, and messages to people.

-- The webhook outbox: an event is written in the transaction that makes the change it reports.
create table webhook_event (
  id bigint generated always as identity primary key,
  event_id uuid not null unique,
  merchant_id bigint not null references merchant,
  -- The payment or transfer (`card:<transaction id>`); events of one subject are delivered in order.
  subject text not null,
  event_type text not null,
  -- For example `payment:<transaction_uuid>`; enqueueing the same event again violates this key.
  dedupe_key text not null unique,
  url text not null,
  -- merchant + scheme + host + port: the unit that has its own breaker and cannot delay others.
  endpoint text not null,
  signed boolean not null,
  body text not null,
  state text not null default 'PENDING' check (state in ('PENDING', 'DELIVERED', 'FAILED', 'DEAD')),
  attempts integer not null default 0,
  -- Attempts made before the last manual resend: the schedule starts over after them.
  attempts_before integer not null default 0,
  -- Workers in a row that claimed the event and died before recording a result.
  crashes integer not null default 0,
  -- While an attempt is in flight, the end of its lease: the event is not due before then.
  next_attempt_at timestamptz,
  lease_token uuid,
  lease_until timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- An event belongs to the environment of its payment or transfer: a live merchant does not see its sandbox events.
  environment text not null check (environment in ('sandbox', 'production')),
  trace jsonb,
  check ((state = 'PENDING') = (next_attempt_at is not null))
);
alter table webhook_event set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
-- Ended events leave these indexes, so that the cost of claiming depends on the backlog only. New events and retries of an
-- endpoint are separate, so that many of one kind do not hide the other.
create index webhook_event_due on webhook_event (endpoint, least(attempts, 1), next_attempt_at, id) where state = 'PENDING';
create index webhook_event_leased on webhook_event (lease_until, endpoint, merchant_id) where lease_token is not null;
create index webhook_event_ended_badly on webhook_event (merchant_id, environment, state, created_at, id)
  where state in ('FAILED', 'DEAD');
create index webhook_event_subject on webhook_event (subject, id);
-- Deliveries are counted by event type, so that the console lists those of one type without reading the others.
create index webhook_event_listed on webhook_event (merchant_id, environment, created_at, id) include (state, event_type);

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
create table webhook_endpoint (
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

-- Callbacks received by `/api/v1/test/test-callback`.
create table test_callback (
  id bigint generated always as identity primary key,
  public_id uuid not null default gen_random_uuid(),
  channel text not null check (channel ~ '^[A-Za-z0-9._-]{1,64}$'),
  received_at timestamptz not null,
  headers jsonb not null,
  body text not null
);
create index test_callback_channel on test_callback (channel, id desc);
create index test_callback_received on test_callback (received_at);

-- Messages to people: the outbox of email, SMS and WhatsApp.
create table message (
  id bigint generated always as identity primary key,
  -- Also names the message towards the channel: the Message-ID of an e-mail, the reference of an SMS.
  message_id uuid not null unique,
  environment text not null check (environment in ('sandbox', 'production')),
  -- Null for a message to admins.
  merchant_id bigint references merchant,
  audience text not null check (audience in ('account', 'merchant', 'payer', 'admin')),
  kind text not null,
  -- The fact, the channel and the address: a fact is reported once to each recipient.
  dedupe_key text not null unique,
  channel text not null check (channel in ('email', 'sms', 'whatsapp')),
  address text not null,
  language text not null check (language in ('fr', 'en')),
  -- The texts, complete but for the base URL of links.
  content jsonb not null,
  state text not null check (state in ('QUEUED', 'SENT', 'REFUSED', 'ABANDONED', 'UNCERTAIN', 'MUTED')),
  attempts smallint not null default 0,
  next_attempt_at timestamptz,
  lease_token uuid,
  lease_until timestamptz,
  -- Why the last attempt failed.
  error text,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- Alerts are sent before other messages.
  is_alert boolean not null default true,
  check ((state = 'QUEUED') = (finished_at is null)),
  check ((state = 'QUEUED') = (next_attempt_at is not null)),
  check ((lease_token is null) = (lease_until is null)),
  check (state = 'QUEUED' or lease_token is null)
);
create index message_finished on message (finished_at) where finished_at is not null;
-- For monitoring: there are few of them.
create index message_unsent on message (finished_at) where state in ('REFUSED', 'ABANDONED', 'UNCERTAIN');
create index message_merchant on message (merchant_id, id);
create index message_due_by_class on message (channel, is_alert desc, next_attempt_at) where state = 'QUEUED';
-- The invitations of a merchant are counted by day.
create index message_invitation on message (merchant_id, created_at) where kind = 'invitation';

-- Incidents that last and have many events, such as a webhook endpoint that fails. They are reported at most once a day.
create table message_incident (
  key text primary key,
  opened_at timestamptz not null,
  last_event_at timestamptz not null,
  events integer not null default 1,
  notified_at timestamptz not null,
  resolved_at timestamptz
);
create index message_incident_last_event on message_incident (last_event_at);

-- When messages left for an address in the last hour, so that an address gets only so many.
create table message_allowance (
  address text primary key,
  sent_at timestamptz[] not null,
  last_sent_at timestamptz not null,
  -- The times of messages other than alerts, which are in `sent_at` too.
  others_sent_at timestamptz[] not null default '{}'
);
create index message_allowance_last on message_allowance (last_sent_at);

-- Payers who want no messages from a merchant.
create table payer_opt_out (
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  address_key bytea not null check (length(address_key) = 32),
  created_at timestamptz not null,
  primary key (merchant_id, environment, address_key)
);

-- Recounts every list. Only needed after rows were written without the service; blocks writes while it runs.
create function recount_day_counts() returns void language plpgsql as $$
begin
  lock table day_count_change in share row exclusive mode;
  delete from day_count_change;
  delete from day_count;
  insert into day_count (list, merchant_id, environment, day, status, kind, count, amount_minor)
  select 'payment', merchant_id, environment, (created_at at time zone 'UTC')::date, status, coalesce(currency, ''),
         count(*), coalesce(sum(amount_minor), 0)
    from card_transaction group by 2, 3, 4, 5, 6;
  insert into day_count (list, merchant_id, environment, day, status, kind, count, amount_minor)
  select 'payment_failure', merchant_id, environment, (created_at at time zone 'UTC')::date, status, reason_code, count(*), 0
    from card_transaction where status = 'FAILED' group by 2, 3, 4, 5, 6;
  insert into day_count (list, merchant_id, environment, day, status, kind, count, amount_minor)
  select 'transfer', merchant_id, environment, (created_at at time zone 'UTC')::date, status, operator,
         count(*), coalesce(sum(receiver_minor) filter (where status <> 'Hold'), 0)
    from transfer group by 2, 3, 4, 5, 6;
  insert into day_count (list, merchant_id, environment, day, status, kind, count, amount_minor)
  select 'transfer_failure', merchant_id, environment, (created_at at time zone 'UTC')::date, status,
         coalesce(failure_code, ''), count(*), 0
    from transfer where status = 'Failed' group by 2, 3, 4, 5, 6;
  insert into day_count (list, merchant_id, environment, day, status, kind, count, amount_minor)
  select 'delivery', merchant_id, environment, (created_at at time zone 'UTC')::date, state, event_type, count(*), 0
    from webhook_event group by 2, 3, 4, 5, 6;
  insert into day_count (list, merchant_id, environment, day, status, kind, count, amount_minor)
  select 'link', merchant_id, environment, (created_at at time zone 'UTC')::date, '', '', count(*), 0
    from payment_link group by 2, 3, 4;
  insert into day_count (list, merchant_id, environment, day, status, kind, count, amount_minor)
  select 'balance', merchant_id, environment, (created_at at time zone 'UTC')::date, type, currency, count(*), sum(net_minor)
    from balance_transaction group by 2, 3, 4, 5, 6;
  insert into day_count (list, merchant_id, environment, day, status, kind, count, amount_minor)
  select 'balance_fee', merchant_id, environment, (created_at at time zone 'UTC')::date, type, currency, count(*), sum(fee_minor)
    from balance_transaction where fee_minor <> 0 group by 2, 3, 4, 5, 6;
  insert into day_count (list, merchant_id, environment, day, status, kind, count, amount_minor)
  select 'payout', merchant_id, environment, (created_at at time zone 'UTC')::date, state, currency, count(*), sum(amount_minor)
    from merchant_payout group by 2, 3, 4, 5, 6;
end $$;

create function recount_deliveries() returns void language sql as $$
  insert into day_count_change (list, merchant_id, environment, day, status, kind, count, amount_minor)
  select 'delivery', merchant_id, environment, day, status, kind, sum(count), 0
    from (select merchant_id, environment, (created_at at time zone 'UTC')::date as day, state as status, event_type as kind,
                 count(*) as count
            from webhook_event group by 1, 2, 3, 4, 5
          union all
          select merchant_id, environment, day, status, kind, -count from day_count where list = 'delivery'
          union all
          select merchant_id, environment, day, status, kind, -count from day_count_change where list = 'delivery') counted
   group by 2, 3, 4, 5, 6 having sum(count) <> 0
$$;
