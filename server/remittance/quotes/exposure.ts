// What unused quotes promise: per merchant and per currency of senders, in rows that whoever promises more locks, and in the ledger.
import type { Environment } from '../../kernel/environment.ts'
import { money } from '../../kernel/money.ts'
import { type Posting, postAll } from '../../ledger/post.ts'
import { statement, type Tx } from '../../platform/database/database.ts'
import type { QuoteRow } from './queries.ts'

/** A promise, whether its quote has been inserted or not. `receiver_minor`: US cents. */
export type Promised = Pick<
  QuoteRow,
  'quote_id' | 'merchant_id' | 'environment' | 'amount_hundredths' | 'currency' | 'receiver_minor'
>

type Row = { environment: Environment; scope: string }

const changes = 'json_to_recordset($1) as c (environment text, scope text, change bigint)'

/** Locks the rows in the order of their keys, so that transactions cannot deadlock, and creates those that are missing. */
// guard: quote-exposure-lock
const lockRows = statement<Row & { promised_minor: bigint }>(
  'lock_quote_exposure',
  `insert into quote_exposure as e (environment, scope, promised_minor)
   select environment, scope, 0 from ${changes} order by environment, scope
   on conflict (environment, scope) do update set promised_minor = e.promised_minor
   returning environment, scope, promised_minor`,
)
const changeRows = statement(
  'change_quote_exposure',
  `update quote_exposure e set promised_minor = e.promised_minor + c.change
     from ${changes} where e.environment = c.environment and e.scope = c.scope`,
)

/** The two rows that a promise counts in. */
const rowsOf = ({ environment, merchant_id, currency }: Promised) => ({
  merchant: { environment, scope: `merchant:${merchant_id}` },
  currency: { environment, scope: `currency:${currency}` },
})
const nameOf = ({ environment, scope }: Row) => `${environment} ${scope}`

function changesOf(promises: readonly Promised[], sign: 1n | -1n): string {
  const sums = new Map<string, Row & { change: bigint }>()
  for (const promise of promises) {
    for (const row of Object.values(rowsOf(promise))) {
      const before = sums.get(nameOf(row))?.change ?? 0n
      sums.set(nameOf(row), { ...row, change: before + sign * promise.receiver_minor })
    }
  }
  return JSON.stringify([...sums.values()].map((row) => ({ ...row, change: String(row.change) })))
}

/** What is promised by the merchant of a quote, and in its currency by all merchants of the cell, with what was added since. */
export type LockedExposure = {
  of(promise: Promised): { merchant: bigint; currency: bigint }
  add(promise: Promised): void
}

/** Locks the rows in which these promises count, until the transaction ends. */
export async function lockExposure(sql: Tx, promises: readonly Promised[]): Promise<LockedExposure> {
  const rows = await sql.rows(lockRows, [changesOf(promises, 1n)])
  const promised = new Map(rows.map((row) => [nameOf(row), row.promised_minor]))
  const now = (row: Row) => promised.get(nameOf(row)) ?? 0n
  return {
    of(promise) {
      const { merchant, currency } = rowsOf(promise)
      return { merchant: now(merchant), currency: now(currency) }
    },
    add(promise) {
      for (const row of Object.values(rowsOf(promise)))
        promised.set(nameOf(row), now(row) + promise.receiver_minor)
    },
  }
}

/** Records new promises, whose rows the transaction has locked. */
export async function beginExposure(
  sql: Tx,
  made: readonly Promised[],
  now: Temporal.Instant,
): Promise<void> {
  if (made.length === 0) return
  await Promise.all([
    sql.rows(changeRows, [changesOf(made, 1n)]),
    postAll(
      sql,
      made.map((promise) =>
        posting(`quote:${promise.quote_id}`, promise, ['quote_exposure', 'quote_promised'], now),
      ),
    ),
  ])
}

/** Takes promises back that were kept or have ended. */
export async function endExposure(sql: Tx, ended: readonly Promised[], now: Temporal.Instant): Promise<void> {
  if (ended.length === 0) return
  // guard: quote-exposure-end
  const accounts: [Account, Account] = ['quote_promised', 'quote_exposure']
  const postings = ended.map((promise) => posting(`quote_end:${promise.quote_id}`, promise, accounts, now))
  await Promise.all([
    postAll(sql, postings),
    sql.rows(lockRows, [changesOf(ended, -1n)]),
    sql.rows(changeRows, [changesOf(ended, -1n)]),
  ])
}

type Account = 'quote_exposure' | 'quote_promised'

/** Memo accounts: they say what is promised, and no money has moved. */
function posting(
  key: string,
  { environment, amount_hundredths, currency }: Promised,
  [debit, credit]: [Account, Account],
  now: Temporal.Instant,
): Posting {
  const amount = money(amount_hundredths, currency)
  const entries = [
    { account: debit, side: 'debit', amount },
    { account: credit, side: 'credit', amount },
  ] as const
  return { key, environment, entries, now }
}
