-- Visitors who try cards at a payment link, so that one visitor's declines do not close it for everybody. Both columns are keyed
-- hashes for one link: `address` of the client's network, `device` of a random cookie. Deleted after two days.
create table link_visit (
  transaction_id bigint primary key references card_transaction,
  address bytea not null check (length(address) = 32),
  device bytea not null check (length(device) = 32),
  created_at timestamptz not null
);
create index link_visit_created on link_visit (created_at);

create table link_visitor (
  payment_link_id bigint not null references payment_link,
  kind text not null check (kind in ('address', 'device')),
  visitor bytea not null check (length(visitor) = 32),
  window_started_at timestamptz not null,
  declines integer not null default 0 check (declines >= 0),
  successes integer not null default 0 check (successes >= 0),
  charges_under_way integer not null default 0 check (charges_under_way >= 0),
  primary key (payment_link_id, kind, visitor)
);
create index link_visitor_window on link_visitor (window_started_at);

-- When the next attempt may start while the link is throttled: for visitors without a decline, and for the others.
set local lock_timeout = '2s';
alter table payment_link
  add column newcomer_turn_at timestamptz,
  add column other_turn_at timestamptz;
