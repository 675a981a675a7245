// Quotes: what is promised, and what became of it.
import { at, type Invariant } from './invariant.ts'

const open = `state in ('OPEN', 'HELD')`

export const quoteInvariants: readonly Invariant[] = [
  {
    id: 'I-77',
    title: 'the exposure in the ledger is that of the quotes that are open or kept by held transfers',
    sql: `select environment, currency from (
            select a.environment, a.currency, a.code, sum(e.amount_minor) as booked, 0 as promised from ledger_entry e
              join ledger_account a on a.id = e.account_id where a.code = 'quote_exposure' group by 1, 2, 3
            union all
            select environment, currency, 'quote_exposure', 0, sum(amount_hundredths) from quote where ${open} group by 1, 2) sums
           where ${at} group by 1, 2 having sum(booked) <> sum(promised)`,
  },
  {
    id: 'I-77b',
    title: 'the limits of exposure count the quotes that are open or kept by held transfers',
    sql: `select environment, scope from (
            select environment, scope, promised_minor as counted, 0 as promised from quote_exposure
            union all
            select environment, 'currency:' || currency, 0, sum(receiver_minor) from quote where ${open} group by 1, 2
            union all
            select environment, 'merchant:' || merchant_id, 0, sum(receiver_minor) from quote where ${open} group by 1, 2) sums
           where ${at} group by 1, 2 having sum(counted) <> sum(promised)`,
  },
  {
    id: 'I-77c',
    title: 'a quoted transfer has the figures of its quote, and the quote the state of its transfer',
    sql: `select q.id from quote q left join transfer t on t.id = q.transfer_id
           where ${at} and q.transfer_id is not null
             and ((t.merchant_id, t.environment, t.amount_hundredths, t.currency)
                    is distinct from (q.merchant_id, q.environment, q.amount_hundredths, q.currency)
               or q.operator <> t.operator
               or (q.state = 'HELD') <> (t.status = 'Hold')
               or (q.state = 'REJECTED') <> (t.receiver_minor is null and t.status = 'Failed')
               or q.state = 'USED' and (t.receiver_minor, t.fee_minor, t.rate_micros, t.rate_as_of, t.rate_source)
                    is distinct from (q.receiver_minor, q.fee_minor, q.rate_micros, q.rate_as_of, q.rate_source))`,
  },
  {
    id: 'I-77d',
    title: 'a quote was made at rates no older than twelve hours, and used before it expired',
    sql: `select q.id from quote q left join transfer t on t.id = q.transfer_id
           where ${at} and (q.rate_as_of not between q.created_at - interval '12 hours' - interval '1 minute'
                                                  and q.created_at + interval '1 minute'
               or t.created_at >= q.expires_at or t.created_at < q.created_at)`,
  },
  {
    id: 'I-77e',
    title: 'a quote expires within seconds of its time',
    sql: `select id from quote where state = 'OPEN' and expires_at < $1::timestamptz - interval '30 minutes'`,
  },
]
