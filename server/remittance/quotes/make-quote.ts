// Makes quotes: reads what a merchant asks for, prices it by the current rates and promises the price, within the limits of exposure.
import type { Environment } from '../../kernel/environment.ts'
import { formatMoney, money } from '../../kernel/money.ts'
import { readPhone } from '../../kernel/phone-number.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import { coalescingBatch } from '../../platform/database/coalescing-batch.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { isJsonObject } from '../../platform/http/body/json.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { SigningKey } from '../../receipts/keys.ts'
import { exceedsCap } from '../acceptance/pricing.ts'
import {
  faultsOf,
  type InboundFault,
  largestHundredths,
  readAmount,
  refusal,
  trimmed,
} from '../acceptance/request.ts'
import { type Cash, cashOf, type openCashOutTables } from '../cash-out/table.ts'
import { isFresh, type RateTable } from '../exchange-rates/rate-table.ts'
import type { SenderCurrency } from '../transfer/formats.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import { expireQuotes } from './expire-quotes.ts'
import { beginExposure, lockExposure } from './exposure.ts'
import { type NamedAmount, type Price, priceOf } from './price.ts'
import { findReplacements, insertQuotes, newQuoteId, type QuoteRow, readQuoteTerms } from './queries.ts'
import { type QuoteData, quoteRequestSchema, renderQuote } from './schemas.ts'
import { quoteToken } from './token.ts'

/** What a merchant asks a price for. */
export type Wish = NamedAmount & {
  currency: SenderCurrency
  operator: QuoteRow['operator']
  /** Digits with country code. */
  customerNumber: string | null
}

export type QuoteNeeds = {
  db: Database
  clock: Clock
  currentRates: () => Promise<RateTable | undefined>
  cashOutTable: ReturnType<typeof openCashOutTables>
  signingKey: (environment: Environment) => Promise<SigningKey>
  /** US cents that all quotes of a cell may promise in one currency. */
  maxExposure: bigint
}

export type Quotes = {
  /** @throws Problem */
  make(merchant: Merchant, body: unknown): Promise<QuoteData>
  /** The quote instead of one that has expired: made once, and again when it has expired too. @throws Problem */
  renew(merchant: Merchant, earlier: QuoteRow): Promise<QuoteData>
}

export function openQuotes(needs: QuoteNeeds): Quotes {
  const { db, clock, signingKey } = needs
  const record = coalescingBatch<Draft, QuoteRow | 'over_exposure'>(
    (drafts) => db.transaction((sql) => recordAll(sql, drafts, { ...needs, now: clock.now() })),
    { maxMembers: 128 },
  )
  async function promise(merchant: Merchant, wish: Wish, replaces?: bigint): Promise<QuoteData> {
    const price = await priced(needs, merchant, wish)
    const cash = await cashAfter(needs, merchant, { wish, price })
    const draft = { merchant, wish, price, cash, replaces, quoteId: newQuoteId(db.cell) }
    let made = await record(draft)
    // Quotes that have expired are waiting for their worker.
    if (made === 'over_exposure' && (await expireQuotes(needs))) made = await record(draft)
    if (made === 'over_exposure') throw new Problem(problems.quote_exposure)
    const key = await signingKey(merchant.environment)
    return renderQuote(made, quoteToken(made, { merchant: merchant.name, key }))
  }
  return {
    make: async (merchant, body) => promise(merchant, readWish(body)),
    renew: (merchant, { id, priced_by: pricedBy, operator, ...earlier }) => {
      const amount = pricedBy === 'source' ? earlier.amount_hundredths : earlier.receiver_minor
      const { currency, customer_number: customerNumber } = earlier
      return promise(merchant, { pricedBy, amount, currency, operator, customerNumber }, id)
    },
  }
}

/** @throws Problem with every fault of the body */
function readWish(sent: unknown): Wish {
  const body = isJsonObject(sent) ? trimmed(sent) : {}
  const parsed = quoteRequestSchema.safeParse(body)
  const faults = parsed.success ? [] : faultsOf(parsed.error.issues, body)
  const named = readNamedAmount(body, faults)
  const number = typeof body.customer_number === 'string' ? readPhone(body.customer_number) : undefined
  const { operator } = body
  if (number?.operator && operator !== undefined && operator !== null && operator !== number.operator)
    faults.push({ field: 'operator', problem: 'phone', message: `The number belongs to ${number.operator}` })
  if (!parsed.success || !named || faults.length > 0) throw refusal(faults)
  const { currency } = parsed.data
  return {
    ...named,
    currency,
    operator: number?.operator ?? parsed.data.operator ?? null,
    customerNumber: number?.digits ?? null,
  }
}

/** Reads the one amount that must be given. */
function readNamedAmount(body: Record<string, unknown>, faults: InboundFault[]): NamedAmount | undefined {
  const { source_amount: source, receiver_amount: receiver } = body
  const isGiven = (value: unknown) => value !== undefined && value !== null
  if (isGiven(source) === isGiven(receiver)) {
    const message = isGiven(source)
      ? 'Give either this or receiver_amount, not both'
      : 'Either this or receiver_amount is required'
    faults.push({ field: 'source_amount', problem: 'field_missing', message })
    return undefined
  }
  const pricedBy = isGiven(source) ? 'source' : 'receiver'
  const amount = readAmount(body[`${pricedBy}_amount`], faults, `${pricedBy}_amount`)
  return amount === undefined ? undefined : { pricedBy, amount }
}

/** @throws Problem when the rates are stale, or for an amount that no transfer may have */
async function priced({ currentRates, clock }: QuoteNeeds, merchant: Merchant, wish: Wish): Promise<Price> {
  const rates = await currentRates()
  const rateTable = rates && isFresh(rates, clock.now()) ? rates : undefined
  const price = priceOf(wish, wish.currency, { rateTable, fees: merchant })
  if (!price) throw new Problem(problems.rate_stale)
  const field = `${wish.pricedBy}_amount`
  const refuse = (message: string, problem: InboundFault['problem'] = 'amount') =>
    refusal([{ field, problem, message }])
  if (price.amount <= 0n) throw refuse(`Converts to less than ${formatMoney(money(1n, 'USD'))} USD`)
  if (price.sourceAmount > largestHundredths) throw refuse('Converts to more than 9999999999.99')
  // guard: quote-sandbox-cap
  if (exceedsCap(merchant.environment, price)) throw refuse('More than 1 USD', 'sandbox_cap')
  return price
}

/** What the beneficiary will hold as cash; undefined where nobody can say. */
async function cashAfter(
  { cashOutTable }: QuoteNeeds,
  { environment }: Merchant,
  { wish: { operator }, price }: { wish: Wish; price: Price },
): Promise<Cash | undefined> {
  const table = operator === null ? undefined : await cashOutTable(environment, operator)
  return table && cashOf(table, price.amount)
}

/** `replaces`: the id of an expired quote. */
type Draft = {
  merchant: Merchant
  wish: Wish
  price: Price
  cash: Cash | undefined
  quoteId: string
  replaces: bigint | undefined
}

const promisedBy = ({ merchant, wish, price, quoteId }: Draft) => ({
  quote_id: quoteId,
  merchant_id: merchant.id,
  environment: merchant.environment,
  amount_hundredths: price.sourceAmount,
  currency: wish.currency,
  receiver_minor: price.amount,
})

/** Decides under the locks of the exposure, one draft after the other, so that quotes at once never promise more than the limits. */
async function recordAll(
  sql: Tx,
  drafts: readonly Draft[],
  { maxExposure, now }: Pick<QuoteNeeds, 'maxExposure'> & { now: Temporal.Instant },
): Promise<(QuoteRow | 'over_exposure')[]> {
  const [exposure, terms] = await Promise.all([
    lockExposure(sql, drafts.map(promisedBy)),
    sql.rows(readQuoteTerms, [[...new Set(drafts.map(({ merchant }) => merchant.id))]]),
  ])
  const termsOf = new Map(terms.map((row) => [row.id, row]))
  // The locks are held, so nobody else replaces the same quote meanwhile.
  const replaced = await replacementsOf(sql, drafts, now)
  const kept = drafts.filter((draft) => {
    // guard: quote-replaced-once
    if (draft.replaces !== undefined && replaced.has(draft.replaces)) return false
    const promise = promisedBy(draft)
    const { merchant, currency } = exposure.of(promise)
    const most = termsOf.get(draft.merchant.id)!.quote_exposure_limit_minor
    // guard: quote-exposure-limit
    if (merchant + promise.receiver_minor > most) return false
    // guard: currency-exposure-limit
    if (currency + promise.receiver_minor > maxExposure) return false
    exposure.add(promise)
    if (draft.replaces !== undefined) replaced.set(draft.replaces, draft.quoteId)
    return true
  })
  const rows = kept.map((draft, position) => {
    const seconds = termsOf.get(draft.merchant.id)!.quote_seconds
    return { position, ...toRow(draft, now.add({ seconds })) }
  })
  const [made] = await Promise.all([
    kept.length > 0 ? sql.rows(insertQuotes, [JSON.stringify(rows), now]) : [],
    beginExposure(sql, kept.map(promisedBy), now),
  ])
  const byId = new Map(made.map((row) => [row.quote_id, row]))
  return drafts.map(({ quoteId, replaces }) => {
    const other = replaces === undefined ? undefined : replaced.get(replaces)
    return byId.get(quoteId) ?? (typeof other === 'string' ? byId.get(other) : other) ?? 'over_exposure'
  })
}

/** The quotes that replace expired ones: those made before, to which drafts add the id of theirs. */
async function replacementsOf(
  sql: Tx,
  drafts: readonly Draft[],
  now: Temporal.Instant,
): Promise<Map<bigint, QuoteRow | string>> {
  const ids = drafts.flatMap(({ replaces }) => (replaces === undefined ? [] : [replaces]))
  const rows = ids.length === 0 ? [] : await sql.rows(findReplacements, [ids, now])
  return new Map(rows.map((row) => [row.replaces, row]))
}

function toRow(draft: Draft, expiresAt: Temporal.Instant): Record<string, unknown> {
  const { wish, price, cash } = draft
  const { merchant_id, amount_hundredths, receiver_minor, ...promise } = promisedBy(draft)
  return {
    ...promise,
    merchant_id: String(merchant_id),
    amount_hundredths: String(amount_hundredths),
    receiver_minor: String(receiver_minor),
    priced_by: wish.pricedBy,
    fee_minor: String(price.fee),
    rate_micros: String(price.rateMicros),
    rate_as_of: price.rateAsOf?.toString(),
    rate_source: price.rateSource,
    operator: wish.operator,
    customer_number: wish.customerNumber,
    cash,
    replaces: draft.replaces === undefined ? null : String(draft.replaces),
    expires_at: expiresAt.toString(),
  }
}
