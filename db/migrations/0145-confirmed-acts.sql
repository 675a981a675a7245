set local lock_timeout = '2s';

-- The digest of the act that a step-up was given for; null if it names none.
alter table step_up add column confirms bytea check (length(confirms) = 32);
alter table admin_step_up add column confirms bytea check (length(confirms) = 32);
