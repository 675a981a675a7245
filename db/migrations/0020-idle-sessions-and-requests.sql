-- Up Migration

set local lock_timeout = '2s';

-- When the token was last used, to the minute; null if it was not used after its first minute.
alter table access_token add column last_seen_at timestamptz;

-- The merchant's environment at the time of the request; null in older rows.
alter table merchant_request add column environment text;
