-- The `Idempotency-Key` that a refund was requested with. A request with another key is another refund, even if it equals one
-- whose outcome was never returned.
set local lock_timeout = '2s';
alter table card_refund add column idempotency_key text;
