-- Keys are stored as keyed hashes from now on; existing ones stay readable until they expire. Processes of the previous release
-- cannot write keys beside this one: their requests with a key fail, so that no key is used twice.
set local lock_timeout = '2s';
alter table idempotent_request add constraint idempotent_request_key_hashed check (key like 'h1:%') not valid;
alter table admin_idempotent_request add constraint admin_idempotent_request_key_hashed check (key like 'h1:%') not valid;
alter table card_refund add constraint card_refund_key_hashed check (idempotency_key like 'h1:%') not valid;
