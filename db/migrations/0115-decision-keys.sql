-- The key of the call that decided a refund request: only a repeat with the same key is answered with what became of it.
set local lock_timeout = '2s';
alter table refund_request add decision_key text;
