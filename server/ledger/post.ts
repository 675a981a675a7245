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

const insertEntries = statement<{ id: bigint }>(
  'insert_ledger_entries',
  `insert into ledger_entry (posting_id, account_id, currency, amount_minor)
   select p.id, a.id, w.currency, w.amount_minor
     from ${wanted}
     join ledger_posting p on p.key = w.key
     join ledger_account a on a.code = w.code and a.currency = w.currency and a.environment = w.environment
      and a.merchant_id is not distinct from w.merchant_id
    order by w.position
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
