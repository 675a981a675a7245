-- Up Migration

set local lock_timeout = '2s';

-- When the token was last used, to the minute; null while it is as old as the token.
alter table access_token add column last_seen_at timestamptz;

-- The environment the merchant worked in when its call was written down; null in what was written before.
alter table merchant_request add column environment text;
