// Accepts a transfer that passed every check: writes it with its reservation, ledger posting, timeline and payout
// intent in one transaction. Concurrent transfers are batched; those of one wallet are accepted or refused in order.
import { recordScreenings, type SealedScreening } from '../../compliance/screening/screening-record.ts'
import type { Environment } from '../../kernel/environment.ts'
import { insertOperations } from '../../ledger/operation.ts'
import { coalescingBatch, type Join, toSentKeys } from '../../platform/database/coalescing-batch.ts'
import { type Database, isUniqueViolation, type Tx } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { type Quote, quotedTimeline } from '../exchange-rates/quote.ts'
import {
  type AppliedRules,
  type BatchJudge,
  type Judged,
  limitColumns,
  type Measured,
  measure,
  type NameConfirmation,
  openBatchJudge,
  saveJudged,
} from '../limits/judge-batch.ts'
import type { LimitHit } from '../limits/rule.ts'
import { newCall } from '../payouts/payout.ts'
import { lockedQuotes, type QuoteRow } from '../quotes/queries.ts'
import { saveQuoteUses, type Unusable, type Use, whyUnusable } from '../quotes/use-quote.ts'
import { formatHundredths } from '../transfer/formats.ts'
import { sealParties } from '../transfer/parties.ts'
import { recordTimeline, type TimelineEvent, transferSubject } from '../transfer/timeline.ts'
import { newTransactionId } from '../transfer/transfer.ts'
import {
  type AppliedMovement,
  lockWallets,
  move,
  type OpenWallet,
  reserve,
  saveMovements,
  type WalletKey,
} from '../wallets/wallet.ts'
import { drawTransferIds, findVersions, insertTransfers } from './queries.ts'
import {
  type AcceptedTransfer,
  fingerprintsOf,
  type Repeat,
  referenceName,
  repeatOf,
  usedReferences,
} from './repeated-reference.ts'
import type { InboundRequest } from './request.ts'
import { type AcceptedText, renderAccepted } from './schemas.ts'

export type Candidate = {
  merchant: { id: bigint; environment: Environment; version: number }
  request: InboundRequest
  subscriberName: string | undefined
  nameConfirmation?: NameConfirmation | undefined
  /** The screening decision, stored with the transfer. */
  screening: { hold: boolean; detail: string; sealed: SealedScreening }
  /** Undefined for a held transfer, which is quoted at its release. */
  quote: Quote | undefined
  /** US cents, for limits; undefined if no rate of its currency was ever published. */
  limitAmount: bigint | undefined
  /** The quote that it is paid by, and what its amount is worth at the current rate. */
  promise?: { quote: QuoteRow; market: bigint | undefined } | undefined
}

export type Acceptance =
  | { kind: 'accepted'; response: AcceptedText }
  | { kind: 'balance_insufficient' }
  /** `keys`: of the subjects, to say when the limits allow the transfer. */
  | { kind: 'over_limit'; hits: readonly LimitHit[]; measured: Measured }
  /** The merchant has changed since it was authenticated, so nothing was written. */
  | { kind: 'stale' }
  | { kind: Unusable }
  | Repeat

/** A candidate with everything that can be computed before the transaction. */
type Prepared = Candidate & {
  transactionId: string
  content: Buffer
  /** Names and documents of both parties, encrypted for this transfer. */
  partiesSealed: string
  measured: Measured
}

type Entrant = Prepared & {
  id: bigint
  response: AcceptedText
  movement: AppliedMovement | undefined
  judgement: Judged['judgement']
}

export type AcceptanceNeeds = {
  db: Database
  clock: Clock
  secrets: Secrets
  /** The limit rules that apply in these environments, as they are in the transaction. */
  appliedRules: (sql: Tx, environments: readonly Environment[]) => Promise<AppliedRules>
  /** Replaces the limits where nobody is counted. */
  openJudge?: () => Promise<BatchJudge>
}

/** Returns a function that accepts transfers, batching concurrent calls. */
export function openAcceptance({ db, clock, secrets, ...limits }: AcceptanceNeeds) {
  const accept = coalescingBatch<Prepared, Acceptance>(
    (candidates, join) =>
      db.transaction((sql) => acceptAll(sql, { candidates, join }, { clock, ...limits }), {
        beginsByReading: true,
      }),
    { maxMembers: 128, lockOf: ({ merchant }) => `${merchant.id} ${merchant.environment}` },
  )
  return async (candidate: Candidate): Promise<Acceptance> => {
    const prepared = prepare(secrets, candidate, { cell: db.cell, now: clock.now() })
    try {
      return await accept(prepared)
    } catch (error) {
      // Another process has just used the reference; the retry finds its transfer.
      if (isUniqueViolation(error, 'transfer_merchant_id_environment_reference_key')) return accept(prepared)
      throw error
    }
  }
}

class Preview extends Error {
  readonly judgement: ReturnType<BatchJudge['judge']>

  constructor(judgement: Preview['judgement']) {
    super('a preview is rolled back')
    this.judgement = judgement
  }
}

/** What the limits would decide about a transfer now. The transaction is rolled back, so that nothing counts it. */
export async function previewLimits(
  { db, clock, secrets, appliedRules }: AcceptanceNeeds,
  candidate: Candidate,
): Promise<Preview['judgement'] & { measured: Measured }> {
  const now = clock.now()
  const { measured } = prepare(secrets, candidate, { cell: db.cell, now })
  const judged = { merchant: candidate.merchant, measured }
  try {
    return await db.transaction(async (sql) => {
      const applied = await appliedRules(sql, [candidate.merchant.environment])
      throw new Preview((await openBatchJudge(sql, [judged], applied, now)).judge(judged))
    })
  } catch (error) {
    if (error instanceof Preview) return { ...error.judgement, measured }
    throw error
  }
}

/** Hashes and encrypts outside the batch transaction, where later requests would have to wait for it. */
function prepare(
  secrets: Secrets,
  candidate: Candidate,
  { cell, now }: { cell: number; now: Temporal.Instant },
): Prepared {
  const { request, merchant, limitAmount: amount, subscriberName, nameConfirmation: confirmation } = candidate
  const transactionId = newTransactionId(now, cell)
  const { content, digests } = fingerprintsOf(request)
  const { parties } = request
  const sealed = sealParties(secrets, transactionId, parties, digests)
  const facts = { parties, customerNumber: request.customerNumber, amount, subscriberName, confirmation }
  const measured = measure(secrets, merchant.environment, facts)
  const partiesSealed = sealed.toString('base64')
  return { ...candidate, transactionId, content, partiesSealed, measured }
}

/**
 * Another process may hold the locks of the wallets for as long as it takes to commit a batch, so transfers from the locked
 * wallets join this batch once it holds them.
 * @param batch.candidates those that join are added to it, so that a retried transaction contains them.
 */
async function acceptAll(
  sql: Tx,
  { candidates, join }: { candidates: Prepared[]; join: Join<Prepared> },
  { clock, appliedRules, openJudge }: Pick<AcceptanceNeeds, 'clock' | 'appliedRules' | 'openJudge'>,
): Promise<Acceptance[]> {
  const [walletOf, applied] = await Promise.all([
    lockWallets(sql, candidates.map(walletKey)),
    // Those that join share a locked wallet, and so its environment.
    appliedRules(
      sql,
      candidates.map(({ merchant }) => merchant.environment),
    ),
  ])
  // guard: joining-locked-wallet
  candidates.push(...join((candidate) => walletOf(walletKey(candidate)) !== undefined))
  const now = clock.now()
  const [quotes, known, versions, drawn, limits] = await Promise.all([
    lockedQuotes(
      sql,
      candidates.flatMap(({ promise }) => (promise ? [promise.quote.id] : [])),
    ),
    usedReferences(sql, candidates),
    sql.rows(findVersions, [toSentKeys(candidates.map(({ merchant }) => merchant.id))]),
    sql.rows(drawTransferIds, [candidates.length]),
    openJudge?.() ?? openBatchJudge(sql, candidates, applied, now),
  ])
  const locked = { walletOf, quotes, limits, now }
  const current = new Map(versions.map(({ id, version }) => [id, version]))
  const entrants: Entrant[] = []
  const refused: Judged[] = []
  const verdicts: Acceptance[] = []
  for (const [n, candidate] of candidates.entries()) {
    // guard: accepted-merchant-version
    if (current.get(candidate.merchant.id) !== candidate.merchant.version) {
      verdicts.push({ kind: 'stale' })
      continue
    }
    const before = known.get(referenceName(candidate))
    const { verdict, entrant, refusal } = decide({ ...candidate, id: drawn[n]!.id }, before, locked)
    verdicts.push(verdict)
    if (refusal) refused.push(refusal)
    if (entrant || refusal) limits.count(candidate, entrant !== undefined)
    if (!entrant) continue
    entrants.push(entrant)
    known.set(referenceName(candidate), entrant)
  }
  await Promise.all([
    entrants.length > 0 && write(sql, entrants, now),
    refused.length > 0 && saveJudged(sql, refused, now),
    limits.saveNames(sql),
  ])
  return verdicts
}

/** What the transaction has locked, by which its transfers are decided. */
type Locked = {
  walletOf: (key: WalletKey) => OpenWallet | undefined
  /** By id, as they will be once the transfers before are written. */
  quotes: Map<bigint, QuoteRow>
  limits: BatchJudge
  now: Temporal.Instant
}

function decide(
  candidate: Prepared & { id: bigint },
  known: AcceptedTransfer | undefined,
  { walletOf, quotes, limits, now }: Locked,
): { verdict: Acceptance; entrant?: Entrant; refusal?: Judged } {
  // guard: known-transfer-reference
  if (known) return { verdict: repeatOf(known, candidate) }
  const promise = candidate.promise && quotes.get(candidate.promise.quote.id)
  const unusable = promise && whyUnusable(promise, now)
  // guard: locked-quote-state
  if (unusable) return { verdict: { kind: unusable } }
  const judgement = limits.judge(candidate)
  const { merchant, request, measured, transactionId } = candidate
  // guard: refusing-limit
  if (judgement.outcome === 'refuse') {
    const verdict = { kind: 'over_limit', hits: judgement.hits, measured } as const
    return { verdict, refusal: { merchant, request, measured, judgement } }
  }
  // guard: holding-limit
  const quote = judgement.outcome === 'hold' ? undefined : candidate.quote
  const wallet = quote && walletOf(walletKey(candidate))
  const movement = quote && wallet && move(wallet, reserve(quote), { key: `reserve:${transactionId}` })
  if (quote && !movement) return { verdict: { kind: 'balance_insufficient' } }
  if (promise) quotes.set(promise.id, { ...promise, state: quote ? 'USED' : 'HELD' })
  const response = renderAccepted({ ...candidate, quote }, now)
  const entrant = { ...candidate, quote, response, movement, judgement }
  return { verdict: { kind: 'accepted', response }, entrant }
}

/** Sends everything at once, so that the wallet stays locked for one reply only. */
async function write(sql: Tx, entrants: readonly Entrant[], now: Temporal.Instant): Promise<void> {
  const rows = entrants.map((entrant, position) => ({ position, ...toRow(entrant) }))
  const screenings = entrants.map(({ id, screening: { sealed: screening } }) => {
    return { subject: transferSubject(id), screening }
  })
  const movements = entrants.flatMap(({ id, movement }) => (movement ? [{ ...movement, transfer: id }] : []))
  const payouts = entrants.flatMap((entrant) => payoutOf(entrant, { cell: sql.cell, now }))
  await Promise.all([
    // The transfers are written first: the other rows refer to them.
    sql.rows(insertTransfers, [JSON.stringify(rows), now]),
    recordTimeline(sql, entrants.flatMap(timelineOf), now),
    recordScreenings(sql, screenings),
    saveMovements(sql, movements, now),
    insertOperations(sql, payouts),
    saveJudged(sql, entrants, now),
    saveQuoteUses(sql, entrants.flatMap(useOf), now),
  ])
}

/** What becomes of the quote of a transfer. */
function useOf({ id, quote, promise }: Entrant): Use[] {
  return promise ? [{ ...promise, state: quote ? 'USED' : 'HELD', transfer: id }] : []
}

function payoutOf(
  { id, quote, request, merchant, transactionId }: Entrant,
  made: { cell: number; now: Temporal.Instant },
) {
  if (!quote) return []
  const [{ environment }, { operator }, { amount: amountMinor }] = [merchant, request, quote]
  return [newCall('payout', { id, transactionId, environment, operator, amountMinor }, made)]
}

const walletKey = ({ merchant: { id, environment } }: Candidate) => ({ merchantId: id, environment })

function toRow(entrant: Entrant): Record<string, unknown> {
  const { merchant, request, quote, transactionId } = entrant
  return {
    id: String(entrant.id),
    transaction_id: transactionId,
    merchant_id: String(merchant.id),
    environment: merchant.environment,
    reference: request.fields.reference,
    status: quote ? 'Submitted' : 'Hold',
    fingerprint: entrant.content.toString('hex'),
    first_response: entrant.response,
    operator: request.operator,
    customer_number: request.customerNumber,
    subscriber_name: entrant.subscriberName,
    name_source: entrant.nameConfirmation?.source,
    name_confirmed_at: entrant.nameConfirmation?.at.toString(),
    amount_hundredths: String(request.amount),
    currency: request.currency,
    receiver_minor: quote && String(quote.amount),
    fee_minor: quote && String(quote.fee),
    rate_micros: quote && String(quote.rateMicros),
    rate_as_of: quote?.rateAsOf?.toString(),
    rate_source: quote?.rateSource,
    callback_url: request.fields.callback_url,
    parties_sealed: entrant.partiesSealed,
    ...limitColumns(entrant.measured),
  }
}

function timelineOf({
  id: transfer,
  request,
  screening,
  quote,
  judgement,
  promise,
}: Entrant): TimelineEvent[] {
  const { amount, currency, customerNumber, operator } = request
  const by = promise ? `, quote ${promise.quote.quote_id}` : ''
  const accepted = `${formatHundredths(amount)} ${currency} to ${customerNumber} (${operator})${by}`
  return [
    { transfer, kind: 'inbound.accepted', detail: accepted },
    { transfer, kind: screening.hold ? 'screening.hold' : 'screening.ok', detail: screening.detail },
    ...(judgement.hits.some(({ rule }) => rule.outcome === 'hold')
      ? // The rule is shown to compliance officers only, so that nobody learns how to stay below it.
        [{ transfer, kind: 'limit.hold', detail: 'over a limit' } as const]
      : []),
    ...(quote ? quotedTimeline(transfer, { amount, currency }, quote) : []),
  ]
}
