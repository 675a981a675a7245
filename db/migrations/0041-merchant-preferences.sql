-- What the merchant answered when it signed up, which decides what the portal shows first, and the time zone of its days.
set local lock_timeout = '2s';
alter table merchant
  add column sells_by text,
  add column time_zone text not null default 'Africa/Kinshasa';
alter table merchant add constraint merchant_sells_by check (sells_by in ('link', 'site', 'transfer')) not valid;
alter table merchant add constraint merchant_time_zone check (time_zone ~ '^[A-Za-z0-9_+/-]{1,64}$') not valid;
