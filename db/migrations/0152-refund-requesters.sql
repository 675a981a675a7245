set local lock_timeout = '2s';

-- The merchant's user who requested the refund, by email, or `api` for its server.
alter table refund_request add column requested_by text not null default 'api';
