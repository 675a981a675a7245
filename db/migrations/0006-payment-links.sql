-- Up Migration

-- A payment link: a fixed amount with a URL, where the visitor fills in a form and pays. Submitting the form creates a
-- card_transaction; viewing the link writes nothing.
create table payment_link (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^[A-Z0-9]{12}$'),
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'EXPIRED', 'EXHAUSTED', 'CANCELLED')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency in ('USD', 'CDF')),
  merchant_reference text not null,
  description text not null default '',
  callback_url text not null,
  return_url text,
  cancel_url text,
  -- The language of its pages if the visitor requests none.
  locale text check (locale in ('fr', 'en')),
  max_uses integer not null check (max_uses between 1 and 10000),
  -- Charges in flight, and charges that succeeded. Together they never exceed max_uses.
  uses_reserved integer not null default 0 check (uses_reserved >= 0),
  uses_confirmed integer not null default 0 check (uses_confirmed >= 0),
  -- Recent outcomes: a link with mostly declined cards is probably used for card testing.
  window_started_at timestamptz,
  window_declines integer not null default 0,
  window_successes integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint never_oversold check (uses_confirmed + uses_reserved <= max_uses)
);
create index payment_link_merchant on payment_link (merchant_id, id desc);
create index payment_link_expiring on payment_link (expires_at) where status = 'ACTIVE';

-- Every state change of a link, written by the statement that makes it.
create table payment_link_move (
  id bigint generated always as identity primary key,
  payment_link_id bigint not null references payment_link,
  event text not null,
  from_status text not null,
  to_status text not null,
  at timestamptz not null
);
create index payment_link_move_link on payment_link_move (payment_link_id, id);

alter table card_transaction
  add column payment_link_id bigint references payment_link,
  -- A hash of the form: the same form sent twice is one transaction while that is pending.
  add column link_form bytea,
  add constraint link_has_origin check ((payment_link_id is not null) = (origin = 'link')),
  add constraint link_form_has_link check (link_form is null or payment_link_id is not null);
create unique index card_transaction_link_form on card_transaction (link_form) where status = 'PENDING';
