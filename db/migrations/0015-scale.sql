-- Up Migration

-- The console searches for rare events among millions. Nearly all events are about payments and transfers; this index has only
-- the others, so that enqueueing the frequent ones costs nothing more.
create index webhook_event_rare on webhook_event (merchant_id, environment, event_type, created_at, id)
  where event_type not in ('PAYMENT', 'REMITTANCE');

-- Finds rows by actor, action and subject: few people write here, and rows are never deleted.
create index audit_log_actor on audit_log (actor, seq);
create index audit_log_action on audit_log (action, seq);
create index audit_log_subject on audit_log (subject, seq);

-- Transfers of one status are filtered by operator within the index, without reading rows.
drop index transfer_status;
create index transfer_status on transfer (merchant_id, environment, status, created_at, id) include (operator)
  where status not in ('Submitted', 'Hold');
