-- Up Migration

-- Control can be moved to another server while it is written only if every row can be told from the others. These have no key.
set local lock_timeout = '2s';
alter table admin_top_up replica identity full;
