// Double entry: a posting is a set of entries that balances in every currency, written once under its key.
import assert from 'node:assert/strict'
import type { Money } from '../kernel/money.ts'
import { type Sql, statement } from '../platform/database.ts'

export type AccountCode = 'gateway_receivable' | 'merchant_payable' | 'bank_commission' | 'service_commission'

export type Entry = {
  account: AccountCode
  /** Whose account; none for those of the house. */
  merchantId?: bigint
  side: 'debit' | 'credit'
  amount: Money
}

const insertPosting = statement<{ id: bigint }>(
  'insert_ledger_posting',
  'insert into ledger_posting (key, posted_at) values ($1, $2) on conflict (key) do nothing returning id',
)

const wanted = `json_to_recordset($1) as w (code text, merchant_id bigint, environment text, currency text, amount_minor bigint)`

const ensureAccounts = statement(
  'ensure_ledger_accounts',
  `insert into ledger_account (code, merchant_id, environment, currency)
   select distinct code, merchant_id, environment, currency from ${wanted} order by 1, 2, 3, 4
   on conflict do nothing`,
)

const insertEntries = statement<{ id: bigint }>(
  'insert_ledger_entries',
  `insert into ledger_entry (posting_id, account_id, currency, amount_minor)
   select $2, a.id, w.currency, w.amount_minor
     from ${wanted}
     join ledger_account a on a.code = w.code and a.currency = w.currency and a.environment = w.environment
      and a.merchant_id is not distinct from w.merchant_id
   returning id`,
)

/** Posts once per key; false when it was posted before. Entries of nothing are left out. */
export async function post(
  sql: Sql,
  posting: { key: string; environment: 'sandbox' | 'production'; entries: Entry[]; now: Temporal.Instant },
): Promise<boolean> {
  const [row] = await sql.rows(insertPosting, [posting.key, posting.now])
  if (!row) return false
  const entries = posting.entries
    .filter((entry) => entry.amount.minor !== 0n)
    .map(({ account, merchantId, side, amount }) => ({
      code: account,
      merchant_id: merchantId === undefined ? null : String(merchantId),
      environment: posting.environment,
      currency: amount.currency,
      amount_minor: String(side === 'debit' ? amount.minor : -amount.minor),
    }))
  const written = JSON.stringify(entries)
  await sql.rows(ensureAccounts, [written])
  assert.equal((await sql.rows(insertEntries, [written, row.id])).length, entries.length)
  return true
}
