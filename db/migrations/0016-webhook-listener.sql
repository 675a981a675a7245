-- A developer who works on a merchant's webhook handler receives events beside their normal delivery, on a local machine. A
-- listener resumes where it stopped: with events since `since` that are not in webhook_forward.
create table webhook_listener (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references merchant,
  name text not null,
  since timestamptz not null,
  unique (merchant_id, name)
);

create table webhook_forward (
  listener_id bigint not null references webhook_listener on delete cascade,
  event_id bigint not null references webhook_event on delete cascade,
  http_status integer,
  forwarded_at timestamptz not null,
  primary key (listener_id, event_id)
);
create index webhook_forward_event on webhook_forward (event_id);
