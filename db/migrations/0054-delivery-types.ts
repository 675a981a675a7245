// Deliveries are counted by event type, so that the console lists those of one type without reading the others.
import type { MigrationBuilder } from 'node-pg-migrate'

/**
 * Adds what the counters of deliveries lack, read in one snapshot without a lock, so it can run at any time. Processes of the
 * previous release count without the type; docs/operations.md tells when to run it once more.
 */
const recountDeliveries = `
create or replace function recount_deliveries() returns void language sql as $$
  insert into day_count_change (list, merchant_id, environment, day, status, kind, count, amount_minor)
  select 'delivery', merchant_id, environment, day, status, kind, sum(count), 0
    from (select merchant_id, environment, (created_at at time zone 'UTC')::date as day, state as status, event_type as kind,
                 count(*) as count
            from webhook_event group by 1, 2, 3, 4, 5
          union all
          select merchant_id, environment, day, status, kind, -count from day_count where list = 'delivery'
          union all
          select merchant_id, environment, day, status, kind, -count from day_count_change where list = 'delivery') counted
   group by 2, 3, 4, 5, 6 having sum(count) <> 0
$$`

const recount = `
create or replace function recount_day_counts() returns void language plpgsql as $$
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
    from webhook_event group by 2, 3, 4, 5, 6;
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
end $$;`

export const up = (pgm: MigrationBuilder) => {
  pgm.noTransaction()
  // With state and type in the index of the list, rows of other states and types are skipped without being read.
  pgm.sql(
    'create index concurrently if not exists webhook_event_listed on webhook_event (merchant_id, environment, created_at, id) include (state, event_type)',
  )
  pgm.sql('drop index concurrently if exists webhook_event_list')
  pgm.sql('drop index concurrently if exists webhook_event_rare')
  pgm.sql(recount)
  pgm.sql(recountDeliveries)
  pgm.sql('select recount_deliveries()')
}
export const down = false
