-- Birth dates of screened parties under a seal, as their documents are. `birth_date` holds those of older releases until a
-- worker has sealed them; new rows leave it empty.
set local lock_timeout = '2s';
alter table screened_party add column birth_date_sealed bytea;
