-- The trace headers of the request that enqueued the event, so that its delivery by a worker belongs to the same trace.
set local lock_timeout = '2s';
alter table webhook_event add column trace jsonb;
