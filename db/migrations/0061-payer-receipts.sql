-- Whether the payers of a merchant get a receipt by e-mail.
set local lock_timeout = '2s';
alter table merchant add column payer_receipts boolean not null default false;
