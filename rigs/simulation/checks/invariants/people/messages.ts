// What people are notified of. Messages are deleted three months after they ended, so these hold for younger facts.
import { at, type Invariant } from '../invariant.ts'

/** The message that reports a fact, to one address. */
const reports = (fact: string) => `g.dedupe_key like ${fact} || ' %'`

/** Of payers who get receipts: what became of a payment later is reported to them once, and nothing else is. */
function reportedToPayer(id: string, what: 'refund' | 'void'): Invariant {
  // A refund by phone that the operator refused is made by another call.
  const call = what === 'refund' ? 'coalesce(d.payout, d.operation)' : 'd.operation'
  const isOf = reports(`'${what}:' || ${call}`)
  return {
    id,
    title: `every ${what} of a payment whose receipt a payer got is reported to the payer once`,
    sql: `select d.id from card_${what} d join card_transaction t on t.id = d.transaction_id
            join message c on c.dedupe_key = 'receipt:' || t.transaction_uuid || ' email ' || t.bill_to_email
            left join message g on ${isOf} and g.kind = 'payment_${what}'
             and (g.address, g.merchant_id, g.environment) = (t.bill_to_email, t.merchant_id, t.environment)
           where ${at} and d.status = 'SUCCESS' and c.state in ('QUEUED', 'SENT', 'UNCERTAIN')
           group by 1 having count(g.id) <> 1
          union all
          select g.id from message g where g.kind = 'payment_${what}' and not exists
             (select from card_${what} d where d.status = 'SUCCESS' and ${isOf})`,
  }
}

export const messageInvariants: readonly Invariant[] = [
  {
    id: 'I-56',
    title: 'every payout that failed or was returned is reported to its merchant once',
    sql: `select p.public_id from merchant_payout p left join message g on ${reports(`'payout:' || p.public_id || ':' || p.state`)}
            and g.kind = 'payout_failed' and (g.merchant_id, g.environment) = (p.merchant_id, p.environment)
           where ${at} and p.state in ('FAILED', 'RETURNED') group by 1 having count(g.id) <> 1`,
  },
  {
    id: 'I-56b',
    title: 'every dispute that was opened is reported to its merchant once',
    sql: `select d.dispute_id from card_dispute d join card_dispute_move v on v.dispute_id = d.id and v.event = 'opened'
            left join message g on ${reports(`'dispute:' || d.dispute_id || ':opened'`)}
             and g.kind = 'dispute_opened' and (g.merchant_id, g.environment) = (d.merchant_id, d.environment)
           where ${at} group by 1 having count(g.id) <> 1`,
  },
  {
    id: 'I-56c',
    title: 'nothing is reported that did not happen',
    sql: `select g.id from message g where ${at} and g.kind = 'payout_failed' and not exists
             (select from merchant_payout p where p.state in ('FAILED', 'RETURNED') and ${reports(`'payout:' || p.public_id || ':' || p.state`)})
          union all
          select g.id from message g where g.kind in ('dispute_opened', 'dispute_reminder') and not exists
             (select from card_dispute d join card_dispute_move v on v.dispute_id = d.id
               where v.event = case g.kind when 'dispute_opened' then 'opened' else 'reminded' end
                 and g.dedupe_key like 'dispute:' || d.dispute_id || ':' || v.event || '%')
          union all
          select g.id from message g where g.kind = 'payment_receipt' and not exists
             (select from card_transaction t where t.status in ('SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED', 'VOIDED')
                 and g.address = t.bill_to_email and ${reports(`'receipt:' || t.transaction_uuid`)})`,
  },
  reportedToPayer('I-56d', 'refund'),
  reportedToPayer('I-56e', 'void'),
  {
    id: 'I-57',
    over: 'all cells',
    title: 'no message is forgotten or claimed by no worker',
    sql: `select id from message where state = 'QUEUED'
             and (next_attempt_at < $1::timestamptz - interval '5 minutes' or lease_until < $1::timestamptz - interval '2 minutes')`,
  },
]
