-- Who approved a payout, and who imported a bank file, as persons: nobody may alone approve a payout and have it paid or returned.
set local lock_timeout = '2s';

-- Null: decided or imported by an earlier release, which recorded only the name of the token.
alter table merchant_payout add column decided_owner text;
alter table bank_file add column imported_owner text;
