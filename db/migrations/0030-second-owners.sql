-- All there is keeps these: who decided was somebody else before, too.
set local lock_timeout = '2s';
alter table wallet_adjustment validate constraint wallet_adjustment_kind_check;
alter table wallet_adjustment validate constraint adjustment_second_owner;
