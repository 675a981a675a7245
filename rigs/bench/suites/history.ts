// A year of a merchant's payments and transfers, by the million: copies of rows that the product created, each with
// its own identifier, time, amount and outcome, plus a tenth as many of other merchants.
import pg from 'pg'

const days = 365
const rowsAtOnce = 100_000
/** Each other merchant has one row for this many of the first merchant. */
const otherEvery = 33

type Copied = {
  table: string
  /**
   * The values of a copy that differ from the original row: `n` is its number, `who` its merchant's, `at` its time.
   */
  values: Record<string, string>
  /** The final status of a copy, computed from `n` and `last`, the number of the newest. */
  endsAs: string
}

/** Unique among all rows of a table. */
const key = '(n * 4 + who)'
/** Some amounts are frequent. */
const amount = `case when n % 10 = 3 then 1000 else 100 + n * 7919 % 4000000 end`
const phone = `lpad((n * 104729 % 10000000)::text, 7, '0')`
const wasCharged = `ends_as in ('SUCCESS', 'FAILED', 'REFUNDED', 'VOIDED')`
const hasEnded = `ends_as not in ('Submitted', 'Hold')`
const commission = 'amount * t.commission_rate_bp / 10000'
const bank = `${commission} * t.bank_commission_minor / greatest(t.commission_minor, 1)`

/** The last hundred payments of each merchant are still open. Refunds are full refunds. */
const payments: Copied = {
  table: 'card_transaction',
  endsAs: `case when n > last - 100 then 'PENDING' when n % 1000 = 7 then 'VOIDED' when n % 50 = 1 then 'REFUNDED'
    when n % 20 = 4 then 'CANCELLED' when n % 10 = 6 then 'EXPIRED' when n % 7 = 5 then 'FAILED' else 'SUCCESS' end`,
  values: {
    transaction_uuid: `split_part(t.transaction_uuid, '-', 1) || to_char(at at time zone 'UTC', '-YYYYMMDD-HH24MISS-')
      || upper(lpad(to_hex(${key} * 2654435761 % 4294967296), 8, '0')) || '-CD'`,
    status: 'ends_as',
    amount_minor: 'amount',
    currency: `case when n % 5 = 0 then 'CDF' else 'USD' end`,
    commission_minor: commission,
    bank_commission_minor: bank,
    service_commission_minor: `${commission} - ${bank}`,
    merchant_minor: `amount - ${commission}`,
    merchant_reference: `'INV-' || n`,
    bill_to_surname: `'Mukendi ' || n % 1000`,
    bill_to_email: `'customer' || n % 200000 || '@example.com'`,
    bill_to_phone: `'+24399' || ${phone}`,
    created_at: 'at',
    expires_at: 'at + (t.expires_at - t.created_at)',
    finalised_at: `case when ends_as <> 'PENDING' then at + interval '2 minutes' end`,
    decision: `case when not (${wasCharged}) then '' when ends_as = 'FAILED' then 'REJECT' else 'ACCEPT' end`,
    reason_code: `case ends_as when 'FAILED' then (array['INSUFFICIENT_FUND', 'EXPIRED_CARD', 'GENERAL_DECLINE'])[1 + n % 3]
      when 'CANCELLED' then 'CUSTOMER_CANCELLED' else '' end`,
    message: `case ends_as when 'FAILED' then (array['Insufficient funds', 'Card expired', 'Declined by the bank'])[1 + n % 3]
      when 'CANCELLED' then 'Cancelled by customer' else '' end`,
    cs_payment_id: `case when ${wasCharged} then '7' || lpad(${key}::text, 21, '0') end`,
    card_type: `case when ${wasCharged} then 'VISA' else '' end`,
    card_last4: `case when ${wasCharged} then lpad((n * 31 % 10000)::text, 4, '0') else '' end`,
    card_expiry_date: `case when ${wasCharged} then '12-2031' else '' end`,
    refunded_minor: `case ends_as when 'REFUNDED' then amount else 0 end`,
  },
}

/** The last hundred transfers of each merchant are in progress; none waits for a settlement. */
const transfers: Copied = {
  table: 'transfer',
  endsAs: `case when n > last - 100 then 'Submitted' when n % 5000 = 8 then 'Hold' when n % 1000 = 7 then 'Reversed'
    when n % 12 = 4 then 'Failed' else 'Successful' end`,
  values: {
    transaction_id: `'IMT-IN-' || lpad(${key}::text, 16, '0')`,
    reference: `'PAYOUT-' || n`,
    status: 'ends_as',
    fingerprint: `decode(md5(n::text) || md5(${key}::text), 'hex')`,
    operator: `(array['vodacom', 'airtel', 'orange', 'africell'])[1 + n % 4]`,
    customer_number: `(array['24381', '24397', '24384', '24390'])[1 + n % 4] || ${phone}`,
    amount_hundredths: 'amount',
    receiver_minor: `case when ends_as <> 'Hold' then amount end`,
    telco_reference: `case when ${hasEnded} then 'SIM-' || ${key} end`,
    failure_code: `case ends_as when 'Failed' then 'RECIPIENT_NOT_FOUND' end`,
    created_at: 'at',
    completed_at: `case when ${hasEnded} then at + interval '1 minute' end`,
    reversed_at: `case ends_as when 'Reversed' then at + interval '2 minutes' end`,
  },
}

/** The history of the first merchant, and what writing it took. */
export type History = { payments: number; transfers: number; seconds: number; bytes: number }

/**
 * A transfer is three times as large as a payment, and its list works in the same way: more would only fill the
 * disk.
 */
const maxTransfers = 1_000_000

export type RunQuery = (text: string, values?: unknown[]) => Promise<pg.QueryResult['rows']>

type Wanted = {
  rows: number
  print: (line: string) => void
  /** Writes what else is needed, for so many payments of the first merchant. */
  more?: ((query: RunQuery, rows: number) => Promise<void>) | undefined
}

/**
 * Copies the newest payment and transfer of each merchant: `rows` payments for the first merchant, and as many
 * transfers up to a million. Volume grows through the year, to twice its mean at the end. Updates the counters, and
 * leaves the tables like those of an idle database: vacuumed, analysed and on disk. Wallet lines and ledger
 * postings are not written.
 */
export async function writeHistory(databaseUrl: string, { rows, print, more }: Wanted): Promise<History> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const query: RunQuery = async (text, values = []) => (await client.query(text, values)).rows
  const startedAt = performance.now()
  const seconds = () => Math.round((performance.now() - startedAt) / 1000)
  try {
    // Checkpoints would write the same pages again and again, and the copied rows already passed their checks.
    await query(`alter system set max_wal_size = '4GB'`)
    await query('select pg_reload_conf()')
    await query(`set session_replication_role = replica`)
    await query(`set maintenance_work_mem = '1GB'`)
    const counts = { payments: rows, transfers: Math.min(rows, maxTransfers) }
    for (const [copied, count] of [
      [payments, counts.payments],
      [transfers, counts.transfers],
    ] as const) {
      await copyRows(query, copied, count, (n) => print(`${copied.table}: ${n} rows after ${seconds()} s`))
      print(`${copied.table}: indexed after ${seconds()} s`)
    }
    await more?.(query, rows)
    // The totals of all merchants follow the counters by triggers.
    await query('set session_replication_role = origin')
    await query('select recount_day_counts()')
    await query('vacuum (analyze)')
    await query('alter system reset max_wal_size')
    await query('select pg_reload_conf()')
    await query('checkpoint')
    const [{ bytes }] = await query('select pg_database_size(current_database()) as bytes')
    print(`counted, vacuumed and on disk after ${seconds()} s`)
    return { ...counts, seconds: seconds(), bytes: Number(bytes) }
  } finally {
    await client.end()
  }
}

/** The indexes are dropped meanwhile: creating each in one go at the end takes a tenth of the time. */
async function copyRows(
  query: RunQuery,
  { table, values, endsAs }: Copied,
  rows: number,
  notify: (n: number) => void,
): Promise<void> {
  const columns = await query(
    `select attname as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = ''`,
    [table],
  )
  const names = columns.map(({ name }) => name as string)
  const missing = Object.keys(values).filter((name) => !names.includes(name))
  if (missing.length > 0) throw new Error(`${table} has no column ${missing.join(', ')}`)
  await query(
    `create temporary table template as
      select row_number() over (order by merchant_id) - 1 as who, t.*
        from (select distinct on (merchant_id) * from ${table} order by merchant_id, id desc) t`,
  )
  const indexes = await dropIndexes(query, table)
  const insert = `insert into ${table} (${names.join(', ')})
    select ${names.map((name) => values[name] ?? `t.${name}`).join(', ')}
      from (select n, who, ${amount} as amount, ${endsAs} as ends_as,
                   $4::timestamptz - (1 - sqrt(n / last::float8)) * interval '${days} days' + who * interval '1 millisecond' as at
              from generate_series($1::bigint, $2::bigint) n
              cross join (select $3::bigint as last) every
              cross join lateral (select who from template where who = 0 or n % ${otherEvery} = who) merchant
            -- Worked out once a row, not once for each column that is made of it.
            offset 0) made
      join template t using (who)`
  const until = new Date(Date.now() - 60_000).toISOString()
  for (let from = 1; from <= rows; from += rowsAtOnce) {
    const to = Math.min(from + rowsAtOnce - 1, rows)
    await query(insert, [from, to, rows, until])
    if (to % 1_000_000 === 0) notify(to)
  }
  for (const definition of indexes) await query(definition)
  await query('drop table template')
}

/** Drops all indexes of a table except its primary key. @returns the statements that recreate them. */
async function dropIndexes(query: RunQuery, table: string): Promise<string[]> {
  const found = await query(
    `select i.indexrelid::regclass as index, quote_ident(c.conname) as constraint,
            coalesce('alter table ' || $1 || ' add constraint ' || quote_ident(c.conname) || ' ' || pg_get_constraintdef(c.oid),
                     pg_get_indexdef(i.indexrelid)) as definition
       from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype = 'u'
      where i.indrelid = $1::regclass and not i.indisprimary`,
    [table],
  )
  for (const { index, constraint } of found)
    await query(constraint ? `alter table ${table} drop constraint ${constraint}` : `drop index ${index}`)
  return found.map(({ definition }) => definition)
}
