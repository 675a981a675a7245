-- Up Migration

-- Counters of a merchant's lists: rows and amounts by UTC day of creation, status and kind (currency of a payment, operator of
-- a transfer, reason of a failure). The correct figure is day_count and day_count_change together: statements that insert or
-- change a row insert a change, and a worker adds the changes up. Changes are only inserted, so that payments never wait
-- for a counter.
create table day_count (
  list text not null check (list in
  ('payment', 'payment_failure', 'transfer', 'transfer_failure', 'delivery', 'link', 'balance', 'payout',
   'balance_fee')),
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  day date not null,
  status text not null,
  kind text not null,
  count bigint not null,
  amount_minor bigint not null,
  primary key (merchant_id, environment, list, day, status, kind)
);
-- Lists over the rows of all merchants read the counters by day.
create index day_count_days on day_count (list, day);

-- Triggers add up the totals, so that they follow every change of the counters. The changes are gathered in arrays first: Citus does not
-- insert the new rows of a statement into another table.
create function add_to_day_total() returns trigger language plpgsql set search_path from current as $$
declare
  changed record;
begin
  if tg_op = 'INSERT' then
    select array_agg(list) as lists, array_agg(environment) as environments, array_agg(day) as days, array_agg(status) as statuses,
           array_agg(kind) as kinds, array_agg(count) as counts
      into changed from added;
  elsif tg_op = 'UPDATE' then
    select array_agg(list) as lists, array_agg(environment) as environments, array_agg(day) as days, array_agg(status) as statuses,
           array_agg(kind) as kinds, array_agg(count) as counts
      into changed
      from (select list, environment, day, status, kind, count from added
            union all
            select list, environment, day, status, kind, -count from removed) c;
  else
    select array_agg(list) as lists, array_agg(environment) as environments, array_agg(day) as days, array_agg(status) as statuses,
           array_agg(kind) as kinds, array_agg(-count) as counts
      into changed from removed;
  end if;
  insert into day_total as t (list, environment, day, status, kind, count)
  select list, environment, day, status, kind, sum(count)
    from unnest(changed.lists, changed.environments, changed.days, changed.statuses, changed.kinds, changed.counts)
         c (list, environment, day, status, kind, count)
   group by 1, 2, 3, 4, 5 having sum(count) <> 0 order by 1, 2, 3, 4, 5
      on conflict (list, environment, day, status, kind) do update set count = t.count + excluded.count;
  return null;
end $$;

create trigger day_count_added after insert on day_count
  referencing new table as added for each statement execute function add_to_day_total();
create trigger day_count_changed after update on day_count
  referencing new table as added old table as removed for each statement execute function add_to_day_total();
create trigger day_count_removed after delete on day_count
  referencing old table as removed for each statement execute function add_to_day_total();

-- Changes of the counters that a worker has not added up yet.
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
alter table day_count_change set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
-- A cell can be moved to another server while it is written only if every row can be distinguished from the others. This table has no key.
alter table day_count_change replica identity full;
create index day_count_change_list on day_count_change (merchant_id, environment, list);

-- The counters of a day, of all merchants together, so that lists of all merchants find the day of a page without reading the
-- counters of every merchant. Only the worker that adds pending changes to day_count writes here, so no request waits for these rows.
create table day_total (
  list text not null,
  environment text not null,
  day date not null,
  status text not null,
  kind text not null,
  count bigint not null,
  primary key (list, environment, day, status, kind)
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
    from webhook_event where url is not null group by 2, 3, 4, 5, 6;
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
            from webhook_event where url is not null group by 1, 2, 3, 4, 5
          union all
          select merchant_id, environment, day, status, kind, -count from day_count where list = 'delivery'
          union all
          select merchant_id, environment, day, status, kind, -count from day_count_change where list = 'delivery') counted
   group by 2, 3, 4, 5, 6 having sum(count) <> 0
$$;
