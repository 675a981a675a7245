-- Retention of what merchants sent against disputes, and of the texts of bank lines: when they were erased.
set local lock_timeout = '2s';

alter table card_dispute add column evidence_erased_at timestamptz;
alter table bank_line add column texts_erased_at timestamptz;
