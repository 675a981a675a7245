// Double entry: a posting is a set of entries that balances in every currency, written once under its key.
import assert from 'node:assert/strict'
import type { Money } from '../kernel/money.ts'
import { type Sql, statement } from '../platform/database.ts'

export type AccountCode =
  | 'gateway_receivable'
  | 'merchant_payable'
  | 'bank_commission'
  | 'service_commission'
  | 'wallet_funding'
  | 'wallet_available'
  | 'wallet_reserved'
  | 'wallet_adjustment'
  | 'operator_float'
  | 'remittance_fee'

export type Entry = {
  account: AccountCode
  /** Whose account; none for those of the house. */
  merchantId?: bigint
  side: 'debit' | 'credit'
  amount: Money
}

export type Posting = {
  /** What is posted, once. */
  key: string
  environment: 'sandbox' | 'production'
  entries: readonly Entry[]
  now: Temporal.Instant
}

const insertPostings = statement<{ key: string }>(
  'insert_ledger_postings',
  `insert into ledger_posting (key, posted_at)
   select key, posted_at from json_to_recordset($1) as p (key text, posted_at timestamptz)
   on conflict (key) do nothing returning key`,
)

const wanted = `json_to_recordset($1) as w (
  position integer, key text, code text, merchant_id bigint, environment text, currency text, amount_minor bigint)`

const ensureAccounts = statement(
  'ensure_ledger_accounts',
  `insert into ledger_account (code, merchant_id, environment, currency)
   select distinct code, merchant_id, environment, currency from ${wanted} order by 1, 2, 3, 4
   on conflict do nothing`,
)

/** All, or none where an account is missing. */
const insertEntries = statement<{ id: bigint }>(
  'insert_ledger_entries',
  `with found as (
     select w.position, p.id as posting_id, a.id as account_id, w.currency, w.amount_minor
       from ${wanted}
      -- One by one through their indexes: a plan made while there were few would read all of them ever after.
      cross join lateral (select p.id from ledger_posting p where p.key = w.key limit 1) p
      cross join lateral (
            select a.id from ledger_account a
             where a.code = w.code and a.currency = w.currency and a.environment = w.environment
               and (a.merchant_id = w.merchant_id or (a.merchant_id is null and w.merchant_id is null))
             limit 1) a
   )
   insert into ledger_entry (posting_id, account_id, currency, amount_minor)
   select posting_id, account_id, currency, amount_minor from found
    where (select count(*) from found) = json_array_length($1) order by position
   returning id`,
)

/** Posts once per key; false when it was posted before. Entries of nothing are left out. */
export async function post(sql: Sql, posting: Posting): Promise<boolean> {
  return (await postAll(sql, [posting])).has(posting.key)
}

/** Posts each once per key, and answers the keys that were new. */
export async function postAll(sql: Sql, postings: readonly Posting[]): Promise<Set<string>> {
  if (postings.length === 0) return new Set()
  const written = postings.map(({ key, now }) => ({ key, posted_at: now.toString() }))
  const rows = await sql.rows(insertPostings, [JSON.stringify(written)])
  const fresh = new Set(rows.map(({ key }) => key))
  const entries = postings.filter(({ key }) => fresh.has(key)).flatMap(entriesOf)
  if (entries.length === 0) return fresh
  const told = JSON.stringify(entries.map((entry, position) => ({ position, ...entry })))
  if ((await sql.rows(insertEntries, [told])).length === entries.length) return fresh
  // Only the first postings of a merchant find no account.
  await sql.rows(ensureAccounts, [told])
  assert.equal((await sql.rows(insertEntries, [told])).length, entries.length)
  return fresh
}

function entriesOf({ key, environment, entries }: Posting) {
  return entries
    .filter((entry) => entry.amount.minor !== 0n)
    .map(({ account, merchantId, side, amount }) => ({
      key,
      code: account,
      merchant_id: merchantId === undefined ? null : String(merchantId),
      environment,
      currency: amount.currency,
      amount_minor: String(side === 'debit' ? amount.minor : -amount.minor),
    }))
}
