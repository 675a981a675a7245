// What admins may add to wallets, alone and together, read from the audit log as well as from the program's own
// counts.
import { at, type Invariant } from './invariant.ts'

export const topUpInvariants: readonly Invariant[] = [
  {
    id: 'I-41',
    over: 'all cells',
    title: 'one person alone adds at most 10,000.00 to a wallet within 24 hours',
    sql: `with alone as (
            select seq, at, subject, detail::json ->> 'environment' as environment, (detail::json ->> 'amount')::numeric as amount,
                   coalesce(nullif(split_part(actor, '@', 2), ''), actor) as person
              from audit_log where action = 'wallet.topped_up')
          select seq, person, sum from alone a join lateral (
            select sum(amount) as sum from alone b
             where b.person = a.person and b.subject = a.subject and b.environment is not distinct from a.environment
               and b.at > a.at - interval '24 hours' and b.at <= a.at) day on true
           where ${at} and sum > 10000`,
  },
  {
    id: 'I-42',
    title: 'an adjustment decided by two persons is booked once with its kind, or not at all',
    sql: `select a.id from wallet_adjustment a
            left join wallet_entry e on e.posting_key in ('adjustment:' || a.id, 'topup:admin:adjustment:' || a.id)
           where ${at} group by a.id
          having count(e.id) <> (a.state = 'APPROVED')::int
              or bool_or((e.amount_minor, e.kind) is distinct from (a.amount_minor, a.kind) and e.id is not null)
              or coalesce(a.decided_owner, a.decided_by) = coalesce(a.requested_owner, a.requested_by)`,
  },
  {
    id: 'I-43',
    title: 'a top-up pending approval is not booked under its key as well',
    sql: `select a.id from wallet_adjustment a join wallet_entry e on e.posting_key = 'topup:' || a.requested_key where ${at}`,
  },
]
