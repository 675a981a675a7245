-- The phone to which alerts also go, and by which channels besides e-mail.
set local lock_timeout = '2s';
alter table merchant
  add column alert_phone text,
  add column alert_channels text[] not null default '{}';
alter table merchant add constraint merchant_alert_channels check (alert_channels <@ '{sms,whatsapp}') not valid;
