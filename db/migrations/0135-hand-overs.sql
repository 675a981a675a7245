-- Goods that a shop handed over against the receipt of a payment: once for each payment, so that one receipt cannot fetch goods
-- twice. The name is kept as it was, because users can be removed. A repeat with the same mark is the same act.
set local lock_timeout = '2s';

create table hand_over (
  transaction_id bigint primary key references card_transaction,
  mark_id uuid not null,
  user_name text not null,
  created_at timestamptz not null
);
