// Thousands of rows of one merchant, written without the service, for tests and measurements of its lists.
import { type Sql, statement } from '../../../server/platform/database/database.ts'

/** Rows numbered `from` to `to`, spread evenly over the days before `until`; a higher number is a later row. */
export type Span = {
  merchantCode: string
  from: number
  to: number
  /** The total number of rows, which `days` are divided by. */
  of: number
  days: number
  until: string
}

const madeAt = `$6::timestamptz - (($4::bigint - n) / $4::float8) * $5::float8 * interval '1 day'`
const rows = 'merchant m cross join generate_series($2::bigint, $3::bigint) n'

/**
 * One in ten costs 10.00; among the others no amount, phone or email is frequent. The last hundred are still open, and do not expire
 * while a list is read.
 */
const insertPayments = statement(
  'test_fill_payments',
  `insert into card_transaction (
     transaction_uuid, merchant_id, environment, origin, status, amount_minor, currency, commission_rate_bp, commission_minor,
     bank_commission_minor, service_commission_minor, merchant_minor, merchant_reference, callback_url,
     bill_to_forename, bill_to_surname, bill_to_email, bill_to_phone, bill_to_address_line1, bill_to_address_city,
     bill_to_address_country, created_at, expires_at, finalised_at, decision, reason_code, message, cs_payment_id, card_type,
     card_last4, refunded_minor)
   select 'LKT-' || m.id || '-' || lpad(n::text, 14, '0') || '-CD', m.id, m.environment, 'order', s.status, a.amount,
          case when n % 5 = 0 then 'CDF' else 'USD' end, 350, 0, 0, 0, a.amount, 'INV-' || n, 'https://shop.example/hook',
          'Grâce', 'Mukendi ' || n % 1000, 'customer' || n % 200000 || '@example.com',
          '+24399' || lpad((n * 104729 % 10000000)::text, 7, '0'), '12 avenue du Lac', 'Goma', 'CD', ${madeAt},
          case when s.status = 'PENDING' then '2100-01-01' else ${madeAt} + interval '20 minutes' end,
          case when s.status <> 'PENDING' then ${madeAt} + interval '2 minutes' end,
          case s.status when 'FAILED' then 'REJECT' when 'PENDING' then '' else 'ACCEPT' end,
          case s.status when 'FAILED' then 'INSUFFICIENT_FUND' else '' end,
          case s.status when 'FAILED' then 'Insufficient funds' else '' end,
          case when s.status <> 'PENDING' then m.id || '-' || n end,
          case when s.status <> 'PENDING' then 'VISA' else '' end,
          case when s.status <> 'PENDING' then lpad((n * 31 % 10000)::text, 4, '0') else '' end,
          case s.status when 'REFUNDED' then a.amount else 0 end
     from ${rows}
     cross join lateral (select case when n % 10 = 3 then 1000 else 100 + n * 7919 % 4000000 end as amount) a
     cross join lateral (select case when n > $4 - 100 then 'PENDING' when n % 1000 = 7 then 'VOIDED'
       when n % 50 = 1 then 'REFUNDED' when n % 20 = 4 then 'CANCELLED' when n % 10 = 6 then 'EXPIRED'
       when n % 7 = 5 then 'FAILED' else 'SUCCESS' end as status) s
    where m.merchant_code = $1`,
)
/** The same for transfers; the last hundred are in progress. */
const insertTransfers = statement(
  'test_fill_transfers',
  `insert into transfer (
     transaction_id, merchant_id, environment, reference, status, fingerprint, first_response, operator, customer_number,
     subscriber_name, amount_hundredths, currency, receiver_minor, receiver_currency, fee_minor, rate_micros, parties_sealed,
     telco_reference, failure_code, failure_message, created_at, completed_at, reversed_at, settlement_id)
   select 'IMT-IN-' || lpad(m.id || lpad(n::text, 12, '0'), 16, '0'), m.id, m.environment, 'PAYOUT-' || n, s.status,
          decode(md5(n::text), 'hex'), repeat('x', 400), (array['vodacom', 'airtel', 'orange', 'africell'])[1 + n % 4],
          (array['24381', '24397', '24384', '24390'])[1 + n % 4] || lpad((n * 104729 % 10000000)::text, 7, '0'),
          'Test Subscriber', a.amount, 'USD', case when s.status <> 'Hold' then a.amount end, 'USD',
          case when s.status <> 'Hold' then 0 end, 1000000, decode(repeat(md5(n::text), 40), 'hex'), 'SIM-' || n,
          case s.status when 'Failed' then 'RECIPIENT_NOT_FOUND' end, null, ${madeAt},
          case when s.status not in ('Submitted', 'Hold') then ${madeAt} + interval '1 minute' end,
          case when s.status = 'Reversed' then ${madeAt} + interval '2 minutes' end, null
     from ${rows}
     cross join lateral (select case when n % 10 = 3 then 1000 else 100 + n * 7919 % 4000000 end as amount) a
     cross join lateral (select case when n > $4 - 100 then 'Submitted' when n % 5000 = 8 then 'Hold'
       when n % 1000 = 7 then 'Reversed' when n % 12 = 4 then 'Failed' else 'Successful' end as status) s
    where m.merchant_code = $1`,
)

/**
 * A movement for each payment, of the same number; those of the last two days are pending. The ledger has no entries for them.
 */
const insertMovements = statement(
  'test_fill_movements',
  `with made as (
     insert into ledger_posting (key, posted_at) select 'fill:' || m.id || ':' || n, ${madeAt} from ${rows} where m.merchant_code = $1
     returning id, posted_at, split_part(key, ':', 2)::bigint as merchant_id, split_part(key, ':', 3)::bigint as n
   ), written as (
     insert into balance_transaction (id, merchant_id, environment, currency, type, amount_minor, fee_minor, net_minor, available_on,
                                      transaction_id, released_posting, created_at)
     select made.id, m.id, m.environment, case when n % 5 = 0 then 'CDF' else 'USD' end, k.type, k.sign * 1000, k.sign * 35,
            k.sign * 965, (posted_at at time zone 'UTC')::date + 2, t.id,
            case when posted_at < $6::timestamptz - interval '2 days' then made.id end, posted_at
       from made join merchant m on m.id = made.merchant_id
      cross join lateral (select case when n % 1000 = 7 then 'void' when n % 50 = 1 then 'refund' else 'charge' end as type,
                                 case when n % 1000 = 7 or n % 50 = 1 then -1 else 1 end as sign) k
       left join card_transaction t on t.transaction_uuid = 'LKT-' || m.id || '-' || lpad(n::text, 14, '0') || '-CD'
     returning merchant_id, environment, currency, net_minor, released_posting
   )
   insert into merchant_balance (merchant_id, environment, currency, pending_minor, available_minor)
   select merchant_id, environment, currency, coalesce(sum(net_minor) filter (where released_posting is null), 0),
          coalesce(sum(net_minor) filter (where released_posting is not null), 0)
     from written group by 1, 2, 3
   on conflict (merchant_id, environment, currency) do update
      set pending_minor = merchant_balance.pending_minor + excluded.pending_minor,
          available_minor = merchant_balance.available_minor + excluded.available_minor`,
)

const valuesOf = ({ merchantCode, from, to, of, days, until }: Span) => [
  merchantCode,
  from,
  to,
  of,
  days,
  until,
]

/** The counters do not include these payments until `recount`. */
export async function fillPayments(sql: Sql, span: Span): Promise<void> {
  await sql.rows(insertPayments, valuesOf(span))
}

/** The counters do not include these transfers until `recount`; the wallet never does. */
export async function fillTransfers(sql: Sql, span: Span): Promise<void> {
  await sql.rows(insertTransfers, valuesOf(span))
}

/** Written after the payments of the same span. The counters do not include these movements until `recount`. */
export async function fillMovements(sql: Sql, span: Span): Promise<void> {
  await sql.rows(insertMovements, valuesOf(span))
}
