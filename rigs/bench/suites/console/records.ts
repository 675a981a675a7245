// What the console lists beside payments and transfers: a webhook, a refund request, a dispute, a payout and a closed alert
// for each payment that has ended, and as many entries of the audit log. Far more of all but webhooks than in reality.
import type { RunQuery } from '../history.ts'

/** One in a hundred was never accepted, and one in a thousand is pending. */
const webhooks = `with made as (
    insert into webhook_event (event_id, merchant_id, environment, subject, event_type, dedupe_key, url, endpoint, signed,
                               body, state, attempts, next_attempt_at, created_at, finished_at)
    select gen_random_uuid(), merchant_id, environment, 'card:' || id,
           case when id % 1000 = 501 then 'REFUND' else 'PAYMENT' end, 'payment:' || transaction_uuid,
           'https://shop.example/hook', merchant_id || ' https://shop.example', true,
           jsonb_build_object('transaction_uuid', transaction_uuid, 'reference', merchant_reference, 'padding', repeat('x', 180))::text,
           s.state, 1,
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
         'https://shop.example/hook', merchant_id || ' https://shop.example', true,
         jsonb_build_object('transaction_id', transaction_id, 'reference', reference, 'padding', repeat('x', 180))::text,
         'DELIVERED', 1,
         completed_at, completed_at
    from transfer where status = 'Successful' and id % 10 = 0`

/** One in a thousand waits. None is approved, because that needs a refund. */
const refundRequests = `
  insert into refund_request (transaction_id, merchant_id, amount_minor, currency, reason, state, created_at, decided_by, decided_at,
                              decision_reason)
  select id, merchant_id, amount_minor, currency, 'bench', s.state, finalised_at, d.by,
         case when d.by is not null then finalised_at end, d.reason
    from card_transaction
    cross join lateral (select case when id % 1000 = 500 then 'WAITING' when id % 100 = 0 then 'WITHDRAWN' else 'REJECTED' end as state) s
    cross join lateral (select case when s.state <> 'WAITING' then 'amina' end as by, case when s.state = 'REJECTED' then 'bench' end as reason) d
   where status <> 'PENDING' order by id`

/** One in a thousand is open, the others are won. */
const disputes = `
  insert into card_dispute (dispute_id, transaction_id, merchant_id, environment, case_number, state, amount_minor, currency,
                            reason_code, reason, reported_at, created_at)
  select gen_random_uuid(), id, merchant_id, environment, 'CASE-' || id,
         case when id % 1000 = 500 then 'OPEN' when id % 3 = 0 then 'LOST' else 'WON' end, greatest(amount_minor, 1), currency,
         '10.4', 'bench', finalised_at, finalised_at
    from card_transaction where status <> 'PENDING' order by id`

const destinations = `
  insert into payout_destination (merchant_id, environment, type, operator, number, created_at, usable_from, delay, created_session)
  select id, environment, 'wallet', 'vodacom', '243810000001', now(), now(), '0 hours', '\\x00' from merchant`

/** One in a thousand waits for an admin. */
const payouts = `
  insert into merchant_payout (public_id, merchant_id, environment, currency, reference, fingerprint, first_response,
                               destination_id, amount_minor, fee_minor, state, requested_by, created_at, sent_at, completed_at)
  select gen_random_uuid(), t.merchant_id, t.environment, t.currency, 'PAYOUT-' || t.id, '\\x00', '{}', d.id,
         greatest(t.amount_minor, 1), 0, s.state, 'bench', t.finalised_at, t.finalised_at,
         case when s.state = 'PAID' then t.finalised_at end
    from card_transaction t join payout_destination d on d.merchant_id = t.merchant_id
    cross join lateral (select case when t.id % 1000 = 500 then 'REQUESTED' else 'PAID' end as state) s
   where t.status <> 'PENDING' order by t.id`

/** All about one person of one transfer, each for another entry of a list. */
const alerts = `
  insert into screening_alert (environment, screened_party_id, person_key, list, entry_id, entry_version, match, list_version,
                               opened_at, closed_at, closed_by, close_reason)
  select p.environment, p.id, p.person_key, 'bench', t.id, '1',
         '{"list":"bench","entryId":"1","entryName":"bench","matchedName":"bench","programs":[],"score":1,"parts":[]}', '1', t.finalised_at,
         case when t.id % 1000 <> 500 then now() end, case when t.id % 1000 <> 500 then 'amina' end,
         case when t.id % 1000 <> 500 then 'bench' end
    from card_transaction t cross join (select * from screened_party order by id limit 1) p
   where t.status <> 'PENDING'`

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
  for (const rows of [refundRequests, disputes, destinations, payouts, alerts]) await query(rows)
  const [{ last }] = (await query('select coalesce(max(seq), 0) as last from audit_log')) as [
    { last: string },
  ]
  await query(acts, [Number(last) + 1, Number(last) + entries])
}
