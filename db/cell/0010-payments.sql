-- Up Migration

-- Card payments: links, transactions, authentications, tokens and receipts.

-- The ids that tables of a cell draw by default: random, but for the last six bits, which name the cell as server/kernel/cell.ts reads
-- them. The number of the cell is written into the function, so that it does not depend on where its caller looks for tables.
do $create$ begin
  execute format($function$
    create function new_id_in_cell() returns uuid language sql volatile as $$
      select encode(
        set_byte(uuid_send(gen_random_uuid()), 15, get_byte(uuid_send(gen_random_uuid()), 0) & 192 | %s), 'hex')::uuid
    $$ $function$, substring(current_schema() from '^cell_([0-9]+)$')::integer - 1);
end $create$;

-- Links that were made together by one file. The same rows again within 30 days are the same links.
create table link_batch (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  -- A hash of the rows, whatever their order and format.
  content bytea not null,
  created_at timestamptz not null
);
create index link_batch_content on link_batch (merchant_id, environment, content, created_at);

-- A payment link: a URL where the visitor fills in a form and pays. Submitting the form creates a card_transaction; viewing the
-- link writes nothing. `single`: each payment is of one amount. `open`: the payer chooses it. `parts`: several payments of a total.
create table payment_link (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^[A-Z0-9]{12}$'),
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'EXPIRED', 'EXHAUSTED', 'CANCELLED')),
  kind text not null default 'single' check (kind in ('single', 'open', 'parts')),
  -- The amount of each payment, or the total of `parts`.
  amount_minor bigint check (amount_minor > 0),
  currency text not null check (currency in ('USD', 'CDF')),
  merchant_reference text not null,
  description text not null default '',
  callback_url text,
  return_url text,
  cancel_url text,
  -- The language of its pages if the visitor requests none.
  locale text check (locale in ('fr', 'en')),
  max_uses integer check (max_uses between 1 and 10000),
  -- Charges in flight, and charges that succeeded. Together they never exceed max_uses.
  uses_reserved integer not null default 0 check (uses_reserved >= 0),
  uses_confirmed integer not null default 0 check (uses_confirmed >= 0),
  -- Recent outcomes: a link with mostly declined cards is probably used for card testing.
  window_started_at timestamptz,
  window_declines integer not null default 0,
  window_successes integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  newcomer_turn_at timestamptz,
  other_turn_at timestamptz,
  -- Reserved uses whose payer was declined and may try another card. They are part of uses_reserved, but no charge is in flight.
  uses_held integer not null default 0,
  last_paid_at timestamptz,
  -- The user who made a link in the portal; null for links made by the API.
  created_by bigint,
  -- The only methods by which it may be paid; null: those of its merchant.
  payment_methods text[] check (payment_methods <@ '{card,mobile_money}' and cardinality(payment_methods) between 1 and 2),
  -- The bounds of one payment of an open amount; of `parts`, the lower bound of each part but the last.
  min_minor bigint check (min_minor > 0),
  max_minor bigint check (max_minor >= min_minor),
  -- Of `parts`: when which amount is due, as an array of {due_on, amount_minor} in order. It never changes.
  schedule jsonb not null default '[]',
  -- Whom it is for and the list it belongs to, in the merchant's own words.
  payer_label text,
  group_name text,
  -- The file that it was made by, and its row there, from 1.
  batch bigint references link_batch,
  batch_row integer check ((batch_row is null) = (batch is null)),
  -- Successful payments less refunds and voids, and payments that hold a use. Parts never exceed their total.
  paid_minor bigint not null default 0 check (paid_minor >= 0),
  running_minor bigint not null default 0 check (running_minor >= 0),
  constraint kind_has_its_amounts check (
    (kind = 'open') = (amount_minor is null) and (kind = 'single') = (max_uses is not null)
    and (kind = 'single') = (min_minor is null) and (kind = 'open' or max_minor is null)),
  constraint never_overpaid check (kind <> 'parts' or paid_minor + running_minor <= amount_minor),
  constraint never_oversold check (uses_confirmed + uses_reserved <= max_uses),
  constraint held_uses_are_reserved check (uses_held between 0 and uses_reserved)
);
create index payment_link_expiring on payment_link (expires_at) where status = 'ACTIVE';
create index payment_link_list on payment_link (merchant_id, environment, created_at, id);
create index payment_link_newest_payment
  on payment_link (merchant_id, environment, last_paid_at desc nulls last, created_at desc, id desc);
create index payment_link_group on payment_link (merchant_id, environment, group_name, id) where group_name is not null;
create index payment_link_open_parts on payment_link (merchant_id, environment, id) where kind = 'parts' and status = 'ACTIVE';
create index payment_link_batch on payment_link (batch, batch_row) where batch is not null;
create index payment_link_creator on payment_link (created_by, expires_at) where created_by is not null;

create function record_link_payment() returns trigger language plpgsql as $$
    begin
      new.last_paid_at := greatest(clock_timestamp(), old.last_paid_at);
      return new;
    end $$;
create trigger payment_link_paid before update of uses_confirmed on payment_link
    for each row when (new.uses_confirmed > old.uses_confirmed) execute function record_link_payment();

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

-- Visitors who try cards at a payment link, so that one visitor's declines do not close it for everybody. Both columns are keyed
-- hashes for one link: `address` of the client's network, `device` of a random cookie. Deleted after two days.
create table link_visit (
  transaction_id bigint primary key,
  address bytea not null check (length(address) = 32),
  device bytea not null check (length(device) = 32),
  -- What a till calls the sale whose code was scanned, by which it recognizes the payment; null for all other visits.
  till_sale uuid,
  created_at timestamptz not null
);
create index link_visit_created on link_visit (created_at);

-- Who takes a part at a till, from the moment at which its code is shown there: it counts as their sale, whoever made the link. Deleted
-- after two days, as visits are.
create table till_sale (
  payment_link_id bigint not null references payment_link,
  sale uuid not null,
  user_id bigint not null,
  begun_at timestamptz not null,
  primary key (payment_link_id, sale)
);
create index till_sale_user on till_sale (user_id);
create index till_sale_begun on till_sale (begun_at);

-- What a visitor of a link has tried within a window of time, by network and by device, so that card testing is stopped.
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

-- The browsers with which payers authenticated, as evidence for disputes. Many payments share a browser, so each is stored once.
create table payer_browser (
  id bigint generated always as identity primary key,
  user_agent text not null,
  language text not null,
  -- Such as 360x800; empty where the page did not send it.
  screen text not null,
  unique (user_agent, language, screen)
);

-- A card payment, from the order to its end. Rates and shares are those of its creation.
create table card_transaction (
  id bigint generated always as identity primary key,
  transaction_uuid text not null unique,
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  origin text not null check (origin in ('order', 'microform', 'link')),
  status text not null default 'PENDING' check (status in
    ('PENDING', 'SUCCESS', 'FAILED', 'CANCELLED', 'EXPIRED', 'REFUNDED', 'PARTIALLY_REFUNDED', 'VOIDED')),
  amount_minor bigint check (amount_minor > 0),
  currency text check (currency in ('USD', 'CDF')),
  commission_rate_bp integer not null,
  commission_minor bigint,
  bank_commission_minor bigint,
  service_commission_minor bigint,
  merchant_minor bigint,
  merchant_reference text not null,
  callback_url text,
  return_url text,
  cancel_url text,
  bill_to_forename text,
  bill_to_surname text,
  bill_to_email text,
  bill_to_phone text,
  bill_to_address_line1 text,
  bill_to_address_city text,
  bill_to_address_country text,
  bill_to_address_state text,
  bill_to_address_postal_code text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  finalised_at timestamptz,
  -- The gateway operation that is changing this transaction now. While it is set, no other operation may start.
  running_operation uuid,
  -- The final outcome, from the gateway or from us.
  decision text not null default '' check (decision in ('', 'ACCEPT', 'REJECT', 'REVIEW')),
  reason_code text not null default '',
  message text not null default '',
  cs_payment_id text,
  card_type text not null default '',
  card_last4 text not null default '',
  card_expiry_date text not null default '',
  card_bin_country text not null default '',
  card_issuer text not null default '',
  card_scheme text not null default '',
  auth_cavv_result text not null default '',
  cavv_message text not null default '',
  -- Refunded amounts, completed and pending. A check guarantees that together they never exceed the payment's amount.
  refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  refund_reserved_minor bigint not null default 0 check (refund_reserved_minor >= 0),
  payment_link_id bigint references payment_link,
  -- A hash of the form: the same form sent twice is one transaction while that is pending.
  link_form bytea,
  -- A custom checkout receives its amount and payer at enrolment or charge; its rates are those of its first call.
  bank_rate_bp integer,
  -- The origin of the page with the card fields: only it is notified that a challenge has ended.
  target_origin text,
  locale text,
  -- A hash of the charge request. A repeat of the same request gets the recorded outcome.
  charge_fingerprint bytea,
  -- Set while a charge is being prepared; from the claim on, running_operation holds the transaction.
  charge_until timestamptz,
  checkout_attempts smallint not null default 1,
  declined_attempts smallint not null default 0,
  holds_link_use boolean not null default false,
  -- What disputes have taken from the merchant and not given back, and how many of them are open. Both change with the lock of
  -- the payment.
  disputed_minor bigint not null default 0,
  open_disputes smallint not null default 0,
  payer_erased_at timestamptz,
  -- The only methods by which it may be paid; null: those of its merchant.
  payment_methods text[] check (payment_methods <@ '{card,mobile_money}' and cardinality(payment_methods) between 1 and 2),
  -- Set by the outcome of the last attempt: how it was paid or declined. Of mobile money, also the operator and the last three digits of
  -- the paying number.
  payment_method text check (payment_method in ('card', 'mobile_money')),
  payer_operator text,
  payer_number_end text check (payer_number_end ~ '^[0-9]{3}$'),
  constraint commission_adds_up check (
    commission_minor + merchant_minor = amount_minor
    and bank_commission_minor + service_commission_minor = commission_minor),
  constraint finished_has_time check ((finalised_at is null) = (status = 'PENDING')),
  constraint refunds_within_amount check (refunded_minor + refund_reserved_minor <= coalesce(amount_minor, 0)),
  constraint refund_status check (
    (status = 'REFUNDED') = (refunded_minor > 0 and refunded_minor = amount_minor)
    and (status = 'PARTIALLY_REFUNDED') = (refunded_minor > 0 and refunded_minor < amount_minor)),
  constraint voided_is_not_refunded check (status <> 'VOIDED' or refunded_minor + refund_reserved_minor = 0),
  constraint link_has_origin check ((payment_link_id is not null) = (origin = 'link')),
  constraint link_form_has_link check (link_form is null or payment_link_id is not null),
  constraint custom_checkout_is_whole check (
    origin <> 'microform' or (target_origin is not null and bank_rate_bp is not null)),
  constraint amount_has_parts check (
    (amount_minor is null) = (currency is null) and (amount_minor is null) = (merchant_minor is null)),
  constraint payer_number_has_operator check ((payer_operator is null) = (payer_number_end is null)),
  constraint declines_within_attempts check (checkout_attempts between 1 and 5 and declined_attempts between 0 and checkout_attempts),
  constraint card_transaction_disputed_check check (disputed_minor >= 0 and open_disputes >= 0
         and refunded_minor + refund_reserved_minor + disputed_minor <= coalesce(amount_minor, 0))
);
alter table card_transaction set (fillfactor = 80);
create index card_transaction_open on card_transaction (merchant_id, environment, created_at, id) where status = 'PENDING';
create index card_transaction_ended on card_transaction (merchant_id, environment, created_at, id) include (currency)
  where status <> 'PENDING';
create index card_transaction_status on card_transaction (merchant_id, environment, status, created_at, id)
  include (currency) where status <> 'PENDING';
-- A reference may exceed the size limit of an index; the last digits of a phone are the same in every format.
create index card_transaction_reference on card_transaction
  (merchant_id, environment, left(merchant_reference, 64), created_at) where status <> 'PENDING';
create index card_transaction_amount on card_transaction (merchant_id, environment, amount_minor, created_at)
  where status <> 'PENDING';
create index card_transaction_email on card_transaction (merchant_id, environment, bill_to_email, created_at)
  where status <> 'PENDING';
create index card_transaction_phone on card_transaction (merchant_id, environment, right(bill_to_phone, 8), created_at)
  where status <> 'PENDING';
create index card_transaction_last4 on card_transaction (merchant_id, environment, card_last4, created_at)
  where status <> 'PENDING' and card_last4 <> '';
create unique index card_transaction_cs_payment_id_key on card_transaction (cs_payment_id) where cs_payment_id is not null;
create unique index card_transaction_link_form on card_transaction (link_form)
  where link_form is not null and status = 'PENDING';
create index card_transaction_due on card_transaction (expires_at) where status = 'PENDING';
create index card_transaction_holds on card_transaction (id) where holds_link_use;
create index card_transaction_link on card_transaction (payment_link_id, created_at, id) where payment_link_id is not null;
alter table link_visit add foreign key (transaction_id) references card_transaction;

-- Payers of a link in parts who asked for reminders of its due dates, by the payment with which they did. Deleted after the last one.
create table link_reminder (
  transaction_id bigint primary key references card_transaction,
  payment_link_id bigint not null references payment_link,
  language text not null check (language in ('fr', 'en')),
  next_at timestamptz not null
);
create index link_reminder_next on link_reminder (next_at);

-- Every state change of a transaction, written by the statement that makes it.
create table card_transaction_move (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references card_transaction,
  event text not null,
  from_status text not null,
  to_status text not null,
  at timestamptz not null,
  reason_code text not null default ''
);
create index card_transaction_move_transaction on card_transaction_move (transaction_id, id);

-- A payer authentication (3-D Secure): bound to one transaction, card token, amount and currency, and used once.
create table card_authentication (
  id uuid primary key,
  transaction_id bigint not null references card_transaction,
  state text not null check (state in
    ('set_up', 'enrolling', 'challenged', 'validating', 'authenticated', 'failed', 'abandoned', 'used')),
  reference_id text not null,
  token_id text not null,
  -- Card details from the token: type, last four digits, expiry.
  card jsonb not null,
  amount_minor bigint,
  currency text,
  authentication_transaction_id text,
  step_up_url text,
  step_up_token_sealed bytea,
  evidence_sealed bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  lease_until timestamptz,
  -- When the bank sent the customer back from the challenge. The result can be requested only afterwards.
  challenge_returned_at timestamptz,
  authenticated_at timestamptz,
  -- Evidence for disputes: ECI, version, status and directory server transaction id, without cryptogram or token. Kept with an
  -- authentication that was charged, and wiped with the token of one that was not.
  dispute_evidence jsonb,
  -- Not a foreign key: its check would lock the row of the browser, which all payments from it share.
  payer_address inet,
  payer_browser bigint,
  constraint enrolled_has_amount check (
    state in ('set_up', 'abandoned') or (amount_minor is not null and currency is not null))
);
create index card_authentication_transaction on card_authentication (transaction_id, created_at desc);
create unique index card_authentication_active on card_authentication (transaction_id)
  where state in ('enrolling', 'challenged', 'validating', 'authenticated');
-- The gateway's id of an authentication is indexed only once it is known, so that the changes before write no index entry.
create unique index card_authentication_gateway_id
  on card_authentication (authentication_transaction_id) where authentication_transaction_id is not null;

-- The sealed card token of an authentication, in a row of its own: it is most of the authentication, and every change of the
-- state would write it to the log again. Deleted when it expires.
create table authentication_token (
  id uuid primary key references card_authentication,
  token_sealed bytea not null,
  expires_at timestamptz not null
);
create index authentication_token_expiring on authentication_token (expires_at);

-- A card token belongs to the payment that presented it first, with or without an authentication, so it is charged once even
-- if it is presented again at the same moment.
create table card_token (
  token_id text primary key,
  transaction_id bigint not null references card_transaction,
  shown_at timestamptz not null
);

-- The one-time public keys of the capture contexts opened for a payment. A transient token is signed with its context's key;
-- only a token that one of these keys verifies may be charged.
create table card_token_key (
  transaction_id bigint not null references card_transaction,
  key_id text not null,
  public_key jsonb not null,
  created_at timestamptz not null,
  primary key (transaction_id, key_id)
);
create index card_token_key_created on card_token_key (created_at);

-- The code of each receipt that was asked for. It is random, so it reveals nothing and cannot be guessed. A shop marks the receipt of
-- a payment once when it hands over the goods, so that one receipt fetches them once.
create table receipt (
  code text primary key check (code ~ '^[A-HJKMNP-Z2-9]{10}$'),
  transaction_id bigint unique references card_transaction,
  transfer_id bigint unique,
  -- A link in parts that was fully paid: one receipt over all its payments.
  payment_link_id bigint unique references payment_link,
  created_at timestamptz not null,
  -- The act of marking, so that a repeat of it after a lost response is recognized.
  mark_id uuid,
  handed_over_by text,
  handed_over_at timestamptz,
  check (num_nonnulls(transaction_id, transfer_id, payment_link_id) = 1),
  check (num_nonnulls(mark_id, handed_over_by, handed_over_at) in (0, 3)),
  check (handed_over_at is null or transaction_id is not null)
);
