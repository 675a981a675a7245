-- Messages to people: what is sent to merchants, payers and admins by e-mail, SMS and WhatsApp, and what merchants want to be notified of.
set local lock_timeout = '2s';

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
  -- The texts, complete but for the base URL of links, so that any release can send them.
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
  check ((state = 'QUEUED') = (finished_at is null)),
  check ((state = 'QUEUED') = (next_attempt_at is not null)),
  check ((lease_token is null) = (lease_until is null)),
  check (state = 'QUEUED' or lease_token is null)
);
create index message_due on message (channel, next_attempt_at) where state = 'QUEUED';
create index message_finished on message (finished_at) where finished_at is not null;
-- For monitoring: there are few of them.
create index message_unsent on message (finished_at) where state in ('REFUSED', 'ABANDONED', 'UNCERTAIN');
create index message_merchant on message (merchant_id, id);

-- What lasts and has many events, such as a webhook endpoint that fails: its events are reported at most once a day.
create table message_incident (
  key text primary key,
  opened_at timestamptz not null,
  last_event_at timestamptz not null,
  events integer not null default 1,
  notified_at timestamptz not null,
  resolved_at timestamptz
);
create index message_incident_last_event on message_incident (last_event_at);

-- Browsers and programs from which a merchant has signed in.
create table known_device (
  merchant_id bigint not null references merchant,
  device_hash bytea not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (merchant_id, device_hash)
);
create index known_device_last_seen on known_device (last_seen_at);

alter table merchant
  add column language text not null default 'fr',
  -- The kinds of alerts that the merchant has turned off.
  add column muted_alerts text[] not null default '{}';
alter table merchant add constraint merchant_language check (language in ('fr', 'en')) not valid;
