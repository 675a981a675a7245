// Checks an inbound transfer in order: request, number, name, sanctions lists, rate, balance. A refusal writes nothing
// and leaves the reference free.

import { areBlacklisted } from '../../compliance/blacklist.ts'
import { compareNames, type NameMatch } from '../../compliance/names/match.ts'
import type { ScreenedParty } from '../../compliance/screening/screener.ts'
import type { SealedScreening } from '../../compliance/screening/screening-record.ts'
import type { Environment } from '../../kernel/environment.ts'
import { formatMoney, money } from '../../kernel/money.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import { Problem, type ProblemSpec } from '../../kernel/problem.ts'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import type { OperatorFor } from '../../operator-calls/operator.ts'
import { coalescingBatch } from '../../platform/database/coalescing-batch.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { type Quote, quote } from '../exchange-rates/quote.ts'
import { convert, isFresh, type RateTable } from '../exchange-rates/rate-table.ts'
import { screenedParties } from '../holds/screening.ts'
import type { NameConfirmation } from '../limits/judge-batch.ts'
import { overLimit } from '../limits/over-limit.ts'
import type { SenderCurrency } from '../transfer/formats.ts'
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
  wake: () => void
}

export type Inbound = {
  /**
   * @param merchant as it was just authenticated.
   * @returns the response as text, the same for a repeat; 'stale' when the merchant has changed since it was
   * authenticated, so the caller authenticates again.
   * @throws Problem
   */
  accept(
    merchant: Merchant,
    body: unknown,
    options: { skipNameCheck: boolean },
  ): Promise<AcceptedText | 'stale'>
  /** What `accept` would find now. Nothing is written and no reference is used; errors of operators and rates may pass. */
  check(merchant: Merchant, body: unknown, options: { skipNameCheck: boolean }): Promise<CheckedInbound>
}

/** One thing that would refuse the transfer, with the code that the refusal would have. */
type CheckError = { code: string; field: string | null; message: string; retry: ProblemSpec['retry'] }

type CheckedInbound = {
  /** All that would refuse it, where a request is refused for the first. */
  errors: CheckError[]
  /** Null where no name is known. */
  nameMatch: NameMatch | null
  screening: 'clear' | 'hold'
  /** Which rule holds a transfer is for compliance officers only. */
  limits: 'allow' | 'hold' | 'refuse'
  quote: Quote | undefined
}

const sandboxCapCents = 100n

export function openInbound(needs: InboundNeeds): Inbound {
  const read = openBodyReader(needs)
  const accept = openAcceptance(needs)
  const readFacts = openFactReader(needs.db)
  return {
    async check(merchant, body, options) {
      const rateTable = await needs.currentRates()
      const { request, faults } = read(merchant, body, rateTable)
      const errors = faults.map(({ field, message, problem }) =>
        errorOf(remittanceProblems[problem], message, field),
      )
      if (!request) return { errors, ...unchecked }
      const facts = await readFacts({ merchant, request })
      const checked = await checkRequest(needs, { merchant, request, facts, rateTable, ...options })
      return { ...checked, errors: [...errors, ...checked.errors] }
    },
    async accept(merchant, body, { skipNameCheck }) {
      const rateTable = await needs.currentRates()
      const { request, faults } = read(merchant, body, rateTable)
      // A repeat gets its stored response before any upstream is called. Acceptance checks again, under the wallet
      // lock.
      const { repeat, isBlacklisted } = request ? await readFacts({ merchant, request }) : noFacts
      // An accepted request stays accepted, even if a document has expired or a rate has moved since.
      if (repeat?.kind === 'repeated') return repeat.response
      if (!request || faults.length > 0) throw refusal(faults)
      if (repeat) return responseOf(needs, { merchant, request }, repeat)
      const { environment } = merchant
      // guard: blacklisted-number
      if (isBlacklisted) throw new Problem(remittanceProblems.blacklisted)
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
      const candidate: Candidate = {
        merchant,
        request,
        subscriberName: isSkipped ? undefined : registeredName,
        // guard: confirmed-name-source
        nameConfirmation: isSkipped || !registeredName ? undefined : found,
        screening,
        // guard: screening-hold
        quote: screening.hold ? undefined : freshQuote(needs, request, rateTable, merchant),
        limitAmount: limitAmount(request, rateTable),
      }
      if (candidate.limitAmount === undefined && needs.limitsApply(environment))
        throw new Problem(remittanceProblems.rate_stale)
      const acceptance = await accept(candidate)
      needs.wake()
      return responseOf(needs, { merchant, request }, acceptance)
    },
  }
}

/** Returns a function that validates bodies, at the date and the rates of the call. */
function openBodyReader({ clock, acceptsUrl }: InboundNeeds) {
  const schemas = {
    sandbox: inboundSchema((url) => acceptsUrl(url, 'sandbox')),
    production: inboundSchema((url) => acceptsUrl(url, 'production')),
  }
  return (merchant: Merchant, body: unknown, rateTable: RateTable | undefined) =>
    readInbound(schemas[merchant.environment], body, {
      today: clock.now().toZonedDateTimeISO('UTC').toPlainDate(),
      overCap: (amount, currency) => isOverCap(merchant, { amount, currency }, rateTable),
    })
}

const unchecked = { nameMatch: null, screening: 'clear', limits: 'allow', quote: undefined } as const

type CheckedRequest = Sent & {
  merchant: Merchant
  facts: Facts
  rateTable: RateTable | undefined
  skipNameCheck: boolean
}

/** Goes through the checks of `accept` without ending at the first that refuses. */
async function checkRequest(
  needs: InboundNeeds,
  { merchant, request, facts, rateTable, skipNameCheck }: CheckedRequest,
): Promise<CheckedInbound> {
  const { environment } = merchant
  const errors: CheckError[] = []
  const record = <Result>(work: Promise<Result>): Promise<Result | undefined> =>
    work.catch((error) => {
      if (!(error instanceof Problem)) throw error
      errors.push(...errorsOf(error))
      return undefined
    })
  const refuse = async (spec: ProblemSpec) => record(Promise.reject(new Problem(spec)))
  if (facts.repeat?.kind === 'reference_reused') await refuse(remittanceProblems.reference_reused)
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
  const quote = await record((async () => freshQuote(needs, request, rateTable, merchant))())
  const candidate: Candidate = {
    ...{ merchant, request, screening, quote },
    subscriberName: isSkipped ? undefined : registeredName,
    nameConfirmation: isSkipped || !registeredName ? undefined : owner,
    limitAmount: limitAmount(request, rateTable),
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
  }
}

const errorOf = ({ code = '', retry }: ProblemSpec, message: string, field: string | null = null) => ({
  ...{ code, field, message, retry },
})
const errorsOf = ({ spec, message, errors }: Problem): CheckError[] =>
  errors.length === 0
    ? [errorOf(spec, message)]
    : errors.map((each) => errorOf(spec, each.message, each.field))

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

/** Whether a sandbox transfer exceeds the cap, which applies to the converted amount in dollars. */
function isOverCap(
  merchant: Merchant,
  sent: { amount: bigint; currency: SenderCurrency },
  rateTable: RateTable | undefined,
): boolean {
  if (merchant.environment !== 'sandbox') return false
  const made = quote(sent, rateTable, merchant)
  return made !== undefined && exceedsCap(made)
}

/** Compares the exact value, before it is rounded down to the cent. */
const exceedsCap = ({ amount, isRoundedDown }: Quote) =>
  amount > sandboxCapCents || (amount === sandboxCapCents && isRoundedDown)

/**
 * The cap check for a held transfer, which is quoted only at its release.
 * @throws Problem when it exceeds the sandbox cap.
 */
export function assertWithinCap(environment: Environment, made: Quote): void {
  if (environment === 'sandbox' && exceedsCap(made)) throw new Problem(remittanceProblems.sandbox_cap)
}

/**
 * The amount that limits count, in US cents. The last rates serve even when they are too old to convert money: a held transfer,
 * which is not converted yet, must count.
 */
function limitAmount(
  { amount: hundredths, currency }: InboundRequest,
  rateTable: RateTable | undefined,
): bigint | undefined {
  if (currency !== 'USD' && !rateTable?.rates.has(currency)) return undefined
  return convert({ hundredths, currency, rateTable })
}

async function responseOf(
  { db, clock, secrets }: InboundNeeds,
  sent: Sent,
  acceptance: Acceptance,
): Promise<AcceptedText | 'stale'> {
  if (acceptance.kind === 'reference_reused') {
    const fields = await differingFields(db, secrets, sent)
    const errors = fields.map((field) => ({ field, message: 'Differs from the first request' }))
    throw new Problem(remittanceProblems.reference_reused, {}, {}, errors)
  }
  if (acceptance.kind === 'balance_insufficient') throw new Problem(remittanceProblems.balance_insufficient)
  if (acceptance.kind === 'over_limit') throw await overLimit({ db, clock }, acceptance)
  return acceptance.kind === 'stale' ? 'stale' : acceptance.response
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

/**
 * Quotes a transfer by fresh rates.
 * @throws Problem when the rates are stale or the amount converts to less than a cent.
 */
export function freshQuote(
  { clock }: { clock: Clock },
  sent: { amount: bigint; currency: SenderCurrency },
  rateTable: RateTable | undefined,
  fees: Pick<Merchant, 'remittanceFeeBp' | 'remittanceFeeFixedMinor'>,
): Quote {
  const usable = rateTable && isFresh(rateTable, clock.now()) ? rateTable : undefined
  const made = quote(sent, usable, fees)
  if (!made) throw new Problem(remittanceProblems.rate_stale)
  if (made.amount > 0n) return made
  const least = formatMoney(money(1n, 'USD'))
  throw refusal([{ field: 'amount', problem: 'amount', message: `Converts to less than ${least} USD` }])
}
