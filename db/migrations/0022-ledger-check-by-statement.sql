-- Checks that postings balance once per statement, for all its entries, instead of twice per entry at commit, which took much
-- of the time of accepting many transfers together. Every statement must balance on its own, posting by posting; then all
-- stored entries balance and existing rows need not be read again.
set local lock_timeout = '2s';
drop trigger ledger_entry_balances on ledger_entry;
drop function ledger_check_balance;

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
