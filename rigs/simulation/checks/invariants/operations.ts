// References, outcomes and leases of operations, and the separation of environments.
import { underWay } from '../under-way.ts'
import { at, type Invariant } from './invariant.ts'

export const operationInvariants: readonly Invariant[] = [
  {
    id: 'I-10',
    over: 'all cells',
    title: 'a reference is used for one call',
    sql: `select upstream_ref from operation where ${at} group by 1 having count(*) > 1`,
  },
  {
    id: 'I-13',
    title: 'every operation has ended or waits for an admin',
    sql: `select what, id, state, since from (${underWay}) u
           where not waits_for_admin and since < $1::timestamptz - interval '15 minutes'`,
  },
  {
    id: 'I-35',
    title: 'a sandbox merchant has no payment, transfer or link in production',
    sql: `select 'payment' as what, x.id from card_transaction x join merchant m on m.id = x.merchant_id
           where ${at} and x.environment = 'production' and m.environment = 'sandbox'
          union all
          select 'transfer', x.id from transfer x join merchant m on m.id = x.merchant_id
           where x.environment = 'production' and m.environment = 'sandbox'
          union all
          select 'link', x.id from payment_link x join merchant m on m.id = x.merchant_id
           where x.environment = 'production' and m.environment = 'sandbox'`,
  },
  {
    id: 'L-4',
    title: 'no lease outlives its holder',
    sql: `select id::text from operation where lease_until < $1::timestamptz - interval '1 minute' and state in ('intent', 'sent', 'unknown')
             and next_check_at < $1::timestamptz - interval '15 minutes'`,
  },
]
