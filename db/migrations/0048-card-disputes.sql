-- Disputes of card payments: the cases that the gateway reports, their history, the merchant's evidence, and what needs a person.
set local lock_timeout = '2s';

-- What disputes have taken from the merchant and not given back, and how many of them are open. Both change with the lock of
-- the payment, and the check refuses a refund of the previous release that would exceed the rest.
alter table card_transaction
  add column disputed_minor bigint not null default 0,
  add column open_disputes smallint not null default 0;
alter table card_transaction add constraint card_transaction_disputed_check
  check (disputed_minor >= 0 and open_disputes >= 0
         and refunded_minor + refund_reserved_minor + disputed_minor <= coalesce(amount_minor, 0)) not valid;

create table card_dispute (
  id bigint generated always as identity primary key,
  dispute_id uuid not null unique,
  transaction_id bigint not null references card_transaction,
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  -- The gateway's name of the case.
  case_number text not null,
  state text not null check (state in ('INQUIRY', 'OPEN', 'EVIDENCE_SENT', 'WON', 'LOST', 'ACCEPTED')),
  -- What the gateway claims, and what was taken for it: never more than was left of the payment.
  amount_minor bigint not null check (amount_minor > 0),
  taken_minor bigint not null default 0 check (taken_minor between 0 and amount_minor),
  fee_minor bigint not null default 0 check (fee_minor >= 0),
  currency text not null check (currency in ('USD', 'CDF')),
  reason_code text not null,
  reason text not null,
  respond_by timestamptz,
  -- How many days before the deadline the merchant was reminded last.
  reminded_days smallint,
  -- The time of the newest line of the report that was applied; older ones are late.
  reported_at timestamptz not null,
  evidence jsonb not null default '{}',
  created_at timestamptz not null,
  evidence_sent_at timestamptz,
  closed_at timestamptz,
  unique (environment, case_number),
  check (state <> 'INQUIRY' or taken_minor + fee_minor = 0)
);
create index card_dispute_list on card_dispute (merchant_id, environment, id);
create index card_dispute_state on card_dispute (state, id);
create index card_dispute_transaction on card_dispute (transaction_id, id);
create index card_dispute_respond_by on card_dispute (respond_by) where state = 'OPEN';

create table card_dispute_move (
  id bigint generated always as identity primary key,
  dispute_id bigint not null references card_dispute,
  event text not null,
  from_state text,
  to_state text not null,
  actor text not null,
  at timestamptz not null
);
create index card_dispute_move_dispute on card_dispute_move (dispute_id, id);

create table card_dispute_file (
  id bigint generated always as identity primary key,
  dispute_id bigint not null references card_dispute,
  name text not null,
  type text not null check (type in ('application/pdf', 'image/jpeg', 'image/png')),
  sha256 bytea not null,
  content bytea not null check (length(content) <= 2097152),
  created_at timestamptz not null,
  -- The same file sent again, as after a lost response, is stored once.
  unique (dispute_id, sha256)
);

-- Lines of the report that a person must look at.
create table card_dispute_exception (
  id bigint generated always as identity primary key,
  environment text not null check (environment in ('sandbox', 'production')),
  case_number text not null,
  kind text not null check (kind in
    ('payment_unknown', 'currency_differs', 'payment_differs', 'exceeds_payment', 'outcome_conflict')),
  detail text not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  close_reason text,
  check ((closed_at is null) = (closed_by is null) and (closed_at is null) = (close_reason is null))
);
-- A duplicate of the line opens no second one, not even after the first was closed.
create unique index card_dispute_exception_once on card_dispute_exception (environment, case_number, kind, detail);
create index card_dispute_exception_open on card_dispute_exception (id) where closed_at is null;

-- Up to where the gateway's report was read, and when it is read next.
create table card_dispute_report (
  environment text primary key check (environment in ('sandbox', 'production')),
  read_through timestamptz,
  next_read_at timestamptz not null
);

-- As in 0044, except that the postings of a dispute belong to its payment.
create or replace function record_balance_movements(postings bigint[], accounts bigint[], amounts bigint[])
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
