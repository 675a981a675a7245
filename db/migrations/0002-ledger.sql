-- Up Migration

-- Double-entry ledger. An amount above zero is a debit, below zero a credit; rows are never edited.
create table ledger_account (
  id bigint generated always as identity primary key,
  code text not null check (code in
    ('gateway_receivable', 'merchant_payable', 'bank_commission', 'service_commission')),
  merchant_id bigint references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  unique nulls not distinct (code, merchant_id, environment, currency)
);

create table ledger_posting (
  id bigint generated always as identity primary key,
  -- Identifies the posting, for example `charge:<operation>`; a second attempt violates this key.
  key text not null unique,
  posted_at timestamptz not null
);

create table ledger_entry (
  id bigint generated always as identity primary key,
  posting_id bigint not null references ledger_posting,
  account_id bigint not null references ledger_account,
  currency text not null,
  amount_minor bigint not null check (amount_minor <> 0)
);
create index ledger_entry_posting on ledger_entry (posting_id);
create index ledger_entry_account on ledger_entry (account_id, id);

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger ledger_posting_append_only before update or delete or truncate on ledger_posting
  for each statement execute function ledger_refuse_change();
create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry
  for each statement execute function ledger_refuse_change();

create function ledger_check_balance() returns trigger language plpgsql as $$
begin
  if exists (
    select from ledger_entry where posting_id = new.posting_id group by currency having sum(amount_minor) <> 0
  ) then
    raise exception 'posting % does not balance', new.posting_id using errcode = 'check_violation';
  end if;
  if exists (
    select from ledger_entry e join ledger_account a on a.id = e.account_id
     where e.posting_id = new.posting_id and a.currency <> e.currency
  ) then
    raise exception 'posting % mixes currencies of an account', new.posting_id using errcode = 'check_violation';
  end if;
  return null;
end $$;

create constraint trigger ledger_entry_balances after insert on ledger_entry
  deferrable initially deferred for each row execute function ledger_check_balance();
