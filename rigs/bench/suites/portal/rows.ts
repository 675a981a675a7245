// The rows for rigs/bench/suites/portal/portal.ts: a year of payments and transfers with their moves, movements of the balance,
// wallet lines, webhooks and settlements, and the actions of admins.
import type pg from 'pg'
import type { Credentials } from '../../../../server/merchants/identity/register.ts'
import type { Sql } from '../../../../server/platform/database/database.ts'
import type { Secrets } from '../../../../server/platform/secrets.ts'
import { sealParties } from '../../../../server/remittance/transfer/parties.ts'
import { fillMovements, fillPayments, fillTransfers } from '../../../../test/support/database/many-rows.ts'

const days = 365
const atOnce = 50_000

const moves = `insert into card_transaction_move (transaction_id, event, from_status, to_status, at)
  select id, 'charged', 'PENDING', status, finalised_at from card_transaction
   where status <> 'PENDING' and id > $1`
/** One in a hundred was never accepted, and one in a thousand is pending. */
const webhooks = `with made as (
    insert into webhook_event (event_id, merchant_id, environment, subject, event_type, dedupe_key, url, endpoint, signed,
                               body, state, attempts, next_attempt_at, created_at, finished_at)
    select gen_random_uuid(), merchant_id, environment, 'card:' || id, 'PAYMENT', 'payment:' || transaction_uuid,
           'https://shop.example/hook', merchant_id || ' https://shop.example', true, repeat('x', 300), s.state, 1,
           case when s.state = 'PENDING' then timestamptz '2100-01-01' end, finalised_at,
           case when s.state <> 'PENDING' then finalised_at end
      from card_transaction
      cross join lateral (select case when id % 1000 = 500 then 'PENDING' when id % 100 = 0 then 'DEAD' else 'DELIVERED' end as state) s
     where status <> 'PENDING' and id > $1
    returning id, created_at)
  insert into webhook_attempt (event_id, number, at, http_status, duration_ms, response_head)
  select id, 1, created_at, 200, 12, 'ok' from made`
const timelines = `insert into transfer_event (transfer_id, at, kind, detail)
  select id, created_at, kind, 'bench' from transfer cross join unnest(array['inbound.accepted', 'screening.ok', 'wallet.reserved']) kind
   where id > $1`
const wallet = `insert into wallet (merchant_id, environment, currency, available_minor) values ($1, 'sandbox', 'USD', 1000000)
  on conflict (merchant_id, environment, currency) do nothing`
/** The reservation and debit of each transfer that arrived. */
const walletLines = `with lines as (
    insert into wallet_entry (wallet_id, position, at, kind, amount_minor, balance_after_minor, transfer_id, posting_key)
    select w.id, w.line_count + row_number() over (order by t.id, k.ordinality), t.created_at, k.kind, 1, 1, t.id, 'bench:' || t.id
      from wallet w, transfer t cross join unnest(array['RESERVE', 'RELEASE', 'DEBIT']) with ordinality k (kind, ordinality)
     where w.merchant_id = $2 and t.merchant_id = $2 and t.id > $1 and t.status = 'Successful'
    returning position
  )
  update wallet set line_count = greatest(line_count, (select max(position) from lines)) where merchant_id = $2`
/** One a day, as it would be closed at its end. */
const settlements = `insert into settlement (settlement_id, merchant_id, environment, currency, day, count, gross_minor, net_minor, closed_at)
  select 'SET-' || $1::bigint || '-' || to_char(day, 'YYYYMMDD'), $1, 'sandbox', 'USD', day, 2700, 100000, 100000, now()
    from generate_series(now() - interval '${days} days', now() - interval '1 day', interval '1 day') day
  on conflict do nothing`
/**
 * As many admin actions as the merchant has payments, far more than in reality. The hash chain is not needed for
 * lists.
 */
const acts = `insert into audit_log (seq, at, actor, address, action, subject, detail, request_id, previous_hash, hash)
  select n, now() - ($2::bigint - n) * interval '31 seconds', (array['amina', 'benoit', 'chantal'])[1 + n % 3], '127.0.0.1',
         (array['refund.requested', 'transfer.released', 'merchant.suspended', 'wallet.topped_up'])[1 + (n % 1000 / 250)],
         'LKT-' || n % 100000, '{"reason":"bench"}', gen_random_uuid()::text, '\\x00', '\\x00'
    from generate_series($1::bigint, $2::bigint) n`

type RunQuery = (text: string, values?: unknown[]) => Promise<pg.QueryResult['rows']>
/** Rows `from` to `to` of a merchant, from the past year. */
export type Filling = { merchant: Credentials; from: number; to: number }

/**
 * Writes rows of merchants, updates the counters, and analyses the tables. @param actsTo the resulting length of
 * the audit log.
 */
export async function fillBusiness(
  client: pg.Client,
  secrets: Secrets,
  fillings: readonly Filling[],
  actsTo: number,
): Promise<void> {
  const query: RunQuery = async (text, values = []) => (await client.query(text, values)).rows
  for (const filling of fillings) await fillOne(query, filling)
  const [{ last }] = await query('select coalesce(max(seq), 0) as last from audit_log')
  await query(acts, [Number(last) + 1, actsTo])
  await openable(query, secrets)
  await query('select recount_day_counts()')
  await query('vacuum analyze')
  await query('checkpoint')
}

async function fillOne(query: RunQuery, { merchant, from, to }: Filling): Promise<void> {
  const sql: Sql = { cell: 1, rows: async ({ text }, values = []) => query(text, [...values]) }
  const [{ payment, transfer }] = await query(
    `select (select coalesce(max(id), 0) from card_transaction) as payment, (select coalesce(max(id), 0) from transfer) as transfer`,
  )
  const { merchant_code: merchantCode } = merchant
  for (let first = from; first <= to; first += atOnce) {
    const span = { merchantCode, from: first, to: Math.min(first + atOnce - 1, to), of: to, days }
    await fillPayments(sql, { ...span, until: new Date().toISOString() })
    await fillMovements(sql, { ...span, until: new Date().toISOString() })
    await fillTransfers(sql, { ...span, until: new Date().toISOString() })
  }
  const [{ id }] = await query('select id from merchant where merchant_code = $1', [merchantCode])
  await query(moves, [payment])
  await query(webhooks, [payment])
  await query(timelines, [transfer])
  await query(wallet, [id])
  await query(walletLines, [transfer, id])
  await query(settlements, [id])
}

/**
 * The pages decrypt the names of one transfer, the one in the middle of the first merchant's, and of those held
 * longest.
 */
async function openable(query: RunQuery, secrets: Secrets): Promise<void> {
  const unused = { firstName: 'Aimée', middleName: '', lastName: 'Ngalula', name: 'Jean Mukendi' }
  const parties = { sender: unused, receiver: unused } as unknown as Parameters<typeof sealParties>[2]
  const [{ size }] = await query('select count(*) as size from transfer where merchant_id = 1')
  const held = await query(`select transaction_id from transfer where status = 'Hold' order by id limit 100`)
  for (const id of [transferOf(Number(size)), ...held.map(({ transaction_id }) => transaction_id)])
    await query('update transfer set parties_sealed = $2 where transaction_id = $1', [
      id,
      sealParties(secrets, id, parties),
    ])
}

const middle = (size: number) => Math.floor(size / 2)
/** The identifiers of the payment and transfer in the middle of the first merchant's. @param size how many it has. */
export const uuidOf = (size: number) => `LKT-1-${String(middle(size)).padStart(14, '0')}-CD`
export const transferOf = (size: number) =>
  `IMT-IN-${`1${String(middle(size)).padStart(12, '0')}`.padStart(16, '0')}`
