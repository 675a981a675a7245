-- What the merchant answered when it signed up, which decides what the portal shows first, and the time zone of its days.
alter table merchant
  add column sells_by text check (sells_by in ('link', 'site', 'transfer')),
  add column time_zone text not null default 'Africa/Kinshasa' check (time_zone ~ '^[A-Za-z0-9_+/-]{1,64}$');
