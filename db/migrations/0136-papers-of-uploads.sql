-- Which of the papers that were asked for a file is, as its sender says: one voter's card proves identity and address. Files of
-- earlier pages say nothing.
set local lock_timeout = '2s';

alter table compliance_upload add column papers text[] not null default '{}';
alter table compliance_upload add constraint compliance_upload_paper_kinds
  check (papers <@ array['IDENTITY', 'ADDRESS', 'FUNDS', 'OTHER']) not valid;
