-- Up Migration

-- What control and each cell have for themselves, so that an act and its record commit together: idempotency keys, the audit log, and
-- the outbox of messages.

-- Stored responses for `Idempotency-Key`. The owner of a key is a merchant, by its id, or an admin, by `admin` and the name. A row
-- without status is a request that is still running.
create table idempotent_request (
  owner text not null,
  method text not null,
  path text not null,
  key text not null check (key like 'h1:%'),
  fingerprint bytea not null,
  status integer,
  body text,
  locked_until timestamptz not null,
  created_at timestamptz not null,
  primary key (owner, method, path, key)
);
create index idempotent_request_created on idempotent_request (created_at);

-- The audit log of admin actions. Each row has a keyed hash over itself and the row before; the key is not in the database,
-- so editing, removing, adding or moving a row breaks the chain there.
create table audit_log (
  seq bigint primary key,
  at timestamptz not null,
  actor text not null,
  address text not null,
  action text not null,
  subject text not null,
  detail text not null,
  request_id text not null,
  previous_hash bytea not null,
  hash bytea not null
);
-- Finds rows by actor, action and subject: few people write here, and rows are never deleted.
create index audit_log_actor on audit_log (actor, seq);
create index audit_log_action on audit_log (action, seq);
create index audit_log_subject on audit_log (subject, seq);
-- The audit log of one person and action: the other indexes read all entries of the person to find those of the action.
create index audit_log_actor_action on audit_log (actor, action, seq);
create trigger audit_log_append_only before update or delete on audit_log
  for each statement execute function refuse_change();
create trigger audit_log_not_truncated before truncate on audit_log
  for each statement execute function refuse_change();

-- The last row of the log, for a transaction that appends to it. Transactions that append to the log of one place wait for each other here. Each statement of the
-- function sees what was committed before it began, so the second one sees what the previous transaction appended.
create function locked_audit_end() returns table (seq bigint, hash bytea) language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(current_schema() || ' audit log', 0));
  return query select l.seq, l.hash from audit_log l order by l.seq desc limit 1;
end $$;

-- The last row, with a hash of its own, so that rows removed from the end are detected.
create table audit_head (
  single boolean primary key default true check (single),
  seq bigint not null,
  hash bytea not null
);

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
