// The audit log against the actions of admins.
import { at, type Invariant } from './invariant.ts'

/** How often the audit log contains this action. */
const logged = (action: string) => `(select count(*) from audit_log where action = '${action}')`

/** Nobody did what is in a sample. */
const notOfSample = (row: string) =>
  `not exists (select from card_transaction t join merchant m on m.id = t.merchant_id
                where t.id = ${row}.transaction_id and m.sample_of is not null)`

export const auditInvariants: readonly Invariant[] = [
  {
    id: 'I-32',
    over: 'each place',
    title: 'the audit log has no gap, and each row follows the one before',
    sql: `select seq from (select seq, previous_hash, lag(seq) over w as before, lag(hash) over w as hash_before
                             from audit_log window w as (order by seq)) a
           where ${at} and (seq <> coalesce(before, 0) + 1 or previous_hash <> hash_before)
          union all
          select coalesce(h.seq, last) from audit_head h full join (select max(seq) as last from audit_log) l on l.last = h.seq
           where h.seq is distinct from last`,
  },
  {
    id: 'I-33',
    over: 'all cells',
    title: 'every admin action is in the audit log once',
    sql: `select what, done, logged from (
            select 'refund.requested' as what, (select count(*) from card_refund r where ${notOfSample('r')}) as done
            union all select 'refund_request.created', (select count(*) from refund_request)
            union all select 'refund_request.approved', (select count(*) from refund_request where state = 'APPROVED')
            union all select 'refund_request.rejected', (select count(*) from refund_request where state = 'REJECTED')
            union all select 'refund_request.withdrawn', (select count(*) from refund_request where state = 'WITHDRAWN')
            union all select 'approval.requested', (select count(*) from approval)
            union all select 'approval.approved', (select count(*) from approval where state = 'APPROVED')
            union all select 'approval.rejected', (select count(*) from approval where state = 'REJECTED')
            union all select 'balance.adjusted', (select count(*) from ledger_posting p join approval a on p.key = 'adjustment:' || a.public_id)
            union all select 'void.requested', (select count(*) from card_void r where ${notOfSample('r')})
            union all select 'transfer.released', (select count(*) from transfer_review where decision = 'released')
            union all select 'transfer.rejected', (select count(*) from transfer_review where decision = 'rejected')
            union all select 'transfer.reversal_requested', (select count(*) from transfer_reversal)
            union all select 'adjustment.requested', (select count(*) from wallet_adjustment)
            union all select 'adjustment.approved', (select count(*) from wallet_adjustment where state = 'APPROVED')
            union all select 'wallet.topped_up', (select count(*) from wallet_entry where posting_key like 'topup:admin:%' and posting_key not like 'topup:admin:adjustment:%')
            union all select 'adjustment.rejected', (select count(*) from wallet_adjustment where state = 'REJECTED')
            union all select 'exception.closed', (select count(*) from transfer_exception where state = 'closed')
            union all select 'rates.approved', (select count(*) from rate_snapshot where approved_by is not null)
            union all select 'alert.closed', (select count(*) from screening_alert where closed_at is not null)
            union all select 'merchant.go_live_rejected', (select count(*) from go_live_request where state = 'REJECTED')
          ) acts join lateral (select count(*) as logged from audit_log l where l.action = acts.what) l on true
           where ${at} and done <> logged`,
  },
  {
    id: 'I-33b',
    over: 'all cells',
    title: 'settings that admins can change are as the audit log says',
    sql: `select what, stands, logged from (
            select 'suspended' as what, (select count(*) from merchant where status = 'suspended' and sample_of is null) as stands,
                   ${logged('merchant.suspended')} - ${logged('merchant.resumed')} as logged
            union all select 'paused', (select count(*) from queue_pause), ${logged('operator.paused')} - ${logged('operator.resumed')}
            union all select 'blacklisted', (select count(*) from blacklisted_number where added_by <> 'sandbox'),
                   ${logged('blacklist.added')} - (select count(*) from audit_log
                     where action = 'blacklist.removed' and detail::json ->> 'added_by' is distinct from 'sandbox')
            union all select 'live', (select count(*) from go_live_request where state = 'APPROVED'),
                   ${logged('merchant.go_live_approved')} + ${logged('merchant.go_live_vouched')}
          ) acts where ${at} and stands <> logged`,
  },
]
