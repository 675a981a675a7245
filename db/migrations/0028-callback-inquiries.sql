-- A callback that arrived before the reply to our own call, or contradicts the recorded outcome, is not applied until an inquiry
-- confirms it. Callbacks stored by the previous release are inquired about too, which is always safe.
set local lock_timeout = '2s';
alter table operator_callback add column needs_inquiry boolean not null default true;
