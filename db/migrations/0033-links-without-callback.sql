-- A shop without a server makes links, too: without an address of its own the events of a link go to the callback of
-- the merchant profile, or nowhere.
set local lock_timeout = '2s';
alter table payment_link alter column callback_url drop not null;
