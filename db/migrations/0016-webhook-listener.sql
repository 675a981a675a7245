-- Who works on a merchant's handler of webhooks hears of them beside the real delivery, at an address of his own machine.
-- A listener goes on where it stopped: whatever was announced since `since` and is not in webhook_forward.
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
