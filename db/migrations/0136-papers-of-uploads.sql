-- Which of the papers that were asked for a file is, as its sender says; files of earlier pages say nothing.
set local lock_timeout = '2s';

alter table compliance_upload add column paper text;
alter table compliance_upload add constraint compliance_upload_paper_kind
  check (paper in ('IDENTITY', 'ADDRESS', 'FUNDS', 'OTHER')) not valid;
