// Batches of transfers and of refunds: what a person confirmed, and what was sent of it.
import { at, type Invariant } from './invariant.ts'

/** Row `r` of batch `b`, and the transfers of its attempts as `t`. */
const attempts = `batch b join batch_row r on r.batch = b.id
  cross join lateral generate_series(1, r.attempt) nth
  join transfer t on t.merchant_id = b.merchant_id and t.environment = b.environment
   and t.reference = b.batch_id || '/' || r.reference || case when nth = 1 then '' else '/' || nth end`
/** It is priced when it is released, whatever was confirmed. */
const wasHeld = 'exists (select from transfer_review v where v.transfer_id = t.id)'
/** Row `r` of batch `b`, and the refund requests of its attempts as `q`. */
const refundAttempts = `batch b join batch_row r on r.batch = b.id
  cross join lateral generate_series(1, r.attempt) nth
  join refund_request q on q.idempotency_key = b.batch_id || '/' || r.reference || case when nth = 1 then '' else '/' || nth end`
const refunded = `from refund_request q join card_refund f on f.operation = q.operation where f.status <> 'FAILED'`
const moved = `('Submitted', 'Successful', 'Reversed')`

export const batchInvariants: readonly Invariant[] = [
  {
    id: 'I-78',
    title: 'a row of a batch that was sent is one transfer or refund request, at no more than was confirmed',
    sql: `select r.id from batch_row r join batch b on b.id = r.batch
            left join transfer t on t.merchant_id = b.merchant_id and t.environment = b.environment and t.reference = r.sent_as
            left join refund_request q on q.idempotency_key = r.sent_as
           where ${at} and (r.state = 'SENT' and coalesce(t.id, q.id) is null
               or t.receiver_minor + t.fee_minor > r.amount_minor + r.fee_minor and not ${wasHeld}
               or t.currency = 'USD' and t.amount_hundredths <> r.amount_minor)`,
  },
  {
    id: 'I-78b',
    title: 'no transfer is of a batch that nobody confirmed, or of a row that was left out',
    sql: `select t.id from transfer t
            join batch b on b.batch_id = split_part(t.reference, '/', 1) and b.merchant_id = t.merchant_id and b.environment = t.environment
            left join (select t.id, r.state from ${attempts}) sent on sent.id = t.id
           where ${at} and t.reference like 'BAT-%/%'
             and (b.confirmed_at is null or t.created_at < b.confirmed_at
               or coalesce(sent.state, 'FAULTY') in ('UNCHECKED', 'READY', 'FAULTY', 'CANCELLED'))`,
  },
  {
    id: 'I-78c',
    title: 'a row of a batch is paid once, and a batch debits no more than was confirmed',
    sql: `select batch_id from (
            select b.batch_id, r.number, b.confirmed_minor, count(*) as paid, coalesce(sum(t.receiver_minor + t.fee_minor) filter (where not ${wasHeld}), 0) as debited
              from ${attempts} where t.status in ${moved} group by 1, 2, 3) of_rows
           where ${at} group by batch_id, confirmed_minor having max(paid) > 1 or sum(debited) > confirmed_minor`,
  },
  {
    id: 'I-78d',
    title: 'a batch has the rows of its file, and was confirmed with the figures of those without a fault',
    sql: `select b.id from batch b left join batch_row r on r.batch = b.id where ${at} group by b.id
          having count(r.id) <> b.row_count or max(r.number) <> b.row_count
              or b.confirmed_at is not null and (b.confirmed_rows <> count(*) filter (where r.state <> 'FAULTY')
                   or b.confirmed_minor <> sum(r.amount_minor + r.fee_minor) filter (where r.state <> 'FAULTY'))
              or b.confirmed_at is null and bool_or(r.state in ('WAITING', 'SENDING', 'SENT', 'FAILED'))`,
  },
  {
    id: 'I-78e',
    title: 'a batch that has ended has no row left to check or to send',
    sql: `select b.id from batch b join batch_row r on r.batch = b.id
           where ${at} and (r.state in ('UNCHECKED', 'READY', 'WAITING') and b.state in ('DONE', 'CANCELLED')
               or r.state = 'UNCHECKED' and b.state <> 'CHECKING' or r.state = 'SENDING' and b.state = 'DONE')`,
  },
  {
    id: 'I-78f',
    title: 'a refund request of a batch is of a row that was confirmed, of its payment and its amount',
    sql: `select q.id from refund_request q join card_transaction t on t.id = q.transaction_id
            left join (select q.id, b.merchant_id, b.kind, b.confirmed_at, r.state, r.subject, r.amount_minor from ${refundAttempts}) sent on sent.id = q.id
           where ${at} and q.idempotency_key like 'BAT-%'
             and (sent.confirmed_at is null or q.created_at < sent.confirmed_at or sent.state in ('UNCHECKED', 'READY', 'FAULTY', 'CANCELLED')
               or ('refund', t.merchant_id, t.transaction_uuid, q.amount_minor)
                  is distinct from (sent.kind, sent.merchant_id, sent.subject, sent.amount_minor))`,
  },
  {
    id: 'I-78g',
    title:
      'a row of a batch is refunded at most once, and what a batch has refunded is the sum of those rows, within what was confirmed',
    sql: `select b.batch_id from batch b join batch_row r on r.batch = b.id
            left join (select r.id, count(*) as refunds from ${refundAttempts} join card_refund f on f.operation = q.operation
                        where f.status <> 'FAILED' group by 1) made on made.id = r.id
           where ${at} and b.kind = 'refund' group by b.id
          having max(made.refunds) > 1 or sum(r.amount_minor) filter (where made.id is not null) > b.confirmed_minor
              or coalesce(sum(r.amount_minor) filter (where made.id is not null), 0)
                 <> (select coalesce(sum(f.amount_minor), 0) ${refunded} and q.idempotency_key like b.batch_id || '/%')`,
  },
]
