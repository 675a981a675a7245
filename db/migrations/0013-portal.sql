-- Up Migration

-- Counters of a merchant's lists: rows and amounts by UTC day of creation, status and kind (currency of a payment, operator of
-- a transfer, reason of a failure). The correct figure is day_count and day_count_change together: statements that insert or
-- change a row insert a change, and a worker adds the changes up. Changes are only inserted, so that payments never wait
-- for a counter.
create table day_count (
  list text not null check (list in ('payment', 'payment_failure', 'transfer', 'transfer_failure', 'delivery', 'link')),
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  day date not null,
  status text not null,
  kind text not null,
  count bigint not null,
  amount_minor bigint not null,
  primary key (merchant_id, environment, list, day, status, kind)
);
create table day_count_change (
  list text not null,
  merchant_id bigint not null,
  environment text not null,
  day date not null,
  status text not null,
  kind text not null,
  count bigint not null,
  amount_minor bigint not null
);
create index day_count_change_list on day_count_change (merchant_id, environment, list);
-- Rows exist for about a second.
alter table day_count_change set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- Lists are sorted by time of creation, newest first, so that a day is one contiguous range of the index. Pending rows have a
-- short index of their own, appended at its end; indexes for finding rows are written only when a row ends, so that accepting
-- an order or transfer is not slowed down.
drop index card_transaction_merchant;
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
-- Rows without these values are left out, because nobody searches for them and orders should not pay for the index.
alter table card_transaction drop constraint card_transaction_cs_payment_id_key;
create unique index card_transaction_cs_payment_id_key on card_transaction (cs_payment_id) where cs_payment_id is not null;
drop index card_transaction_link_form;
create unique index card_transaction_link_form on card_transaction (link_form)
  where link_form is not null and status = 'PENDING';

drop index transfer_merchant, transfer_merchant_status, transfer_merchant_operator, transfer_merchant_created;
create index transfer_open on transfer (merchant_id, environment, status, created_at, id)
  where status in ('Submitted', 'Hold');
create index transfer_ended on transfer (merchant_id, environment, created_at, id)
  where status not in ('Submitted', 'Hold');
create index transfer_status on transfer (merchant_id, environment, status, created_at, id)
  where status not in ('Submitted', 'Hold');
create index transfer_operator on transfer (merchant_id, environment, operator, created_at, id)
  where status not in ('Submitted', 'Hold');
create index transfer_amount on transfer (merchant_id, environment, amount_hundredths, created_at)
  where status not in ('Submitted', 'Hold');
create index transfer_phone on transfer (merchant_id, environment, right(customer_number, 8), created_at)
  where status not in ('Submitted', 'Hold');

drop index payment_link_merchant;
create index payment_link_list on payment_link (merchant_id, environment, created_at, id);

-- Wallet lines are written while the wallet is locked, so they are numbered from 1 without gaps and a page is a range of
-- numbers.
alter table wallet add column line_count bigint not null default 0 check (line_count >= 0);
alter table wallet_entry add column position bigint;
alter table wallet_entry disable trigger wallet_entry_append_only;
update wallet_entry e set position = n.position
  from (select id, row_number() over (partition by wallet_id order by id) as position from wallet_entry) n
 where n.id = e.id;
alter table wallet_entry enable trigger wallet_entry_append_only;
update wallet w set line_count = n.lines
  from (select wallet_id, count(*) as lines from wallet_entry group by wallet_id) n where n.wallet_id = w.id;
alter table wallet_entry alter column position set not null;
drop index wallet_entry_wallet;
create unique index wallet_entry_position on wallet_entry (wallet_id, position);

-- An event belongs to the environment of its payment or transfer: a live merchant does not see its sandbox events.
alter table webhook_event add column environment text check (environment in ('sandbox', 'production'));
update webhook_event e set environment = coalesce(
  (select t.environment from card_transaction t where e.subject = 'card:' || t.id),
  (select t.environment from transfer t where e.subject = 'transfer:' || t.id),
  (select m.environment from merchant m where m.id = e.merchant_id));
alter table webhook_event alter column environment set not null;
drop index webhook_event_merchant;
create index webhook_event_list on webhook_event (merchant_id, environment, created_at, id);
create index webhook_event_ended_badly on webhook_event (merchant_id, environment, state, created_at, id)
  where state in ('FAILED', 'DEAD');
-- A subject has few events, so one index serves their order, the history and the timeline.
drop index webhook_event_transfer, webhook_event_subject;
create index webhook_event_subject on webhook_event (subject, id);

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
  select 'delivery', merchant_id, environment, (created_at at time zone 'UTC')::date, state, '', count(*), 0
    from webhook_event group by 2, 3, 4, 5;
  insert into day_count (list, merchant_id, environment, day, status, kind, count, amount_minor)
  select 'link', merchant_id, environment, (created_at at time zone 'UTC')::date, '', '', count(*), 0
    from payment_link group by 2, 3, 4;
end $$;
select recount_day_counts();
