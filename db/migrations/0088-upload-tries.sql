-- How often a file that is sent through an upload link was begun again, and when its last piece arrived.
set local lock_timeout = '2s';

alter table compliance_upload
  add column restarts smallint not null default 0,
  -- Null: no piece arrived since this release.
  add column active_at timestamptz;
