-- Sealed birth dates of screened people, like their documents. `birth_date` holds those of older releases until a worker has
-- sealed them; new rows leave it empty.
set local lock_timeout = '2s';
alter table screened_party add column birth_date_sealed bytea;
