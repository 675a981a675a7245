-- Merchants are also paid to bank accounts: a destination names an IBAN or a Congolese account number, the bank and the holder.
set local lock_timeout = '2s';

alter table payout_destination
  -- Letters and digits only, as banks read it.
  add column account text,
  add column bic text,
  -- In the letters that payment orders to banks may contain.
  add column holder text;
alter table payout_destination add constraint payout_destination_bank
  check (num_nulls(account, bic, holder) = case type when 'bank' then 0 else 3 end
         and (type <> 'bank' or num_nonnulls(operator, number) = 0)) not valid;
