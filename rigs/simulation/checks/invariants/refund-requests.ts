// Refund requests of merchants: who decided about them, and which refund carries out each of them.
import { at, type Invariant } from './invariant.ts'

/** The audit log's row of this action on the request `q`. */
const logged = (action: string, name: string) =>
  `left join audit_log ${name} on ${name}.action = 'refund_request.' || ${action} and ${name}.detail::json ->> 'id' = q.public_id::text`

/** A second user of the merchant decided about the request `q` in the transaction of `decided`: they did not request it. */
const bySecondUser = `exists (
  select from merchant_approval a join audit_log l on l.detail::json ->> 'id' = a.public_id::text
   where a.refund_request_id = q.id and a.state = q.state and a.decided_owner <> a.requested_owner
     and l.action = 'merchant_approval.' || lower(q.state) and l.actor = decided.actor
     and l.seq = decided.seq - case q.state when 'APPROVED' then 2 else 1 end)`

export const refundRequestInvariants: readonly Invariant[] = [
  {
    id: 'I-46',
    title: 'a payment has at most one open refund request',
    sql: `select q.transaction_id from refund_request q left join card_refund r on r.operation = q.operation
           where ${at} and (q.state = 'WAITING' or (q.state = 'APPROVED' and r.status = 'PENDING'))
           group by 1 having count(*) > 1`,
  },
  {
    id: 'I-46b',
    title:
      'an approved refund request has one refund, as requested and of no other request; others have none',
    sql: `select q.id from refund_request q left join card_refund r on r.operation = q.operation
           where ${at} group by q.id
          having count(r.id) <> (q.state = 'APPROVED')::int
              or bool_or(r.id is not null and (r.transaction_id, r.amount_minor, r.currency, r.reason, r.refunded_by)
                         is distinct from (q.transaction_id, q.amount_minor, q.currency, q.reason, q.decided_by))
          union all
          select min(id) from refund_request where operation is not null group by operation having count(*) > 1`,
  },
  {
    id: 'I-46c',
    title:
      'a merchant requests refunds, and approves only as it requests, in the same transaction, or by a second user',
    sql: `select q.id, q.state, q.decided_by from refund_request q join card_transaction t on t.id = q.transaction_id
            join merchant m on m.id = t.merchant_id cross join lateral (select 'merchant:' || m.merchant_code as name) own
            ${logged(`'created'`, 'created')} ${logged('lower(q.state)', 'decided')}
           where ${at} and (created.actor is distinct from own.name
             or q.state in ('APPROVED', 'REJECTED', 'WITHDRAWN') and (
               split_part(decided.actor, '@', 1) is distinct from q.decided_by
               or (q.state = 'WITHDRAWN') <> (q.decided_by = own.name) and not (
                 q.decided_by = own.name and (q.state = 'APPROVED' and decided.seq = created.seq + 2 or ${bySecondUser}))
               or q.decided_by like 'merchant:%' and q.decided_by <> own.name))`,
  },
]
