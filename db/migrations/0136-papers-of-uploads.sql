-- Which of the papers that were asked for a file is, as its sender says; files of earlier pages say nothing.
set local lock_timeout = '2s';

alter table compliance_upload add column paper text check (paper in ('IDENTITY', 'ADDRESS', 'FUNDS', 'OTHER'));
