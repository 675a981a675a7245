-- Telephone numbers of list entries, and those of screened persons, encrypted, so that both are compared again when a list changes.
set local lock_timeout = '2s';

alter table screening_entry add column phones text[] not null default '{}';
alter table screened_party add column phones_sealed bytea;
