-- What each process reports beside its heartbeat: how long each of its workers may go without a round, and the version of
-- the screening lists that it screens by, by environment. Null in the rows of processes of the release before.
set local lock_timeout = '2s';
alter table process_beat
  add column worker_limits jsonb,
  add column list_versions jsonb;
