-- Links can be created without a callback URL, by shops without a server: their events then go to the callback URL of the
-- merchant's profile, if it has one.
set local lock_timeout = '2s';
alter table payment_link alter column callback_url drop not null;
