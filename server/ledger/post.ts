// Double-entry ledger. A posting is a set of entries that balances in every currency and is written once under its key.
import assert from 'node:assert/strict'
import type { Money } from '../kernel/money.ts'
import type { OperatorCode } from '../kernel/operators.ts'
import { type Sql, statement, type Tx } from '../platform/database/database.ts'

export type AccountCode =
  | 'gateway_receivable'
  | 'merchant_payable'
  | 'merchant_available'
  | 'merchant_reserved'
  | 'bank_commission'
  | 'service_commission'
  | 'wallet_funding'
  | 'wallet_available'
  | 'wallet_reserved'
  | 'wallet_adjustment'
  | 'operator_float'
  | 'remittance_fee'
  | 'bank_account'
  | 'bank_transit'
  | 'bank_cost'
  | 'balance_adjustment'
  | 'operator_receivable'
  | 'collection_surplus'
  | 'operator_cost'
  /** What quotes promise, in hundredths of the sender's currency as the amounts of transfers: no money has moved. */
  | 'quote_promised'
  | 'quote_exposure'

export type Entry = {
  account: AccountCode
  /** The merchant that owns the account; absent for the platform's own accounts. */
  merchantId?: bigint
  /** Who owes it to us; for `operator_receivable` alone. */
  operator?: OperatorCode
  side: 'debit' | 'credit'
  amount: Money
}

export type Posting = {
  /** Identifies the posting; a key can be posted only once. */
  key: string
  environment: 'sandbox' | 'production'
  entries: readonly Entry[]
  now: Temporal.Instant
  /** When the merchant's share becomes available; for card payments. */
  availableOn?: Temporal.PlainDate
  /** Why a balance is corrected, for its merchant. */
  reason?: string
}

const wanted = `json_to_recordset($1) as w (
  position integer, key text, code text, merchant_id bigint, environment text, currency text, operator text, amount_minor bigint)`

/** SQL: inserts the postings that a query returns: key, time, the day from which the merchant's share is available, and the reason. */
export const insertPosting = (query: string): string =>
  `insert into ledger_posting (key, posted_at, available_on, reason) ${query}`

/** SQL: inserts the entries that a query returns: posting, account, currency, amount. Each posting of them must balance. */
export const insertEntries = (query: string): string =>
  `insert into ledger_entry (posting_id, account_id, currency, amount_minor) ${query}`

/** Inserts the postings of $2 that are new, with the entries of $1. Nothing is inserted when an account is missing. */
const insertPostings = statement<{ hasAccounts: boolean; fresh: string[] | null }>(
  'insert_ledger_postings',
  `with found as (
     select w.position, w.key, a.id as account_id, w.currency, w.amount_minor
       from ${wanted}
      -- One by one through the index: a plan made while there were few would read all of them ever after.
      cross join lateral (
            select a.id from ledger_account a
             where a.code = w.code and a.currency = w.currency and a.environment = w.environment
               and (a.merchant_id = w.merchant_id or (a.merchant_id is null and w.merchant_id is null))
               and a.operator is not distinct from w.operator
             limit 1) a
   ), accounts as (
     select count(*) = json_array_length($1) as are_all from found
   ), made as (
     ${insertPosting(`select key, posted_at, available_on, reason
       from accounts, json_to_recordset($2) as p (key text, posted_at timestamptz, available_on date, reason text) where are_all`)}
     on conflict (key) do nothing returning id, key
   ), written as (
     ${insertEntries('select made.id, account_id, currency, amount_minor from found join made using (key) order by position')}
   )
   select are_all as "hasAccounts", (select json_agg(key) from made) as fresh from accounts`,
)

/** The fields of `entryRows` in SQL, to read them from JSON. */
export const entryColumns =
  'key text, code text, merchant_id bigint, environment text, currency text, operator text, amount_minor bigint, position integer'

/** SQL: the id of the account of an entry `e` with `entryColumns`; null when there is no such account yet. */
export const accountOfEntry = `(
  select a.id from ledger_account a
   where a.code = e.code and a.currency = e.currency and a.environment = e.environment
     and (a.merchant_id = e.merchant_id or (a.merchant_id is null and e.merchant_id is null))
     and a.operator is not distinct from e.operator
   limit 1)`

/** The entries of a posting as rows of JSON, without those of zero. */
export function entryRows(posting: Posting) {
  return entriesOf(posting).map((entry, position) => ({ ...entry, position }))
}

const ensureAccounts = statement(
  'ensure_ledger_accounts',
  `insert into ledger_account (code, merchant_id, environment, currency, operator)
   select distinct code, merchant_id, environment, currency, operator from ${wanted} order by 1, 2, 3, 4, 5
   on conflict do nothing`,
)

/** Creates the accounts of a posting that do not exist yet, which happens before a merchant's first postings. */
export async function createAccounts(sql: Sql, posting: Posting): Promise<void> {
  await sql.rows(ensureAccounts, [JSON.stringify(entryRows(posting))])
}

/** Posts once per key, leaving out zero amounts. Returns false when the key was posted before. */
export async function post(sql: Tx, posting: Posting): Promise<boolean> {
  return (await postAll(sql, [posting])).has(posting.key)
}

/** Posts each key at most once and returns the keys that were new. */
export async function postAll(sql: Tx, postings: readonly Posting[]): Promise<Set<string>> {
  if (postings.length === 0) return new Set()
  assert.equal(
    new Set(postings.map(({ key }) => key)).size,
    postings.length,
    'each key may be posted only once',
  )
  const entries = JSON.stringify(
    postings.flatMap(entriesOf).map((entry, position) => ({ position, ...entry })),
  )
  const values = [
    entries,
    JSON.stringify(
      postings.map(({ key, now, availableOn, reason }) => ({
        key,
        posted_at: now.toString(),
        available_on: availableOn?.toString(),
        reason,
      })),
    ),
  ]
  let [made] = await sql.rows(insertPostings, values)
  if (!made!.hasAccounts) {
    // Accounts are missing only before a merchant's first postings.
    await sql.rows(ensureAccounts, [entries])
    ;[made] = await sql.rows(insertPostings, values)
    assert(made!.hasAccounts, 'all ledger accounts exist')
  }
  return new Set(made!.fresh)
}

function entriesOf({ key, environment, entries }: Posting) {
  return entries
    .filter((entry) => entry.amount.minor !== 0n)
    .map(({ account, merchantId, operator, side, amount }) => ({
      key,
      code: account,
      merchant_id: merchantId === undefined ? null : String(merchantId),
      environment,
      currency: amount.currency,
      operator,
      amount_minor: String(side === 'debit' ? amount.minor : -amount.minor),
    }))
}
