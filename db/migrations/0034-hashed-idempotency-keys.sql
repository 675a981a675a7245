-- Keys are stored as keyed hashes from here on; those that are there stay readable until they are forgotten. The release
-- before cannot write keys beside this one: its calls with a key fail, rather than one key being worked twice.
set local lock_timeout = '2s';
alter table idempotent_request add constraint idempotent_request_key_hashed check (key like 'h1:%') not valid;
alter table admin_idempotent_request add constraint admin_idempotent_request_key_hashed check (key like 'h1:%') not valid;
alter table card_refund add constraint card_refund_key_hashed check (idempotency_key like 'h1:%') not valid;
