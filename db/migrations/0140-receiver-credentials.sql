set local lock_timeout = '2s';

-- What a merchant's server behind HTTP basic authentication asks for, with the origin that it is sent to; null if it asks for nothing.
alter table merchant add column callback_credentials_sealed bytea;
