// What was begun and has not come to its end. Whoever waits for quiet asks it, and afterwards it is the rule for what may
// still be open: only what rightly waits for a person.

/** People were told, and nothing that happens by itself ends it. Others are told while the service goes on asking. */
const waitsForPeople = `(
  exists (select from transfer_exception e where e.transfer_id = o.transfer_id and e.state = 'open'
             and (e.kind in ('payout_forgotten', 'connection_changed')
               or e.kind = 'reversal_unresolved' and o.kind = 'reversal' and o.acknowledged))
  or o.state = 'intent' and exists (select from lane_pause p where p.lane = o.lane))`

/** A row each. */
export const underWay = `
  select 'operation: ' || o.kind as what, o.id::text as id, o.state, o.created_at as since, ${waitsForPeople} as waits_for_people
    from operation o where o.state in ('intent', 'sent', 'unknown', 'undoing')
  union all
  select 'payment that is held', t.transaction_uuid, o.state, o.created_at, false
    from card_transaction t join operation o on o.id = t.running_operation
  union all
  select 'callback of ours', c.id::text, c.state, c.received_at, false
    from operator_callback c where c.state = 'new' and exists (select from operation o where o.upstream_ref = c.reference)
  union all
  select 'webhook', event_id::text, state, created_at, false from webhook_event where state = 'PENDING'`

/** How much that is, and how many payments wait for their time (`$1`). */
export const openAndWaiting = `select (select count(*) from (${underWay}) u) as open,
  (select count(*) from card_transaction where status = 'PENDING' and expires_at > $1) as waiting`
