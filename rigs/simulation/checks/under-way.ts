// What was started and has not ended. Code that waits for idleness queries it, and at the end it defines what may
// still be open: only what waits for an admin.

/**
 * An admin was notified, and no worker will end it. In other cases the admin is notified while the service
 * continues to inquire.
 */
const waitsForAdmin = `(
  exists (select from transfer_exception e where e.state = 'open'
             and (e.transfer_id = o.transfer_id or e.merchant_payout_id = o.merchant_payout_id)
             and (e.kind in ('payout_forgotten', 'connection_changed')
               or e.kind = 'reversal_unresolved' and o.kind = 'reversal' and o.acknowledged))
  or o.state = 'intent' and exists (select from queue_pause p where p.queue = o.queue)
  or o.state = 'intent' and exists (select from merchant_payout p where p.id = o.merchant_payout_id and p.state = 'REQUESTED'
       and p.held_at is not null))`

/** One row for each open item. */
export const underWay = `
  select 'operation: ' || o.kind as what, o.id::text as id, o.state, o.created_at as since, ${waitsForAdmin} as waits_for_admin
    from operation o where o.state in ('intent', 'sent', 'unknown', 'undoing')
  union all
  select 'payment that is held', t.transaction_uuid, o.state, o.created_at, false
    from card_transaction t join operation o on o.id = t.running_operation
  union all
  select 'refund request of a payment that cannot be refunded', q.id::text, q.state,
         greatest(q.created_at, (select max(at) from card_transaction_move m where m.transaction_id = t.id)), false
    from refund_request q join card_transaction t on t.id = q.transaction_id
   where q.state = 'WAITING' and t.status not in ('SUCCESS', 'PARTIALLY_REFUNDED')
  union all
  select 'callback of ours', c.id::text, c.state, c.received_at, false
    from operator_callback c where c.state = 'new' and exists (select from operation o where o.upstream_ref = c.reference)
  union all
  select 'batch', b.batch_id, b.state, coalesce(b.confirmed_at, b.created_at), exists (select from merchant m where m.id = b.merchant_id and m.status = 'suspended')
    from batch b where b.state in ('CHECKING', 'CONFIRMED', 'RUNNING') or exists (select from batch_row r where r.batch = b.id and r.state = 'SENDING')
  union all
  select 'webhook', event_id::text, state, created_at, false from webhook_event where state = 'PENDING'
  union all
  select 'message', message_id::text, state, created_at, false from message where state = 'QUEUED'`

/** The number of open items, and of payments that have not expired yet (`$1` is the time). */
export const openAndWaiting = `select (select count(*) from (${underWay}) u) as open,
  (select count(*) from card_transaction where status = 'PENDING' and expires_at > $1) as waiting`
