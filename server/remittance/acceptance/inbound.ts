// Checks an inbound transfer in order: request, number, name, sanctions lists, rate, balance. A refusal writes nothing
// and leaves the reference free.

import { areBlacklisted } from '../../compliance/blacklist.ts'
import { compareNames, type NameMatch } from '../../compliance/names/match.ts'
import type { ScreenedParty } from '../../compliance/screening/screener.ts'
import type { SealedScreening } from '../../compliance/screening/screening-record.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import { Problem, type ProblemSpec } from '../../kernel/problem.ts'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import type { OperatorFor } from '../../operator-calls/operator.ts'
import { coalescingBatch } from '../../platform/database/coalescing-batch.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { Quote } from '../exchange-rates/quote.ts'
import type { RateTable } from '../exchange-rates/rate-table.ts'
import { screenedParties } from '../holds/screening.ts'
import type { NameConfirmation } from '../limits/judge-batch.ts'
import { overLimit } from '../limits/over-limit.ts'
import type { Quotes } from '../quotes/make-quote.ts'
import { promisedPrice, type QuoteRow } from '../quotes/queries.ts'
import { assertFits, filledBy, quoteNamedIn, whyUnusable, withoutPriceFaults } from '../quotes/use-quote.ts'
import { fieldProblem, remittanceProblems } from '../transfer/problems.ts'
import { walletPair } from '../wallets/merchant-reads.ts'
import {
  type Acceptance,
  type AcceptanceNeeds,
  type Candidate,
  openAcceptance,
  previewLimits,
} from './accept.ts'
import { lookUpName } from './name-lookup.ts'
import { freshQuote, isOverCap, limitAmount } from './pricing.ts'
import {
  differingFields,
  type Repeat,
  referenceName,
  repeatOf,
  type Sent,
  usedReferences,
} from './repeated-reference.ts'
import { type InboundRequest, inboundSchema, readInbound, refusal } from './request.ts'
import type { AcceptedText } from './schemas.ts'

/** The screening decision for both parties, and the encrypted record to store with the transfer. */
type Screened = { hold: boolean; detail: string; sealed: SealedScreening }

export type InboundNeeds = AcceptanceNeeds & {
  operatorFor: OperatorFor
  /** Whether an admin has paused payouts to the operator. */
  isPaused: (environment: Environment, operator: OperatorCode) => Promise<boolean>
  currentRates: () => Promise<RateTable | undefined>
  screen: (environment: Environment, parties: readonly ScreenedParty[]) => Promise<Screened>
  acceptsUrl: (url: URL, environment: Environment) => boolean
  /** Whether limits are on. */
  limitsApply: (environment: Environment) => boolean
  quotes: Pick<Quotes, 'renew'>
  wake: () => void
}

type AcceptOptions = {
  skipNameCheck: boolean
  /**
   * The most that the transfer may debit with its fee, in US cents, as a person has confirmed it. A held one is priced when it is
   * released, and an expired quote gets no new one, which nobody would see.
   */
  maxDebit?: bigint
}

export type Inbound = {
  /**
   * @param merchant as it was just authenticated.
   * @returns the response as text, the same for a repeat; 'stale' when the merchant has changed since it was
   * authenticated, so the caller authenticates again.
   * @throws Problem
   */
  accept(merchant: Merchant, body: unknown, options: AcceptOptions): Promise<AcceptedText | 'stale'>
  /** What `accept` would find now. Nothing is written and no reference is used; errors of operators and rates may pass. */
  check(merchant: Merchant, body: unknown, options: { skipNameCheck: boolean }): Promise<CheckedInbound>
}

/** One thing that would refuse the transfer, with the code that the refusal would have. */
type CheckError = { code: string; field: string | null; message: string; retry: ProblemSpec['retry'] }

export type CheckedInbound = {
  /** All that would refuse it, where a request is refused for the first. */
  errors: CheckError[]
  /** Null where no name is known. */
  nameMatch: NameMatch | null
  screening: 'clear' | 'hold'
  /** Which rule holds a transfer is for compliance officers only. */
  limits: 'allow' | 'hold' | 'refuse'
  quote: Quote | undefined
  /** What the sender pays, in hundredths; undefined if the fields could not be read, so that nothing else was checked. */
  amount: bigint | undefined
}

export function openInbound(needs: InboundNeeds): Inbound {
  const read = openBodyReader(needs)
  const accept = openAcceptance(needs)
  const readFacts = openFactReader(needs.db)
  return {
    async check(merchant, body, options) {
      const [rateTable, named] = await Promise.all([
        needs.currentRates(),
        quoteNamedIn(needs.db, merchant, body),
      ])
      const { request, faults } = read(merchant, body, { rateTable, named })
      const errors = faults.map(({ field, message, problem }) =>
        errorOf(remittanceProblems[problem], message, field),
      )
      if (named === 'unknown')
        errors.push(...errorsOf(new Problem(remittanceProblems.quote_unknown), 'quote_id'))
      if (!request) return { errors, ...unchecked }
      const facts = await readFacts({ merchant, request })
      const promise = named === 'unknown' ? undefined : named
      const checked = await checkRequest(needs, { merchant, request, promise, facts, rateTable, ...options })
      return { ...checked, errors: [...errors, ...checked.errors] }
    },
    async accept(merchant, body, options) {
      const [rateTable, named] = await Promise.all([
        needs.currentRates(),
        quoteNamedIn(needs.db, merchant, body),
      ])
      const { request, faults } = read(merchant, body, { rateTable, named })
      // A repeat gets its stored response before any upstream is called. Acceptance checks again, under the wallet
      // lock.
      const { repeat, isBlacklisted } = request ? await readFacts({ merchant, request }) : noFacts
      // An accepted request stays accepted, even if a document has expired or a rate has moved since.
      if (repeat?.kind === 'repeated') return repeat.response
      if (faults.length > 0) throw refusal(faults)
      if (repeat && request) return responseOf(needs, { merchant, request, options }, repeat)
      if (!request || named === 'unknown') throw new Problem(remittanceProblems.quote_unknown)
      const promise = named
      if (promise)
        await assertUsable(needs, promise, request, () => expired(needs, merchant, promise, options))
      // guard: blacklisted-number
      if (isBlacklisted) throw new Problem(remittanceProblems.blacklisted)
      const candidate = await candidateOf(needs, { merchant, request, promise, rateTable }, options)
      const acceptance = await accept(candidate)
      needs.wake()
      return responseOf(needs, { merchant, request, promise, options }, acceptance)
    },
  }
}

/** Returns a function that validates bodies, at the date and the rates of the call. */
function openBodyReader({ clock, acceptsUrl }: InboundNeeds) {
  const schemas = {
    sandbox: inboundSchema((url) => acceptsUrl(url, 'sandbox')),
    production: inboundSchema((url) => acceptsUrl(url, 'production')),
  }
  return (merchant: Merchant, body: unknown, { rateTable, named }: Priced) => {
    const promise = named === 'unknown' ? undefined : named
    const { request, faults } = readInbound(schemas[merchant.environment], filledBy(promise, body), {
      today: clock.now().toZonedDateTimeISO('UTC').toPlainDate(),
      // A quote was made within the cap.
      overCap: (amount, currency) => !promise && isOverCap(merchant, { amount, currency }, rateTable),
    })
    return { request, faults: named === 'unknown' ? withoutPriceFaults(faults) : faults }
  }
}

/** `named`: the quote that a body names. */
type Priced = { rateTable: RateTable | undefined; named: QuoteRow | 'unknown' | undefined }

const unchecked = {
  nameMatch: null,
  screening: 'clear',
  limits: 'allow',
  quote: undefined,
  amount: undefined,
} as const

type CheckedRequest = Sent & {
  merchant: Merchant
  promise: QuoteRow | undefined
  facts: Facts
  rateTable: RateTable | undefined
  skipNameCheck: boolean
}

/** Goes through the checks of `accept` without ending at the first that refuses. */
async function checkRequest(
  needs: InboundNeeds,
  { merchant, request, promise, facts, rateTable, skipNameCheck }: CheckedRequest,
): Promise<CheckedInbound> {
  const { environment } = merchant
  const errors: CheckError[] = []
  const record = <Result>(work: Promise<Result>, field?: string): Promise<Result | undefined> =>
    work.catch((error) => {
      if (!(error instanceof Problem)) throw error
      errors.push(...errorsOf(error, field))
      return undefined
    })
  const refuse = async (spec: ProblemSpec) => record(Promise.reject(new Problem(spec)))
  if (facts.repeat?.kind === 'reference_reused')
    await record(referenceReused(needs, { merchant, request }).then((problem) => Promise.reject(problem)))
  if (promise && !facts.repeat) await record(assertUsable(needs, promise, request), 'quote_id')
  const isSkipped = skipNameCheck && environment === 'sandbox'
  let owner: Awaited<ReturnType<typeof nameOfWallet>> | undefined
  if (facts.isBlacklisted) await refuse(remittanceProblems.blacklisted)
  else if (await needs.isPaused(environment, request.operator))
    await refuse(remittanceProblems.operator_unreachable)
  else if (isSkipped) owner = await nameWherePossible(needs, environment, request)
  else owner = await record(nameOfWallet(needs, environment, request))
  const registeredName = owner?.name
  if (!isSkipped) await record((async () => checkName(request, registeredName))())
  const screening = await needs.screen(
    environment,
    screenedParties(request.parties, { registeredName, customerNumber: request.customerNumber }),
  )
  const price = async () =>
    promise ? promisedPrice(promise) : freshQuote(needs, request, rateTable, merchant)
  const quote = await record(price())
  const candidate: Candidate = {
    ...{ merchant, request, screening, quote },
    subscriberName: isSkipped ? undefined : registeredName,
    nameConfirmation: isSkipped || !registeredName ? undefined : owner,
    limitAmount: promise?.receiver_minor ?? limitAmount(request, rateTable),
  }
  const limits = await previewLimits(needs, candidate)
  if (limits.outcome === 'refuse') errors.push(...errorsOf(await overLimit(needs, limits)))
  const cost = quote ? quote.amount + quote.fee : 0n
  if (cost > (await walletPair(needs.db, merchant)).available)
    await refuse(remittanceProblems.balance_insufficient)
  return {
    errors,
    nameMatch:
      registeredName === undefined
        ? null
        : compareNames(request.fields.expected_receiver_name, registeredName),
    screening: screening.hold ? 'hold' : 'clear',
    limits: limits.outcome,
    quote,
    amount: request.amount,
  }
}

const errorOf = ({ code = '', retry }: ProblemSpec, message: string, field: string | null = null) => ({
  ...{ code, field, message, retry },
})
/** @param field which one is meant where the problem names none. */
const errorsOf = ({ spec, message, errors }: Problem, field?: string): CheckError[] =>
  errors.length === 0
    ? [errorOf(spec, message, field)]
    : errors.map((each) => errorOf(spec, each.message, each.field))

/** What a candidate is made of. */
type Wanted = Sent & { merchant: Merchant; promise: QuoteRow | undefined; rateTable: RateTable | undefined }

/** Asks the operator and the lists about the transfer, and prices it. @throws Problem */
async function candidateOf(
  needs: InboundNeeds,
  { merchant, request, promise, rateTable }: Wanted,
  { skipNameCheck, maxDebit }: AcceptOptions,
): Promise<Candidate> {
  const { environment } = merchant
  if (await needs.isPaused(environment, request.operator))
    throw new Problem(remittanceProblems.operator_unreachable)
  const isSkipped = skipNameCheck && environment === 'sandbox'
  const found = await (isSkipped ? nameWherePossible : nameOfWallet)(needs, environment, request)
  const registeredName = found?.name
  if (!isSkipped) checkName(request, registeredName)
  // guard: registered-name-screening
  const screening = await needs.screen(
    environment,
    screenedParties(request.parties, { registeredName, customerNumber: request.customerNumber }),
  )
  const market = limitAmount(request, rateTable)
  const price = () => (promise ? promisedPrice(promise) : freshQuote(needs, request, rateTable, merchant))
  const candidate: Candidate = {
    merchant,
    request,
    subscriberName: isSkipped ? undefined : registeredName,
    // guard: confirmed-name-source
    nameConfirmation: isSkipped || !registeredName ? undefined : found,
    screening,
    // guard: screening-hold
    quote: screening.hold ? undefined : price(),
    limitAmount: promise?.receiver_minor ?? market,
    promise: promise && { quote: promise, market },
  }
  if (candidate.limitAmount === undefined && needs.limitsApply(environment))
    throw new Problem(remittanceProblems.rate_stale)
  const { quote } = candidate
  // guard: max-debit
  if (quote && maxDebit !== undefined && quote.amount + quote.fee > maxDebit)
    throw new Problem(remittanceProblems.price_above_confirmed)
  return candidate
}

type Facts = { repeat: Repeat | undefined; isBlacklisted: boolean }
const noFacts: Facts = { repeat: undefined, isBlacklisted: false }

/** Returns a function that reads earlier use of the reference and the blacklist, batched over concurrent requests. */
function openFactReader(db: Sql): (sent: Sent) => Promise<Facts> {
  return coalescingBatch(async (all) => {
    const numbers = all.map(({ merchant: { environment }, request }) => ({
      environment,
      msisdn: request.customerNumber,
    }))
    const [repeat, blacklisted] = await Promise.all([usedReferences(db, all), areBlacklisted(db, numbers)])
    return all.map((sent, i) => {
      const before = repeat.get(referenceName(sent))
      return { repeat: before && repeatOf(before, sent), isBlacklisted: blacklisted[i] === true }
    })
  })
}

/** The refusal of a reference that was used for another transfer, with the fields that differ. */
async function referenceReused({ db, secrets }: InboundNeeds, sent: Sent): Promise<Problem> {
  const fields = await differingFields(db, secrets, sent)
  const errors = fields.map((field) => ({ field, message: 'Differs from the first request' }))
  return new Problem(remittanceProblems.reference_reused, {}, {}, errors)
}

async function responseOf(
  needs: InboundNeeds,
  sent: Sent & { merchant: Merchant; promise?: QuoteRow | undefined; options: AcceptOptions },
  acceptance: Acceptance,
): Promise<AcceptedText | 'stale'> {
  const { db, clock } = needs
  if (acceptance.kind === 'reference_reused') throw await referenceReused(needs, sent)
  if (acceptance.kind === 'balance_insufficient') throw new Problem(remittanceProblems.balance_insufficient)
  if (acceptance.kind === 'quote_used') throw new Problem(remittanceProblems.quote_used)
  if (acceptance.kind === 'quote_expired' && sent.promise)
    throw await expired(needs, sent.merchant, sent.promise, sent.options)
  if (acceptance.kind === 'over_limit') throw await overLimit({ db, clock }, acceptance)
  return 'response' in acceptance ? acceptance.response : 'stale'
}

/**
 * Acceptance checks again, with the quote locked.
 * @param onExpiry makes the refusal of an expired quote.
 * @throws Problem RMT-1030 to RMT-1032
 */
async function assertUsable(
  { clock }: InboundNeeds,
  promise: QuoteRow,
  request: InboundRequest,
  onExpiry = async () => fieldProblem(remittanceProblems.quote_expired, 'quote_id', 'Expired'),
): Promise<void> {
  assertFits(promise, request)
  const cause = whyUnusable(promise, clock.now())
  if (cause === 'quote_used') throw new Problem(remittanceProblems.quote_used)
  if (cause === 'quote_expired') throw await onExpiry()
}

/** The refusal of an expired quote, with a new one if the rates and the limit of exposure allow it. */
async function expired(
  needs: InboundNeeds,
  merchant: Merchant,
  promise: QuoteRow,
  { maxDebit }: AcceptOptions,
): Promise<Problem> {
  if (maxDebit !== undefined)
    return new Problem(remittanceProblems.quote_expired, {}, {}, [{ field: 'quote_id', message: 'Expired' }])
  const quote = await needs.quotes.renew(merchant, promise).catch((error) => {
    if (error instanceof Problem) return undefined
    throw error
  })
  const message = quote ? 'Expired; this is a new one' : 'Expired'
  const errors = [{ field: 'quote_id', message, ...(quote && { quote }) }]
  return new Problem(remittanceProblems.quote_expired, {}, {}, errors)
}

/** The name the wallet is registered under, its source and time; no name when the operator protocol has none. @throws Problem */
async function nameOfWallet(
  { operatorFor, clock }: InboundNeeds,
  environment: Environment,
  { customerNumber: msisdn, operator }: InboundRequest,
): Promise<NameConfirmation & { name: string | undefined }> {
  const { name, source } = await lookUpName(
    operatorFor,
    environment,
    { operator, msisdn },
    { mustReceive: true },
  )
  return { name, source, at: clock.now() }
}

/** The same when the name check is skipped: the wallet owner is still screened if the name is available. */
async function nameWherePossible(...requests: Parameters<typeof nameOfWallet>) {
  return nameOfWallet(...requests).catch((error) => {
    if (error instanceof Problem) return undefined
    throw error
  })
}

/** Compares the expected name with the registered one. @throws Problem when they do not match. */
function checkName({ fields }: InboundRequest, name: string | undefined): void {
  if (name === undefined) return
  const match = compareNames(fields.expected_receiver_name, name)
  if (match.decision !== 'NO_MATCH') return
  const message = `Match score ${match.score} is below the required 0.6`
  throw fieldProblem(remittanceProblems.name_mismatch, 'expected_receiver_name', message)
}
