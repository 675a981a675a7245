-- The headers of the trace in which the news was made, so that its delivery by a worker belongs to the same one.
set local lock_timeout = '2s';
alter table webhook_event add column trace jsonb;
