// What merchants are notified of.
import { at, type Invariant } from './invariant.ts'

/** The amount in the webhook (`e`) differs from the recorded one. */
const differsFrom = (field: string, minor: string) =>
  `(e.body::json ->> '${field}')::numeric * 100 is distinct from ${minor}`

/** The refunds or voids whose event is missing or should not exist. */
const publishedOtherwise = (kind: 'refund' | 'void') =>
  `select '${kind}:' || x.id as event from card_${kind} x,
          lateral (select exists (select from webhook_event e where e.dedupe_key = '${kind}:' || x.id) as is_published) p
    where ${at} and is_published <> (x.status = 'SUCCESS' and x.notify_merchant)`

export const webhookInvariants: readonly Invariant[] = [
  {
    id: 'I-14',
    title: 'the outcome of every payment and transfer was published',
    sql: `select 'card:' || t.id as subject from card_transaction t
           where ${at} and t.status not in ('PENDING', 'EXPIRED') and (t.origin <> 'microform' or t.callback_url is not null) and not exists
             (select from webhook_event e where e.dedupe_key = 'payment:' || t.transaction_uuid)
          union all
          select 'transfer:' || t.id from transfer t join transfer_move m on m.transfer_id = t.id
           where m.to_status in ('Successful', 'Failed', 'Reversed') and not exists
             (select from webhook_event e where e.dedupe_key = 'transfer:' || t.transaction_id || ':' || m.to_status)`,
  },
  {
    id: 'I-15',
    over: 'all cells',
    title: 'each change is published as one event',
    sql: `select dedupe_key from webhook_event where ${at} group by 1 having count(*) > 1`,
  },
  {
    id: 'I-16',
    title: 'every refund and void that the merchant is notified of has its event, and no other has',
    sql: `${publishedOtherwise('refund')} union all ${publishedOtherwise('void')}`,
  },
  {
    id: 'I-16c',
    // A link without its own URL publishes to the merchant profile as it was at that moment, which is not recorded.
    title: 'an event goes to the address of its payment or transfer',
    sql: `select e.id from webhook_event e join card_transaction t on e.subject = 'card:' || t.id
           where ${at} and e.copy_id is null and e.event_type in ('PAYMENT', 'PAYMENT_CANCELLATION', 'REFUND', 'VOID')
             and (t.callback_url is not null or t.origin <> 'link') and e.url is distinct from t.callback_url
          union all
          select e.id from webhook_event e join transfer t on e.subject = 'transfer:' || t.id
           where e.copy_id is null and t.callback_url is not null and e.url is distinct from t.callback_url`,
  },
  {
    id: 'I-16d',
    title: 'each copy is of an event of its merchant, and goes to an endpoint of that merchant',
    sql: `select e.id from webhook_event e
            left join webhook_event o on o.event_id = e.event_id and o.copy_id is null
            left join webhook_endpoint w on w.id = e.endpoint_id
           where ${at} and e.copy_id is not null
             and (o.body is distinct from e.body or o.merchant_id is distinct from e.merchant_id
               or w.merchant_id is distinct from e.merchant_id or e.dedupe_key is distinct from o.dedupe_key || ' ' || w.id)`,
  },
  {
    id: 'I-16e',
    title: 'an event is copied to each endpoint that asks for it',
    sql: `select e.id, w.id as endpoint from webhook_event e join webhook_endpoint w on w.merchant_id = e.merchant_id
           where ${at} and e.copy_id is null and w.is_enabled and e.event_type = any(w.events) and e.created_at >= w.created_at
             and not exists (select from webhook_event c where c.event_id = e.event_id and c.endpoint_id = w.id)`,
  },
  {
    id: 'I-17',
    title: 'no event is forgotten or claimed by no worker',
    sql: `select id from webhook_event where state = 'PENDING'
             and (next_attempt_at < $1::timestamptz - interval '5 minutes' or lease_until < $1::timestamptz - interval '1 minute')`,
  },
  {
    id: 'I-19',
    title: 'a payment is notified with one outcome',
    sql: `select subject from webhook_event where ${at} and event_type = 'PAYMENT' group by 1
          having count(distinct body::json ->> 'status') > 1`,
  },
  {
    id: 'I-19b',
    title: 'the notified outcome is the recorded one',
    sql: `select e.id from webhook_event e join card_transaction t on e.subject = 'card:' || t.id
           where ${at} and e.event_type = 'PAYMENT'
             and e.body::json ->> 'status' is distinct from
                 case when t.status in ('SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED', 'VOIDED') then 'SUCCESS'
                      when t.status in ('FAILED', 'CANCELLED') then 'FAILED' end`,
  },
  {
    id: 'I-19c',
    title: 'the outcomes of a transfer were notified as they were recorded',
    sql: `select e.id from webhook_event e join transfer t on e.subject = 'transfer:' || t.id
           where ${at} and e.event_type = 'REMITTANCE'
             and (split_part(e.dedupe_key, ' ', 1) <> 'transfer:' || t.transaction_id || ':' || (e.body::json ->> 'status')
               or e.body::json ->> 'reference' is distinct from t.reference
               or ${differsFrom('receiver_amount', 't.receiver_minor')} or ${differsFrom('amount', 't.amount_hundredths')}
               or not exists (select from transfer_move m
                               where m.transfer_id = t.id and m.to_status = e.body::json ->> 'status'))`,
  },
  {
    id: 'I-19d',
    title: 'the notified amounts of payments, refunds and voids are the recorded ones',
    sql: `select e.id from webhook_event e join card_transaction t on e.subject = 'card:' || t.id
            left join card_refund r on split_part(e.dedupe_key, ' ', 1) = 'refund:' || r.id
           where ${at} and e.event_type in ('PAYMENT', 'REFUND', 'VOID')
             and (${differsFrom('amount', 'coalesce(r.amount_minor, t.amount_minor)')}
               or e.event_type = 'REFUND' and ${differsFrom('refunded_total', 'r.refunded_total_minor')}
               or e.body::json ->> 'currency' is distinct from t.currency)`,
  },
  {
    id: 'I-34',
    title: 'an event goes to the merchant it is about',
    sql: `select e.id from webhook_event e join card_transaction t on e.subject = 'card:' || t.id
           where ${at} and (e.merchant_id <> t.merchant_id or e.environment <> t.environment)
          union all
          select e.id from webhook_event e join transfer t on e.subject = 'transfer:' || t.id
           where e.merchant_id <> t.merchant_id or e.environment <> t.environment`,
  },
]
