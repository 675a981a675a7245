-- Upper bounds of what a subject has used of its limits, in the row that acceptances lock: most transfers are so far below every limit
-- that nothing else needs to be read for them.
set local lock_timeout = '2s';

-- `day` and `month` are those of the last transfer, since 1970 in UTC; a month has 30 days. What was counted in it and in the one
-- before is at least what a window of that length has used: a transfer that was refused, failed or was reversed stays counted.
alter table limit_subject
  add column day_amount bigint not null default 0,
  add column day_amount_before bigint not null default 0,
  add column month_amount bigint not null default 0,
  add column month_amount_before bigint not null default 0,
  add column day integer not null default 0,
  add column day_count integer not null default 0,
  add column day_count_before integer not null default 0,
  add column month integer not null default 0,
  add column month_count integer not null default 0,
  add column month_count_before integer not null default 0;
-- Space for the next version of a row on its page.
alter table limit_subject set (fillfactor = 70);

-- From when on every transfer is in these bounds: one row.
create table limit_bounds_start (
  at timestamptz not null
);

-- For the previous release, which records shares without raising the bounds.
create function raise_limit_bounds() returns trigger language plpgsql as $$
begin
  insert into limit_subject as s (key, day, day_amount, day_count, month, month_amount, month_count)
  select key, day, sum(amount_minor), count(*), day / 30, sum(amount_minor), count(*)
    from (select key, amount_minor, max(floor(extract(epoch from at) / 86400)::integer) over (partition by key) as day from added) a
   group by key, day order by key
  on conflict (key) do update set
    day = greatest(s.day, excluded.day),
    month = greatest(s.month, excluded.month),
    day_amount = excluded.day_amount + case when s.day >= excluded.day then s.day_amount else 0 end,
    day_amount_before =
      case when s.day >= excluded.day then s.day_amount_before when s.day = excluded.day - 1 then s.day_amount else 0 end,
    day_count = excluded.day_count + case when s.day >= excluded.day then s.day_count else 0 end,
    day_count_before =
      case when s.day >= excluded.day then s.day_count_before when s.day = excluded.day - 1 then s.day_count else 0 end,
    month_amount = excluded.month_amount + case when s.month >= excluded.month then s.month_amount else 0 end,
    month_amount_before =
      case when s.month >= excluded.month then s.month_amount_before when s.month = excluded.month - 1 then s.month_amount else 0 end,
    month_count = excluded.month_count + case when s.month >= excluded.month then s.month_count else 0 end,
    month_count_before =
      case when s.month >= excluded.month then s.month_count_before when s.month = excluded.month - 1 then s.month_count else 0 end;
  return null;
end $$;
create trigger limit_share_of_previous_release after insert on limit_share referencing new table as added for each statement
  when (current_setting('likuta.limit_bounds', true) is distinct from 'raised') execute function raise_limit_bounds();

-- The lock of the trigger has waited for all transfers before it; an hour is more than the clocks of two processes differ.
insert into limit_bounds_start
select case when exists (select from limit_share) then now() + interval '1 hour' else timestamptz '1970-01-01 00:00+00' end;
