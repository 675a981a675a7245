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

set local lock_timeout = '2s';

-- Triggers, so that workers of the previous release keep the totals as well.
create function add_to_day_total() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into day_total as t (list, environment, day, status, kind, count)
    select list, environment, day, status, kind, sum(count) from added group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
        on conflict (list, environment, day, status, kind) do update set count = t.count + excluded.count;
  elsif tg_op = 'UPDATE' then
    insert into day_total as t (list, environment, day, status, kind, count)
    select list, environment, day, status, kind, sum(count)
      from (select list, environment, day, status, kind, count from added
            union all
            select list, environment, day, status, kind, -count from removed) changed
     group by 1, 2, 3, 4, 5 having sum(count) <> 0 order by 1, 2, 3, 4, 5
        on conflict (list, environment, day, status, kind) do update set count = t.count + excluded.count;
  else
    insert into day_total as t (list, environment, day, status, kind, count)
    select list, environment, day, status, kind, -sum(count) from removed group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
        on conflict (list, environment, day, status, kind) do update set count = t.count + excluded.count;
  end if;
  return null;
end $$;
create trigger day_count_added after insert on day_count
  referencing new table as added for each statement execute function add_to_day_total();
create trigger day_count_changed after update on day_count
  referencing new table as added old table as removed for each statement execute function add_to_day_total();
create trigger day_count_removed after delete on day_count
  referencing old table as removed for each statement execute function add_to_day_total();

insert into day_total (list, environment, day, status, kind, count)
select list, environment, day, status, kind, sum(count) from day_count group by 1, 2, 3, 4, 5;
