// Statements and fee invoices of card money: the fees of each day are counted, so that a statement of any period reads its
// sums without its movements; and each month with fees has one invoice, which is never changed.
import type { MigrationBuilder } from 'node-pg-migrate'

const feeCounts = `
alter table day_count drop constraint if exists day_count_list_check;
alter table day_count add constraint day_count_list_check check (list in
  ('payment', 'payment_failure', 'transfer', 'transfer_failure', 'delivery', 'link', 'balance', 'payout',
   'balance_fee')) not valid;

-- A trigger, so that processes of the previous release count fees, too.
create or replace function count_balance_fees() returns trigger language plpgsql as $$
begin
  insert into day_count_change (list, merchant_id, environment, day, status, kind, count, amount_minor)
  select 'balance_fee', merchant_id, environment, (created_at at time zone 'UTC')::date, type, currency, count(*), sum(fee_minor)
    from written where fee_minor <> 0 group by 2, 3, 4, 5, 6;
  return null;
end $$;
create or replace trigger balance_transaction_counts_fees after insert on balance_transaction
  referencing new table as written for each statement execute function count_balance_fees();
`

const invoices = `
-- The last number of each year's series. The row is locked until the invoice that took the number is committed, so no number is
-- missing and none is used twice.
create table if not exists fee_invoice_series (
  environment text not null check (environment in ('sandbox', 'production')),
  year integer not null,
  last_number integer not null,
  primary key (environment, year)
);

-- What an invoice states, as it was on the day of issue. The document is rendered from these facts only.
create table if not exists fee_invoice (
  number text primary key,
  environment text not null check (environment in ('sandbox', 'production')),
  year integer not null,
  sequence integer not null check (sequence > 0),
  merchant_id bigint not null references merchant,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- The first day of the month.
  month date not null check (extract(day from month) = 1),
  issued_at timestamptz not null,
  -- The issuer and the recipient: name, address and register numbers.
  issuer jsonb not null,
  recipient jsonb not null,
  -- Fees by type of movement: [{type, count, fee_minor}].
  lines jsonb not null,
  -- Hundredths of a percent, included in the total. A negative total is a credit note.
  vat_bp integer not null check (vat_bp between 0 and 10000),
  total_minor bigint not null check (total_minor <> 0),
  vat_minor bigint not null,
  unique (environment, year, sequence),
  unique (merchant_id, environment, currency, month)
);

-- Months of which every invoice has been issued.
create table if not exists fee_invoice_month (
  month date primary key,
  issued_at timestamptz not null
);

create or replace trigger fee_invoice_kept before update or delete or truncate on fee_invoice
  for each statement execute function ledger_refuse_change();
`

const fill = `
-- Replacing the trigger waits until nothing is being posted. So the trigger above sees every later movement and none of these.
create or replace trigger ledger_entry_moves_balances after insert on ledger_entry
  referencing new table as written for each statement execute function ledger_move_balances();
create table if not exists balance_fee_fill (
  is_only boolean primary key default true check (is_only),
  through_movement bigint not null,
  done_movement bigint not null default 0
);
insert into balance_fee_fill (through_movement) select coalesce(max(id), 0) from balance_transaction
on conflict do nothing;

create or replace procedure fill_balance_fees(page bigint) language plpgsql as $$
declare
  fill record;
begin
  loop
    select * into fill from balance_fee_fill for update;
    exit when fill.done_movement >= fill.through_movement;
    insert into day_count_change (list, merchant_id, environment, day, status, kind, count, amount_minor)
    select 'balance_fee', merchant_id, environment, (created_at at time zone 'UTC')::date, type, currency, count(*), sum(fee_minor)
      from balance_transaction
     where fee_minor <> 0 and id > fill.done_movement
       and id <= least(fill.done_movement + page, fill.through_movement)
     group by 2, 3, 4, 5, 6;
    update balance_fee_fill set done_movement = least(fill.done_movement + page, fill.through_movement);
    commit;
  end loop;
end $$;
`

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
  select 'delivery', merchant_id, environment, (created_at at time zone 'UTC')::date, state, '', count(*), 0
    from webhook_event group by 2, 3, 4, 5;
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
`

export const up = (pgm: MigrationBuilder) => {
  // The last step commits page by page. Each step may be repeated if the migration was interrupted.
  pgm.noTransaction()
  pgm.sql(`begin; set local lock_timeout = '2s'; ${[fill, feeCounts, invoices, recount].join('')} commit;`)
  pgm.sql('call fill_balance_fees(10000)')
}
export const down = false
