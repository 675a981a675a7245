// A quote in a transfer: which one a body names, whether it fits and may still be used, and what becomes of it.
import type { Environment } from '../../kernel/environment.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Sql, statement, type Tx } from '../../platform/database/database.ts'
import { isJsonObject } from '../../platform/http/body/json.ts'
import type { InboundFault, InboundRequest } from '../acceptance/request.ts'
import { amountNumber, formatHundredths } from '../transfer/formats.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import { endExposure } from './exposure.ts'
import { ownQuote, type QuoteRow } from './queries.ts'

/** Reads the quote that a body names; undefined if it names none. */
export async function quoteNamedIn(
  sql: Sql,
  merchant: { id: bigint; environment: Environment },
  body: unknown,
): Promise<QuoteRow | 'unknown' | undefined> {
  const named = isJsonObject(body) && typeof body.quote_id === 'string' ? body.quote_id.trim() : ''
  if (named === '') return undefined
  // PostgreSQL does not accept every text.
  if (!/^RQ-[A-Z0-9]{16}$/.test(named)) return 'unknown'
  return (await ownQuote(sql, named, merchant)) ?? 'unknown'
}

/** The body with the amount and the currency of its quote where it has none. */
export function filledBy(quote: QuoteRow | undefined, body: unknown): unknown {
  if (!quote || !isJsonObject(body)) return body
  const isAbsent = (value: unknown) => value === undefined || value === null
  return {
    ...body,
    ...(isAbsent(body.amount) && { amount: amountNumber(quote.amount_hundredths) }),
    ...(isAbsent(body.currency) && { currency: quote.currency }),
  }
}

/** The faults of a body that names an unknown quote, without those that the quote would have mended. */
export const withoutPriceFaults = (faults: readonly InboundFault[]): InboundFault[] =>
  faults.filter(
    ({ field, message }) => !['amount', 'currency'].includes(field) || message !== 'Field required',
  )

/** @throws Problem RMT-1030 naming the fields that differ from the quote */
export function assertFits(quote: QuoteRow, request: InboundRequest): void {
  const { amount_hundredths, currency, operator, customer_number } = quote
  const differs: (readonly [field: string, isOther: boolean, quoted: string])[] = [
    ['amount', request.amount !== amount_hundredths, formatHundredths(amount_hundredths)],
    ['currency', request.currency !== currency, currency],
    ['operator', operator !== null && request.operator !== operator, operator ?? ''],
    [
      'customer_number',
      customer_number !== null && request.customerNumber !== customer_number,
      'another number',
    ],
  ]
  const errors = differs.flatMap(([field, isOther, quoted]) =>
    isOther ? [{ field, message: `The quote is for ${quoted}` }] : [],
  )
  // guard: quote-fits
  if (errors.length > 0) throw new Problem(problems.quote_mismatch, {}, {}, errors)
}

export type Unusable = 'quote_expired' | 'quote_used'

/** Why a quote may not be used now; undefined if it may. At its last moment it has expired. */
export function whyUnusable(quote: QuoteRow, now: Temporal.Instant): Unusable | undefined {
  if (quote.state === 'EXPIRED') return 'quote_expired'
  // guard: quote-used-once
  if (quote.state !== 'OPEN') return 'quote_used'
  // guard: quote-expiry
  return Temporal.Instant.compare(now, quote.expires_at) >= 0 ? 'quote_expired' : undefined
}

const saveUses = statement(
  'use_quotes',
  `update quote q
      set state = u.state, transfer_id = u.transfer_id, market_minor = u.market_minor, customer_number = null,
          ended_at = case u.state when 'HELD' then null else $2::timestamptz end
     from json_to_recordset($1) as u (id bigint, state text, transfer_id bigint, market_minor bigint)
    where q.id = u.id`,
)

/** @property market what the amount is worth at the current rate, in US cents. */
export type Use = {
  quote: QuoteRow
  state: 'USED' | 'HELD' | 'REJECTED'
  transfer: bigint
  market: bigint | undefined
}

/** Records what became of quotes that the transaction has locked. The promise of a held transfer lasts until it is decided. */
export async function saveQuoteUses(sql: Tx, uses: readonly Use[], now: Temporal.Instant): Promise<void> {
  if (uses.length === 0) return
  const rows = uses.map(({ quote, state, transfer, market }) => ({
    id: String(quote.id),
    state,
    transfer_id: String(transfer),
    market_minor: market === undefined ? null : String(market),
  }))
  const ended = uses.flatMap(({ quote, state }) => (state === 'HELD' ? [] : [quote]))
  await Promise.all([sql.rows(saveUses, [JSON.stringify(rows), now]), endExposure(sql, ended, now)])
}
