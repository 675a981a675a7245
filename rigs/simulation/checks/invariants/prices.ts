// Prices, recomputed from what was requested and agreed: each query returns the rows that differ. Profiles hold the
// current agreement; for a merchant whose rates an admin changed, earlier prices are not checked.
import { at, type Invariant, paid, unquoted } from './invariant.ts'

const share = (amount: string, basisPoints: string) => `(${amount} * ${basisPoints} + 5000) / 10000`
const isAsAgreed = `not exists (select from audit_log l where l.action = 'merchant.rates_changed' and l.subject = m.merchant_code)`

/** The start of the UTC day that has not ended; settlements of the last half hour may still be open. */
const today = `date_trunc('day', ($1::timestamptz - interval '30 minutes') at time zone 'UTC') at time zone 'UTC'`

/** A payment by phone has a rate of its own, and no bank takes part in it. */
const isPaidByPhone = `t.status in ${paid} and t.payment_method = 'mobile_money'`

export const priceInvariants: readonly Invariant[] = [
  {
    id: 'I-28b',
    title: 'a transfer without a quote pays what its amount is worth at its rate, rounded down to the cent',
    sql: `select id from transfer where ${at} and receiver_minor is not null
             and (receiver_minor is distinct from amount_hundredths * 1000000 / rate_micros and ${unquoted('transfer')} or (currency = 'USD') <> (rate_as_of is null)
                  or currency = 'USD' and rate_micros <> 1000000)`,
  },
  {
    id: 'I-28c',
    title: 'the rate of a transfer was published',
    sql: `select t.id from transfer t where ${at} and t.rate_as_of is not null and not exists (
            select from rate_snapshot s where s.state = 'PUBLISHED' and s.as_of = t.rate_as_of and s.source = t.rate_source
               and round((s.rates ->> t.currency)::numeric * 1000000) = t.rate_micros)`,
  },
  {
    id: 'I-31b',
    title: 'the commission of a payment is its share by how it was paid, and that of the bank is within it',
    sql: `select t.id from card_transaction t join merchant m on m.id = t.merchant_id
           where ${at} and t.amount_minor is not null and (
                 t.commission_minor <> ${share('t.amount_minor', 't.commission_rate_bp')}
              or ${isAsAgreed} and case when ${isPaidByPhone}
                 then t.commission_rate_bp <> coalesce(m.mobile_money_rate_bp, m.commission_rate_bp) or t.bank_commission_minor <> 0
                 else t.commission_rate_bp <> m.commission_rate_bp
                   or t.bank_commission_minor <> least(t.commission_minor, ${share('t.amount_minor', 'm.bank_rate_bp')}) end)`,
  },
  {
    id: 'I-39',
    title: 'the fee of a transfer without a quote is the one that was agreed',
    sql: `select t.id from transfer t join merchant m on m.id = t.merchant_id
           where ${at} and t.receiver_minor is not null and ${unquoted('t')} and ${isAsAgreed}
             and t.fee_minor is distinct from ${share('t.receiver_minor', 'm.remittance_fee_bp')} + m.remittance_fee_fixed_minor`,
  },
  {
    id: 'I-40',
    title: 'a settlement has the count and sum of its payouts, with reversals negative',
    sql: `select s.id from settlement s left join transfer t on s.id in (t.settlement_id, t.reversal_settlement_id)
           where ${at} and s.closed_at is not null group by s.id
          having s.count <> count(*) filter (where t.settlement_id = s.id) + count(*) filter (where t.reversal_settlement_id = s.id)
              or s.net_minor <> coalesce(sum(t.receiver_minor) filter (where t.settlement_id = s.id), 0)
                              - coalesce(sum(t.receiver_minor) filter (where t.reversal_settlement_id = s.id), 0)
              or s.fee_minor <> coalesce(sum(t.fee_minor) filter (where t.settlement_id = s.id), 0)
                              - coalesce(sum(t.fee_minor) filter (where t.reversal_settlement_id = s.id), 0)
              or s.gross_minor <> s.net_minor + s.fee_minor`,
  },
  {
    id: 'I-40b',
    title: 'every payout or reversal of an ended day is in a closed settlement of its merchant',
    sql: `select t.id from transfer t left join settlement s on s.id = t.settlement_id
           where t.status in ('Successful', 'Reversed') and t.completed_at < ${today}
             and (s.closed_at is null or s.merchant_id <> t.merchant_id or s.environment <> t.environment)
          union all
          select t.id from transfer t left join settlement s on s.id = t.reversal_settlement_id
           where t.status = 'Reversed' and t.reversed_at < ${today}
             and (s.closed_at is null or s.merchant_id <> t.merchant_id or s.environment <> t.environment)`,
  },
]
