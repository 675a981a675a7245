// A year of balance transactions and payouts of a merchant, by the million, plus a tenth as many of other merchants.
import type { RunQuery } from '../history.ts'

const days = 365

/** Merchants by number, each with its share; and the payments that their movements name. */
const owners = `
  create temporary table owner as
  select m.id, m.environment, row_number() over (order by m.id) - 1 as who, t.first, t.count
    from merchant m cross join lateral (
      select min(id) as first, count(*) as count from card_transaction c where c.merchant_id = m.id) t`

/** The newest thousand of each merchant are pending. One in ten is a payout. */
const movements = `
  insert into balance_transaction (id, merchant_id, environment, currency, type, amount_minor, fee_minor, net_minor, available_on,
                                   transaction_id, released_posting, created_at)
  select key, id, environment, case when n % 7 = 0 then 'CDF' else 'USD' end, type, amount, fee, amount - fee, at::date + 1,
         case when type not in ('payout', 'payout_return') then first + n % count end,
         case when n <= $2::bigint - 1000 then key end, at
    from (select 1000000000 + n * 4 + who as key, n, o.*, type,
                 case when type in ('charge', 'payout_return', 'dispute_reversal') then gross else -gross end as amount,
                 case when type in ('charge', 'payout') then gross * 7 / 200 else 0 end as fee,
                 now() - (1 - sqrt(n / $2::float8)) * interval '${days} days' - interval '1 minute' + who * interval '1 ms' as at
            from generate_series($1::bigint, $2::bigint) n
            cross join owner o
            cross join lateral (select 100 + n * 7919 % 40000 as gross,
              case when n % 10 = 7 then 'payout' when n % 20 = 3 then 'refund' when n % 200 = 11 then 'dispute'
                   when n % 1000 = 31 then 'dispute_reversal' when n % 1000 = 51 then 'payout_return' when n % 100 = 13 then 'void'
                   else 'charge' end as type offset 0) drawn
           where o.who = 0 or n % 33 = o.who offset 0) made`

const balances = `
  insert into merchant_balance (merchant_id, environment, currency, pending_minor, available_minor)
  select merchant_id, environment, currency, coalesce(sum(net_minor) filter (where released_posting is null), 0),
         coalesce(sum(net_minor) filter (where released_posting is not null), 0)
    from balance_transaction group by 1, 2, 3
  on conflict (merchant_id, environment, currency)
    do update set pending_minor = excluded.pending_minor, available_minor = excluded.available_minor`

const destinations = `
  insert into payout_destination (merchant_id, environment, type, operator, number, subscriber_name, state, created_at,
     usable_from, delay, created_session, confirmed_session, confirmed_at)
  select id, environment, 'wallet', 'vodacom', '243810000001', 'Jean Mukendi', 'active', now(), now(), '0 hours', '\\x01', '\\x02', now()
    from owner`

const payouts = `
  insert into merchant_payout (public_id, merchant_id, environment, currency, reference, fingerprint, first_response, destination_id,
                               amount_minor, fee_minor, state, requested_by, created_at, sent_at, completed_at)
  select gen_random_uuid(), t.merchant_id, t.environment, t.currency, 'P-' || t.id, '\\x00', '{}', d.id, -t.amount_minor, t.fee_minor,
         case when t.id % 110 = 8 then 'FAILED' else 'PAID' end, 'api', t.created_at, t.created_at, t.created_at
    from balance_transaction t join payout_destination d on d.merchant_id = t.merchant_id
   where t.type = 'payout' order by t.id`

/** Writes so many movements of the first merchant, and the payouts among them. Counters are not updated. */
export async function writeMovements(query: RunQuery, rows: number): Promise<void> {
  await query(owners)
  await query(movements, [1, rows])
  await query(balances)
  await query(destinations)
  await query(payouts)
}
