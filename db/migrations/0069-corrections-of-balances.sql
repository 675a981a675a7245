-- The other side of corrections of card balances, and what banks keep of payouts to them and of their returns.
set local lock_timeout = '2s';

alter table ledger_account drop constraint ledger_account_code_check;
alter table ledger_account add constraint ledger_account_code_check check (code in
  ('gateway_receivable', 'merchant_payable', 'merchant_available', 'merchant_reserved', 'bank_commission',
   'service_commission', 'wallet_funding', 'wallet_available', 'wallet_reserved', 'wallet_adjustment', 'operator_float',
   'remittance_fee', 'bank_account', 'bank_transit', 'bank_cost', 'balance_adjustment')) not valid;
