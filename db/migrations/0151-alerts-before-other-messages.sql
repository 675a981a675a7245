-- Codes, invitations and receipts go to addresses that somebody typed: they do not use up what alerts to the same address need.
set local lock_timeout = '2s';

-- What the previous release writes meanwhile counts as an alert.
alter table message add column is_alert boolean not null default true;
-- When those that are no alerts left, which are in `sent_at` too.
alter table message_allowance add column others_sent_at timestamptz[] not null default '{}';
