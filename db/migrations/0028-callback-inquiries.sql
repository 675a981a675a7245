-- A callback that came before the reply to our own call says nothing that counts by itself: the operator is asked first.
-- So is one that contradicts what is recorded. What the release before stores is asked after, which is always safe.
set local lock_timeout = '2s';
alter table operator_callback add column needs_inquiry boolean not null default true;
