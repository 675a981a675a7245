-- Up Migration

-- The console looks for what is rare among millions. Payments and transfers are what nearly all news is about: only the
-- rest is in this index, so that telling of them costs nothing more.
create index webhook_event_rare on webhook_event (merchant_id, environment, event_type, created_at, id)
  where event_type not in ('PAYMENT', 'REMITTANCE');

-- Who did it, what was done, and to whom: few people write here, and it is never forgotten.
create index audit_log_actor on audit_log (actor, seq);
create index audit_log_action on audit_log (action, seq);
create index audit_log_subject on audit_log (subject, seq);

-- Of the transfers of one status those of one operator are told apart without a look at their rows.
drop index transfer_status;
create index transfer_status on transfer (merchant_id, environment, status, created_at, id) include (operator)
  where status not in ('Submitted', 'Hold');
