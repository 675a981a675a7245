// The rows behind bench/portal.ts: a year of payments and transfers with their moves, wallet lines and webhooks.
import type pg from 'pg'
import type { Credentials } from '../server/merchants/register.ts'
import type { Sql } from '../server/platform/database.ts'
import type { Secrets } from '../server/platform/secrets.ts'
import { sealParties } from '../server/remittance/parties.ts'
import { recount } from '../test/day-counts.ts'
import { fillPayments, fillTransfers } from '../test/many-rows.ts'

const days = 365
const atOnce = 50_000

const moves = `insert into card_transaction_move (transaction_id, event, from_status, to_status, at)
  select id, 'charged', 'PENDING', status, finalised_at from card_transaction
   where status <> 'PENDING' and id > $1`
/** Every hundredth was never taken, and one in a thousand waits. */
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
/** What was put aside and spent of each that arrived. */
const walletLines = `with wallet as (
    insert into wallet (merchant_id, environment, currency, available_minor) values ($2, 'sandbox', 'USD', 1000000)
    on conflict (merchant_id, environment, currency) do update set currency = excluded.currency
    returning id, line_count
  ), lines as (
    insert into wallet_entry (wallet_id, position, at, kind, amount_minor, balance_after_minor, transfer_id, posting_key)
    select wallet.id, wallet.line_count + row_number() over (order by t.id, k.ordinality), t.created_at, k.kind, 1, 1, t.id,
           'bench:' || t.id
      from wallet, transfer t cross join unnest(array['RESERVE', 'RELEASE', 'DEBIT']) with ordinality k (kind, ordinality)
     where t.id > $1 and t.status = 'Successful'
    returning position
  )
  update wallet w set line_count = (select max(position) from lines) from wallet old where w.id = old.id and w.merchant_id = $2`

/** Writes rows `from` to `to` of a merchant, counts them, and lets PostgreSQL look at them. Answers the merchant's id. */
export async function fillBusiness(
  client: pg.Client,
  secrets: Secrets,
  { merchant, from, to }: { merchant: Credentials; from: number; to: number },
): Promise<bigint> {
  const ask = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows
  const sql: Sql = {
    rows: async ({ text }, values = []) => (await client.query(text, [...values])).rows,
  }
  const { merchant_code: merchantCode } = merchant
  const [{ payment, transfer }] = await ask(
    `select (select coalesce(max(id), 0) from card_transaction) as payment, (select coalesce(max(id), 0) from transfer) as transfer`,
  )
  for (let first = from; first <= to; first += atOnce) {
    const span = { merchantCode, from: first, to: Math.min(first + atOnce - 1, to), of: to, days }
    await fillPayments(sql, { ...span, until: new Date().toISOString() })
    await fillTransfers(sql, { ...span, until: new Date().toISOString() })
  }
  const [{ id }] = await ask('select id from merchant where merchant_code = $1', [merchantCode])
  await ask(moves, [payment])
  await ask(webhooks, [payment])
  await ask(timelines, [transfer])
  await ask(walletLines, [transfer, id])
  await openable(ask, secrets)
  await recount(sql)
  await ask('vacuum analyze')
  await ask('checkpoint')
  return BigInt(id)
}

/** The pages open the names of one transfer: the one in the middle. */
async function openable(
  ask: (text: string, values: unknown[]) => Promise<unknown[]>,
  secrets: Secrets,
): Promise<void> {
  const [found] = (await ask(
    `select transaction_id from transfer order by id offset (select count(*) / 2 - 1 from transfer) limit 1`,
    [],
  )) as { transaction_id: string }[]
  if (!found) return
  const nobody = { firstName: 'Aimée', middleName: '', lastName: 'Ngalula', name: 'Jean Mukendi' }
  const parties = { sender: nobody, receiver: nobody } as unknown as Parameters<typeof sealParties>[2]
  const sealed = sealParties(secrets, found.transaction_id, parties)
  await ask('update transfer set parties_sealed = $2 where transaction_id = $1', [
    found.transaction_id,
    sealed,
  ])
}
