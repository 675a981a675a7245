-- Up Migration

-- The ledger: accounts, and postings whose entries add up to zero.

-- Double-entry ledger. An amount above zero is a debit, below zero a credit; rows are never edited.
create table ledger_account (
  id bigint generated always as identity primary key,
  code text not null check (code in
  ('gateway_receivable', 'merchant_payable', 'merchant_available', 'merchant_reserved', 'bank_commission',
   'service_commission', 'wallet_funding', 'wallet_available', 'wallet_reserved', 'wallet_adjustment', 'operator_float',
   'remittance_fee', 'bank_account', 'bank_transit', 'bank_cost', 'balance_adjustment')),
  merchant_id bigint references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  unique nulls not distinct (code, merchant_id, environment, currency)
);

-- One posting moves money between accounts. Its key names what it records, so that nothing is posted twice.
create table ledger_posting (
  id bigint generated always as identity primary key,
  -- Identifies the posting, for example `charge:<operation>`; a second attempt violates this key.
  key text not null unique,
  posted_at timestamptz not null,
  -- When a posting's money becomes available to its merchant; null where the trigger below decides.
  available_on date
);
create index ledger_posting_posted_at on ledger_posting using brin (posted_at);

create trigger ledger_posting_append_only before update or delete or truncate on ledger_posting
  for each statement execute function refuse_change();

-- The entries of a posting add up to zero in each currency; debits are positive.
create table ledger_entry (
  id bigint generated always as identity primary key,
  posting_id bigint not null references ledger_posting,
  account_id bigint not null references ledger_account,
  currency text not null,
  amount_minor bigint not null check (amount_minor <> 0)
);
create index ledger_entry_posting on ledger_entry (posting_id);
create index ledger_entry_account on ledger_entry (account_id, id);

create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry
  for each statement execute function refuse_change();

create function ledger_check_balance() returns trigger language plpgsql as $$
declare
  wrong bigint;
begin
  select posting_id into wrong
    from written group by posting_id, currency having sum(amount_minor) <> 0 limit 1;
  if found then
    raise exception 'posting % does not balance', wrong using errcode = 'check_violation';
  end if;
  select w.posting_id into wrong
    from written w
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
