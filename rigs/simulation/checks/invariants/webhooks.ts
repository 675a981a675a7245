// What merchants are notified of.
import { at, type Invariant } from './invariant.ts'

/** The amount in the webhook (`e`) differs from the recorded one. */
const differsFrom = (field: string, minor: string) =>
  `(e.body::json ->> '${field}')::numeric * 100 is distinct from ${minor}`

/**
 * The refunds or voids whose event is missing or should not exist. A link without its own URL publishes to the
 * merchant profile as it was at that moment, which is not recorded, so for such links both an event and none are
 * accepted.
 */
const publishedOtherwise = (kind: 'refund' | 'void') =>
  `select '${kind}:' || x.id as event from card_${kind} x join card_transaction t on t.id = x.transaction_id,
          lateral (select exists (select from webhook_event e where e.dedupe_key = '${kind}:' || x.id) as is_published) p
    where ${at} and case when x.status <> 'SUCCESS' or not x.notify_merchant then is_published
                         when t.callback_url is not null then not is_published
                         else is_published and t.origin <> 'link' end`

export const webhookInvariants: readonly Invariant[] = [
  {
    id: 'I-14',
    title: 'the outcome of every payment and transfer was published',
    sql: `select 'card:' || t.id as subject from card_transaction t
           where ${at} and t.status not in ('PENDING', 'EXPIRED') and t.callback_url is not null and not exists
             (select from webhook_event e where e.dedupe_key = 'payment:' || t.transaction_uuid)
          union all
          select 'transfer:' || t.id from transfer t join transfer_move m on m.transfer_id = t.id
           where m.to_status in ('Successful', 'Failed', 'Reversed') and t.callback_url is not null and not exists
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
             and (e.dedupe_key <> 'transfer:' || t.transaction_id || ':' || (e.body::json ->> 'status')
               or e.body::json ->> 'reference' is distinct from t.reference
               or ${differsFrom('receiver_amount', 't.receiver_minor')} or ${differsFrom('amount', 't.amount_hundredths')}
               or not exists (select from transfer_move m
                               where m.transfer_id = t.id and m.to_status = e.body::json ->> 'status'))`,
  },
  {
    id: 'I-19d',
    title: 'the notified amounts of payments, refunds and voids are the recorded ones',
    sql: `select e.id from webhook_event e join card_transaction t on e.subject = 'card:' || t.id
            left join card_refund r on e.dedupe_key = 'refund:' || r.id
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
