// Approvals: who decided, and which call or posting carries out each of them.
import { at, type Invariant } from '../invariant.ts'

/** The audit log's row of this action on the approval `a`. */
const logged = (action: string, name: string) =>
  `left join audit_log ${name} on ${name}.action = 'approval.' || ${action} and ${name}.detail::json ->> 'id' = a.public_id::text`

export const approvalInvariants: readonly Invariant[] = [
  {
    id: 'I-60',
    over: 'all cells',
    title: 'an approved refund or void has one call, as requested and of no other approval; others have none',
    sql: `select a.id from approval a left join operation o on o.id = a.operation
            left join card_transaction t on t.id = o.card_transaction_id
            left join card_refund r on r.operation = o.id left join card_void v on v.operation = o.id
           where ${at} and a.action in ('refund', 'void') and (
             (a.state = 'APPROVED') <> (o.id is not null)
             or o.id is not null and (o.kind, t.transaction_uuid, o.amount_minor, o.currency,
                                      coalesce(r.reason, v.reason), coalesce(r.refunded_by, v.voided_by))
                is distinct from (a.action, a.subject, a.amount_minor, a.currency, a.reason, a.requested_by))
          union all
          select min(id) from approval where operation is not null group by operation having count(*) > 1`,
  },
  {
    id: 'I-60b',
    over: 'all cells',
    title: 'an approval is requested by one person and decided by another, as the audit log says',
    sql: `select a.id from approval a ${logged(`'requested'`, 'requested')} ${logged('lower(a.state)', 'decided')}
           where ${at} and (a.decided_owner = a.requested_owner
             or split_part(requested.actor, '@', 1) is distinct from a.requested_by
             or a.state in ('APPROVED', 'REJECTED')
                and split_part(decided.actor, '@', 1) is distinct from a.decided_by)`,
  },
  {
    id: 'I-60c',
    over: 'all cells',
    title: 'an approval expires at its time, if nobody has decided it',
    sql: `select id from approval
           where state = 'WAITING' and expires_at < $1::timestamptz - interval '5 minutes'
              or state = 'EXPIRED' and decided_at < expires_at
              or state = 'APPROVED' and decided_at >= expires_at`,
  },
  {
    id: 'I-60d',
    over: 'all cells',
    title:
      'an approved correction of a balance is posted once, with its amount and reason for its merchant, and no other is',
    sql: `select a.id from approval a left join ledger_posting p on p.key = 'adjustment:' || a.public_id
            left join lateral (
              select -sum(e.amount_minor) as minor from ledger_entry e join ledger_account c on c.id = e.account_id
               where e.posting_id = p.id and c.code = 'merchant_available'
                 and (c.merchant_id, c.environment, c.currency) = (a.merchant_id, a.environment, a.currency)) m on true
           where ${at} and a.action = 'balance_adjustment' and (
             (a.state = 'APPROVED') <> (p.id is not null)
             or p.id is not null and (p.reason, m.minor) is distinct from
                (a.reason, case a.request ->> 'type' when 'credit' then a.amount_minor else -a.amount_minor end))`,
  },
  {
    id: 'I-60e',
    over: 'all cells',
    title: 'a payout that was recorded by hand as not paid was approved by a second person',
    sql: `select p.id from merchant_payout p
           where ${at} and p.state = 'FAILED' and p.failure_code in ('REFUSED_BY_BANK', 'NOT_PAID_BY_OPERATOR')
             and not exists (select from approval a
                              where a.action = 'payout_end' and a.subject = p.public_id::text and a.state = 'APPROVED')`,
  },
]
