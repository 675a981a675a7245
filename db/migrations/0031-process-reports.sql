-- What each process reports with its heartbeat: how long each of its workers may go without a run, and the versions of its
-- screening lists, by environment. Null in rows of processes of the previous release.
set local lock_timeout = '2s';
alter table process_beat
  add column worker_limits jsonb,
  add column list_versions jsonb;
