-- Under which `Idempotency-Key` a refund was asked for: another key asks for another refund, however much it is like one
-- whose outcome nobody was told.
set local lock_timeout = '2s';
alter table card_refund add column idempotency_key text;
