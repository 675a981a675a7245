// What the console lists beside payments and transfers: a webhook and a refund request for each payment that has ended, and
// as many entries of the audit log. Far more requests and entries than in reality.
import type { RunQuery } from '../history.ts'

/** One in a hundred was never accepted, and one in a thousand is pending. */
const webhooks = `with made as (
    insert into webhook_event (event_id, merchant_id, environment, subject, event_type, dedupe_key, url, endpoint, signed,
                               body, state, attempts, next_attempt_at, created_at, finished_at)
    select gen_random_uuid(), merchant_id, environment, 'card:' || id,
           case when id % 1000 = 501 then 'REFUND' else 'PAYMENT' end, 'payment:' || transaction_uuid,
           'https://shop.example/hook', merchant_id || ' https://shop.example', true, repeat('x', 300), s.state, 1,
           case when s.state = 'PENDING' then timestamptz '2100-01-01' end, finalised_at,
           case when s.state <> 'PENDING' then finalised_at end
      from card_transaction
      cross join lateral (select case when id % 1000 = 500 then 'PENDING' when id % 100 = 0 then 'DEAD' else 'DELIVERED' end as state) s
     where status <> 'PENDING'
    returning id, created_at)
  insert into webhook_attempt (event_id, number, at, http_status, duration_ms, response_head)
  select id, 1, created_at, 200, 12, 'ok' from made`

/** The webhooks of one transfer in ten. */
const transferWebhooks = `
  insert into webhook_event (event_id, merchant_id, environment, subject, event_type, dedupe_key, url, endpoint, signed,
                             body, state, attempts, created_at, finished_at)
  select gen_random_uuid(), merchant_id, environment, 'transfer:' || id, 'REMITTANCE', 'transfer:' || transaction_id,
         'https://shop.example/hook', merchant_id || ' https://shop.example', true, repeat('x', 300), 'DELIVERED', 1,
         completed_at, completed_at
    from transfer where status = 'Successful' and id % 10 = 0`

/** One in a thousand waits. None is approved, because that needs a refund. */
const refundRequests = `
  insert into refund_request (transaction_id, amount_minor, currency, reason, state, created_at, decided_by, decided_at, decision_reason)
  select id, amount_minor, currency, 'bench', s.state, finalised_at, d.by, case when d.by is not null then finalised_at end, d.reason
    from card_transaction
    cross join lateral (select case when id % 1000 = 500 then 'WAITING' when id % 100 = 0 then 'WITHDRAWN' else 'REJECTED' end as state) s
    cross join lateral (select case when s.state <> 'WAITING' then 'amina' end as by, case when s.state = 'REJECTED' then 'bench' end as reason) d
   where status <> 'PENDING' order by id`

/** The hash chain is not needed for lists. */
const acts = `
  insert into audit_log (seq, at, actor, address, action, subject, detail, request_id, previous_hash, hash)
  select n, now() - ($2::bigint - n) * interval '31 seconds', (array['amina', 'benoit', 'chantal'])[1 + n % 3], '127.0.0.1',
         (array['refund.requested', 'transfer.released', 'merchant.suspended', 'wallet.topped_up'])[1 + (n % 1000 / 250)],
         'LKT-' || n % 100000, '{"reason":"bench"}', gen_random_uuid()::text, '\\x00', '\\x00'
    from generate_series($1::bigint, $2::bigint) n`

/** Writes them for the payments that are stored. Counters are not updated. */
export async function writeRecords(query: RunQuery, entries: number): Promise<void> {
  await query(webhooks)
  await query(transferWebhooks)
  await query(refundRequests)
  const [{ last }] = (await query('select coalesce(max(seq), 0) as last from audit_log')) as [
    { last: string },
  ]
  await query(acts, [Number(last) + 1, Number(last) + entries])
}
