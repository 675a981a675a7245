-- Every rule has one of the measures, with a subject that it can have.
set local lock_timeout = '2s';

alter table limit_rule validate constraint limit_rule_measure_check;
alter table limit_rule validate constraint limit_rule_subject_of_measure;
