// Statements on quotes, and a quote as a transfer is priced by it.

import type { Environment } from '../../kernel/environment.ts'
import { randomCode } from '../../kernel/id.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import { commonStatement, type Sql, statement, type Tx } from '../../platform/database/database.ts'
import type { Cash } from '../cash-out/table.ts'
import type { Quote } from '../exchange-rates/quote.ts'
import type { SenderCurrency } from '../transfer/formats.ts'
import type { NamedAmount } from './price.ts'

export const quoteStates = ['OPEN', 'HELD', 'USED', 'REJECTED', 'EXPIRED'] as const
export type QuoteState = (typeof quoteStates)[number]

export type QuoteRow = {
  id: bigint
  quote_id: string
  merchant_id: bigint
  environment: Environment
  state: QuoteState
  priced_by: NamedAmount['pricedBy']
  amount_hundredths: bigint
  currency: SenderCurrency
  receiver_minor: bigint
  fee_minor: bigint
  rate_micros: bigint
  rate_as_of: Temporal.Instant | null
  rate_source: string | null
  operator: OperatorCode | null
  customer_number: string | null
  cash: Cash | null
  created_at: Temporal.Instant
  expires_at: Temporal.Instant
}

const columns = `q.id, q.quote_id, q.merchant_id, q.environment, q.state, q.priced_by, q.amount_hundredths, q.currency, q.receiver_minor,
  q.fee_minor, q.rate_micros, q.rate_as_of, q.rate_source, q.operator, q.customer_number, q.cash, q.created_at, q.expires_at`

export const readQuoteTerms = commonStatement<{
  id: bigint
  quote_seconds: number
  quote_exposure_limit_minor: bigint
}>(
  'read_quote_terms',
  'select id, quote_seconds, quote_exposure_limit_minor from merchant where id = any($1::bigint[])',
)

export const insertQuotes = statement<QuoteRow>(
  'insert_quotes',
  `insert into quote as q (quote_id, merchant_id, environment, priced_by, amount_hundredths, currency, receiver_minor, fee_minor, rate_micros,
                      rate_as_of, rate_source, operator, customer_number, cash, replaces, created_at, expires_at)
   select quote_id, merchant_id, environment, priced_by, amount_hundredths, currency, receiver_minor, fee_minor, rate_micros, rate_as_of,
          rate_source, operator, customer_number, cash, replaces, $2, expires_at
     from json_to_recordset($1) as t (
       position integer, quote_id text, merchant_id bigint, environment text, priced_by text, amount_hundredths bigint, currency text,
       receiver_minor bigint, fee_minor bigint, rate_micros bigint, rate_as_of timestamptz, rate_source text, operator text,
       customer_number text, cash jsonb, replaces bigint, expires_at timestamptz)
    order by position
   returning ${columns}`,
)

// guard: quote-owner
const findOwn = statement<QuoteRow>(
  'find_own_quote',
  `select ${columns} from quote q where q.quote_id = $1 and q.merchant_id = $2 and q.environment = $3`,
)
// guard: quote-lock
const lockById = statement<QuoteRow>(
  'lock_quotes',
  `select ${columns} from quote q where q.id = any($1::bigint[]) order by q.id for update`,
)
/** The open quotes that were made instead of these, by the id of the earlier one. */
export const findReplacements = statement<QuoteRow & { replaces: bigint }>(
  'find_quote_replacements',
  `select ${columns}, q.replaces from quote q where q.replaces = any($1::bigint[]) and q.state = 'OPEN' and q.expires_at > $2`,
)
const lockOfTransfer = statement<QuoteRow>(
  'lock_quote_of_transfer',
  `select ${columns} from quote q where q.transfer_id = $1 and q.state = 'HELD' for update`,
)

/** Finds a quote of the merchant in its current environment. */
export async function ownQuote(
  sql: Sql,
  quoteId: string,
  { id, environment }: { id: bigint; environment: Environment },
): Promise<QuoteRow | undefined> {
  return (await sql.rows(findOwn, [quoteId, id, environment]))[0]
}

/** Locks quotes until the transaction ends, in id order. Sends nothing if there are none. */
export async function lockedQuotes(sql: Tx, ids: readonly bigint[]): Promise<Map<bigint, QuoteRow>> {
  if (ids.length === 0) return new Map()
  return new Map((await sql.rows(lockById, [ids])).map((row) => [row.id, row]))
}

/** Locks the quote that a held transfer keeps; undefined if it has none. */
export async function heldQuote(sql: Tx, transfer: bigint): Promise<QuoteRow | undefined> {
  return (await sql.rows(lockOfTransfer, [transfer]))[0]
}

/** The price that a quote promises. */
export function promisedPrice(row: QuoteRow): Quote {
  return {
    amount: row.receiver_minor,
    fee: row.fee_minor,
    isRoundedDown: false,
    rateMicros: row.rate_micros,
    rateAsOf: row.rate_as_of ?? undefined,
    rateSource: row.rate_source ?? undefined,
  }
}

/** `RQ-` and 16 of [A-Z0-9]; the last two name the cell. */
export function newQuoteId(cell: number): string {
  return `RQ-${randomCode(16, cell)}`
}
