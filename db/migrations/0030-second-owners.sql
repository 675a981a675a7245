-- All existing rows satisfy these checks: the admin who decided was always a different one.
set local lock_timeout = '2s';
alter table wallet_adjustment validate constraint wallet_adjustment_kind_check;
alter table wallet_adjustment validate constraint adjustment_second_owner;
