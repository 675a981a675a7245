-- Up Migration

-- The ledger: accounts, and postings whose entries add up to zero. Balances: what merchants are owed for card payments, its movements, and
-- the invoices of fees.

-- Double-entry ledger. An amount above zero is a debit, below zero a credit; rows are never edited.
create table ledger_account (
  id bigint generated always as identity primary key,
  code text not null check (code in
  ('gateway_receivable', 'merchant_payable', 'merchant_available', 'merchant_reserved', 'bank_commission',
   'service_commission', 'wallet_funding', 'wallet_available', 'wallet_reserved', 'wallet_adjustment', 'operator_float',
   'remittance_fee', 'bank_account', 'bank_transit', 'bank_cost', 'balance_adjustment', 'operator_receivable',
   'collection_surplus', 'operator_cost', 'quote_promised', 'quote_exposure')),
  merchant_id bigint references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Who owes us what was collected: there is one account for each operator.
  operator operator_code,
  unique nulls not distinct (code, merchant_id, environment, currency, operator),
  check ((operator is not null) = (code = 'operator_receivable'))
);

-- One posting moves money between accounts. Its key names what it records, so that nothing is posted twice.
create table ledger_posting (
  id bigint generated always as identity primary key,
  -- Identifies the posting, for example `charge:<operation>`; a second attempt violates this key.
  key text not null unique,
  posted_at timestamptz not null,
  -- When a posting's money becomes available to its merchant; null where the trigger below decides.
  available_on date,
  -- Why two admins corrected a balance, as their approval says it. The merchant reads it.
  reason text
);
create index ledger_posting_posted_at on ledger_posting using brin (posted_at);
create trigger ledger_posting_append_only before update or delete on ledger_posting
  for each statement execute function refuse_change('sample');
create trigger ledger_posting_not_truncated before truncate on ledger_posting
  for each statement execute function refuse_change();

-- The entries of a posting add up to zero in each currency; debits are positive. The triggers gather the columns of the new entries in
-- arrays before they look at accounts: Citus cannot join the new rows of a statement with a table.
create table ledger_entry (
  id bigint generated always as identity primary key,
  posting_id bigint not null references ledger_posting,
  account_id bigint not null references ledger_account,
  currency text not null,
  amount_minor bigint not null check (amount_minor <> 0)
);
create index ledger_entry_posting on ledger_entry (posting_id);
create index ledger_entry_account on ledger_entry (account_id, id);
create trigger ledger_entry_append_only before update or delete on ledger_entry
  for each statement execute function refuse_change('sample');
create trigger ledger_entry_not_truncated before truncate on ledger_entry
  for each statement execute function refuse_change();

create function ledger_check_balance() returns trigger language plpgsql set search_path from current as $$
declare
  wrong bigint;
  entry record;
begin
  select posting_id into wrong
    from written group by posting_id, currency having sum(amount_minor) <> 0 limit 1;
  if found then
    raise exception 'posting % does not balance', wrong using errcode = 'check_violation';
  end if;
  select array_agg(posting_id) as postings, array_agg(account_id) as accounts, array_agg(currency) as currencies
    into entry from written;
  select w.posting_id into wrong
    from unnest(entry.postings, entry.accounts, entry.currencies) w (posting_id, account_id, currency)
   cross join lateral (
         select from ledger_account a where a.id = w.account_id and a.currency <> w.currency limit 1) other
   limit 1;
  if found then
    raise exception 'posting % mixes currencies of an account', wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger ledger_entry_balances after insert on ledger_entry
  referencing new table as written for each statement execute function ledger_check_balance();

-- A cache of the ledger accounts merchant_payable, merchant_available and merchant_reserved. Refunds and disputes may make
-- pending and available negative. Whatever takes money out locks this row first, and no other row after it.
create table merchant_balance (
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  pending_minor bigint not null default 0,
  available_minor bigint not null default 0,
  reserved_minor bigint not null default 0 check (reserved_minor >= 0),
  primary key (merchant_id, environment, currency)
) with (fillfactor = 50);

-- One row per posting that changes what a merchant is owed; the amount less the fee is the net. It is part of the pending
-- balance until a posting releases it, or part of the available balance from the start.
create table balance_transaction (
  -- The posting.
  id bigint primary key references ledger_posting,
  public_id uuid not null default new_id_in_cell(),
  merchant_id bigint not null,
  environment text not null,
  currency text not null,
  type text not null check (type in
    ('charge', 'refund', 'void', 'fee', 'dispute', 'dispute_reversal', 'payout', 'payout_return', 'adjustment')),
  amount_minor bigint not null,
  fee_minor bigint not null,
  net_minor bigint not null,
  available_on date not null,
  transaction_id bigint references card_transaction,
  released_posting bigint references ledger_posting,
  created_at timestamptz not null,
  check (net_minor = amount_minor - fee_minor)
);
create index balance_transaction_list on balance_transaction (merchant_id, environment, created_at, id)
  include (type, currency);
-- Refunds and voids before the charges that become available with them, so that a release never shows too much.
create index balance_transaction_due
  on balance_transaction (available_on, merchant_id, environment, currency, (net_minor > 0), id)
  where released_posting is null;
-- An index of the rarer types of balance transactions, so that a page of one type does not read all movements of its days. Charges,
-- most of the rows, stay out of it: capturing a payment writes no further index entry.
create index balance_transaction_by_type
  on balance_transaction (merchant_id, environment, type, created_at, id) include (currency) where type <> 'charge';
create trigger balance_transaction_kept before delete on balance_transaction
  for each statement execute function refuse_change('sample');
create trigger balance_transaction_not_truncated before truncate on balance_transaction
  for each statement execute function refuse_change();
create trigger balance_transaction_released_once before update on balance_transaction
  for each row when (old.released_posting is not null
    or (new.id, new.merchant_id, new.environment, new.currency, new.type, new.amount_minor, new.fee_minor, new.net_minor,
        new.created_at) is distinct from
       (old.id, old.merchant_id, old.environment, old.currency, old.type, old.amount_minor, old.fee_minor, old.net_minor,
        old.created_at))
  execute function refuse_change();

-- Counts the fees of each day.
create function count_balance_fees() returns trigger language plpgsql set search_path from current as $$
declare
  fee record;
begin
  select array_agg(merchant_id) as merchants, array_agg(environment) as environments,
         array_agg((created_at at time zone 'UTC')::date) as days, array_agg(type) as types, array_agg(currency) as currencies,
         array_agg(fee_minor) as amounts
    into fee from written where fee_minor <> 0;
  if fee.amounts is not null then
    insert into day_count_change (list, merchant_id, environment, day, status, kind, count, amount_minor)
    select 'balance_fee', merchant_id, environment, day, type, currency, count(*), sum(amount)
      from unnest(fee.merchants, fee.environments, fee.days, fee.types, fee.currencies, fee.amounts)
           f (merchant_id, environment, day, type, currency, amount)
     group by 2, 3, 4, 5, 6;
  end if;
  return null;
end $$;
create trigger balance_transaction_counts_fees after insert on balance_transaction
  referencing new table as written for each statement execute function count_balance_fees();

-- What an invoice states, as it was on the day of issue. The document is rendered from these facts only.
create table fee_invoice (
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
create trigger fee_invoice_kept before update or delete on fee_invoice
  for each statement execute function refuse_change();
create trigger fee_invoice_not_truncated before truncate on fee_invoice
  for each statement execute function refuse_change();

-- Months of which every invoice has been issued, so that the counters of their fees are not read again.
create table fee_invoice_month (
  month date primary key,
  issued_at timestamptz not null
);

-- The day on which a pending refund or void becomes available: that of its charge, or at once without one.
create function balance_available_with(payment bigint, posted_at timestamptz) returns date language sql stable as $$
  select coalesce((
    select coalesce(p.available_on, (p.posted_at at time zone 'UTC')::date + 2)
      from operation o
     cross join lateral (select * from ledger_posting where key = 'charge:' || o.id limit 1) p
     where o.card_transaction_id = payment and o.kind in ('charge', 'collection') and o.state = 'confirmed' limit 1
  ), ($2 at time zone 'UTC')::date)
$$;

-- Writes a balance movement for each posting that changes what a merchant is owed, and adds it to the merchant's balance.
create function record_balance_movements(postings bigint[], accounts bigint[], amounts bigint[])
returns void language plpgsql as $$
declare
  moved record;
begin
  for moved in
    with entry as materialized (
      select e.posting_id, a.code, a.merchant_id, a.environment, a.currency, e.amount_minor
        from unnest(postings, accounts, amounts) e (posting_id, account_id, amount_minor)
       cross join lateral (select * from ledger_account where id = e.account_id limit 1) a
    ), summed as (
      -- Credits are negative in the ledger and positive in a balance.
      select posting_id, environment, currency, max(merchant_id) as merchant_id,
             -coalesce(sum(amount_minor) filter (where code = 'merchant_payable'), 0)::bigint as pending,
             -coalesce(sum(amount_minor) filter (where code = 'merchant_available'), 0)::bigint as available,
             -coalesce(sum(amount_minor) filter (where code = 'merchant_reserved'), 0)::bigint as reserved,
             -coalesce(sum(amount_minor) filter (where code in ('bank_commission', 'service_commission')), 0)::bigint as fee
        from entry group by posting_id, environment, currency
    ), posting as materialized (
      select s.posting_id, s.environment, s.currency, s.pending, s.available, s.reserved, s.fee,
             s.pending + s.available + s.reserved as net, p.kind, p.posted_at, p.available_on,
             -- A charge of which the fee leaves nothing has no entry of the merchant.
             coalesce(s.merchant_id, t.merchant_id) as merchant_id, t.id as transaction_id
        from summed s
       cross join lateral (
             select split_part(key, ':', 1) as kind, posted_at, available_on,
                    case when key ~ '^(charge|refund|void):[0-9a-f-]{36}$' then split_part(key, ':', 2)::uuid end as operation,
                    case when key ~ '^(dispute|dispute_reversal):[0-9a-f-]{36}$'
                         then split_part(key, ':', 2)::uuid end as dispute
               from ledger_posting where id = s.posting_id limit 1) p
        left join lateral (
             select t.id, t.merchant_id
               from (select coalesce(
                       (select card_transaction_id from operation where id = p.operation limit 1),
                       (select transaction_id from card_dispute where dispute_id = p.dispute limit 1)
                     ) as card_transaction_id) o
              cross join lateral (select * from card_transaction where id = o.card_transaction_id limit 1) t) t on true
    ), written as (
      -- What moves between the balances of a merchant is no movement of its own.
      insert into balance_transaction (id, merchant_id, environment, currency, type, amount_minor, fee_minor, net_minor,
                                       available_on, transaction_id, released_posting, created_at)
      select posting_id, merchant_id, environment, currency,
             case when kind in ('charge', 'refund', 'void', 'fee', 'dispute', 'dispute_reversal', 'payout', 'payout_return')
                  then kind else 'adjustment' end,
             net + fee, fee, net,
             coalesce(available_on, case
               when pending = 0 then (posted_at at time zone 'UTC')::date
               when kind = 'charge' then (posted_at at time zone 'UTC')::date + 2
               else balance_available_with(transaction_id, posted_at) end),
             transaction_id, case when pending = 0 then posting_id end, posted_at
        from posting where merchant_id is not null and (net <> 0 or fee <> 0)
      returning merchant_id, environment, currency, type, net_minor, created_at
    ), counted as (
      insert into day_count_change (list, merchant_id, environment, day, status, kind, count, amount_minor)
      select 'balance', merchant_id, environment, (created_at at time zone 'UTC')::date, type, currency, count(*), sum(net_minor)
        from written group by 2, 3, 4, 5, 6
    )
    select merchant_id, environment, currency, sum(pending)::bigint as pending, sum(available)::bigint as available,
           sum(reserved)::bigint as reserved
      from posting where merchant_id is not null group by 1, 2, 3 order by 1, 2, 3
  loop
    -- In order of the key, so that two batches cannot deadlock.
    update merchant_balance
       set pending_minor = pending_minor + moved.pending, available_minor = available_minor + moved.available,
           reserved_minor = reserved_minor + moved.reserved
     where (merchant_id, environment, currency) = (moved.merchant_id, moved.environment, moved.currency);
    continue when found;
    -- Happens once. Two may insert the row at once; then both add to it.
    insert into merchant_balance (merchant_id, environment, currency)
    values (moved.merchant_id, moved.environment, moved.currency) on conflict do nothing;
    update merchant_balance
       set pending_minor = pending_minor + moved.pending, available_minor = available_minor + moved.available,
           reserved_minor = reserved_minor + moved.reserved
     where (merchant_id, environment, currency) = (moved.merchant_id, moved.environment, moved.currency);
  end loop;
end $$;

create function ledger_move_balances() returns trigger language plpgsql set search_path from current as $$
declare
  entry record;
  card record;
begin
  select array_agg(posting_id) as postings, array_agg(account_id) as accounts, array_agg(amount_minor) as amounts
    into entry from written;
  select array_agg(w.posting_id) as postings, array_agg(w.account_id) as accounts, array_agg(w.amount_minor) as amounts
    into card
    from unnest(entry.postings, entry.accounts, entry.amounts) w (posting_id, account_id, amount_minor)
   cross join lateral (
         select from ledger_account a where a.id = w.account_id and a.code in
           ('gateway_receivable', 'merchant_payable', 'merchant_available', 'merchant_reserved', 'bank_commission',
            'service_commission') limit 1) a;
  if card.postings is not null then
    perform record_balance_movements(card.postings, card.accounts, card.amounts);
  end if;
  return null;
end $$;
create trigger ledger_entry_moves_balances after insert on ledger_entry
  referencing new table as written for each statement execute function ledger_move_balances();
