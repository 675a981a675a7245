// Accepts a transfer that passed every check: writes it with its reservation, ledger posting, timeline and payout
// intent in one transaction. Concurrent transfers are batched; those of one wallet are accepted or refused in order.
import { recordScreenings, type SealedScreening } from '../../compliance/screening/screening-record.ts'
import { formatRate } from '../../kernel/rate.ts'
import type { Environment } from '../../merchants/identity/merchant.ts'
import { insertOperations } from '../../operations/operation.ts'
import { toSentKeys } from '../../platform/database/batch-rows.ts'
import { coalescingBatch, type Join } from '../../platform/database/coalescing-batch.ts'
import { type Database, isUniqueViolation, type Tx } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Quote } from '../exchange-rates/quote.ts'
import { newPayout } from '../payouts/payout.ts'
import { formatHundredths } from '../transfer/amounts.ts'
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
} from '../wallets/wallet.ts'
import { fingerprintsOf } from './inbound-content.ts'
import { findVersions, insertTransfers } from './queries.ts'
import {
  type AcceptedTransfer,
  type Repeat,
  referenceName,
  repeatOf,
  usedReferences,
} from './repeated-reference.ts'
import type { InboundRequest } from './request.ts'
import { renderAccepted } from './response.ts'
import { travelRuleOf } from './travel-rule.ts'

export type Candidate = {
  merchant: { id: bigint; environment: Environment; version: number }
  request: InboundRequest
  subscriberName: string | undefined
  /** The screening decision, stored with the transfer. */
  screening: { hold: boolean; detail: string; sealed: SealedScreening }
  /** Undefined for a held transfer, which is quoted at its release. */
  quote: Quote | undefined
}

export type Acceptance =
  | { kind: 'accepted'; response: string }
  | { kind: 'balance_insufficient' }
  /** The merchant has changed since it was authenticated, so nothing was written. */
  | { kind: 'stale' }
  | Repeat

/** A candidate with everything that can be computed before the transaction. */
type Prepared = Candidate & {
  transactionId: string
  content: Buffer
  /** Names and documents of both parties, encrypted for this transfer. */
  partiesSealed: string
}

type Entrant = Prepared & { response: string; movement: AppliedMovement | undefined }

type AcceptanceNeeds = { db: Database; clock: Clock; secrets: Secrets }

/** Returns a function that accepts transfers, batching concurrent calls. */
export function openAcceptance({ db, clock, secrets }: AcceptanceNeeds) {
  const accept = coalescingBatch<Prepared, Acceptance>(
    (candidates, join) => db.transaction((sql) => acceptAll(sql, { candidates, join }, clock)),
    { maxMembers: 128 },
  )
  return async (candidate: Candidate): Promise<Acceptance> => {
    const prepared = prepare(secrets, candidate, clock.now())
    try {
      return await accept(prepared)
    } catch (error) {
      // Another process has just used the reference; the retry finds its transfer.
      if (isUniqueViolation(error, 'transfer_merchant_id_environment_reference_key')) return accept(prepared)
      throw error
    }
  }
}

/** Hashes and encrypts outside the batch transaction, where later requests would have to wait for it. */
function prepare(secrets: Secrets, candidate: Candidate, now: Temporal.Instant): Prepared {
  const { request } = candidate
  const transactionId = newTransactionId(now)
  const { content, digests } = fingerprintsOf(request)
  const sealed = sealParties(secrets, transactionId, travelRuleOf(request), digests)
  return { ...candidate, transactionId, content, partiesSealed: sealed.toString('base64') }
}

/**
 * Another process may hold the locks of the wallets for as long as it takes to commit a batch, so transfers from the locked
 * wallets join this batch once it holds them.
 * @param batch.candidates those that join are added to it, so that a retried transaction contains them.
 */
async function acceptAll(
  sql: Tx,
  { candidates, join }: { candidates: Prepared[]; join: Join<Prepared> },
  clock: Clock,
): Promise<Acceptance[]> {
  const walletOf = await lockWallets(sql, candidates.map(walletKey))
  // guard: joining-locked-wallet
  candidates.push(...join((candidate) => walletOf(walletKey(candidate)) !== undefined))
  const now = clock.now()
  const [known, versions] = await Promise.all([
    usedReferences(sql, candidates),
    sql.rows(findVersions, [toSentKeys(candidates.map(({ merchant }) => merchant.id))]),
  ])
  const current = new Map(versions.map(({ id, version }) => [id, version]))
  const entrants: Entrant[] = []
  const verdicts: Acceptance[] = []
  for (const candidate of candidates) {
    // guard: accepted-merchant-version
    if (current.get(candidate.merchant.id) !== candidate.merchant.version) {
      verdicts.push({ kind: 'stale' })
      continue
    }
    const { verdict, entrant } = decide(candidate, known.get(referenceName(candidate)), walletOf, now)
    verdicts.push(verdict)
    if (!entrant) continue
    entrants.push(entrant)
    known.set(referenceName(candidate), entrant)
  }
  if (entrants.length > 0) await write(sql, entrants, now)
  return verdicts
}

function decide(
  candidate: Prepared,
  known: AcceptedTransfer | undefined,
  walletOf: (key: { merchantId: bigint; environment: Environment }) => OpenWallet | undefined,
  now: Temporal.Instant,
): { verdict: Acceptance; entrant?: Entrant } {
  // guard: known-transfer-reference
  if (known) return { verdict: repeatOf(known, candidate) }
  const { quote, transactionId } = candidate
  const wallet = quote && walletOf(walletKey(candidate))
  const movement = quote && wallet && move(wallet, reserve(quote), { key: `reserve:${transactionId}` })
  if (quote && !movement) return { verdict: { kind: 'balance_insufficient' } }
  const response = responseOf(candidate, now)
  return { verdict: { kind: 'accepted', response }, entrant: { ...candidate, response, movement } }
}

async function write(sql: Tx, entrants: readonly Entrant[], now: Temporal.Instant): Promise<void> {
  const rows = entrants.map((entrant, position) => ({ position, ...toRow(entrant) }))
  const inserted = await sql.rows(insertTransfers, [JSON.stringify(rows), now])
  const ids = new Map(inserted.map(({ id, transaction_id }) => [transaction_id, id]))
  const idOf = ({ transactionId }: Entrant) => ids.get(transactionId) as bigint
  const events = entrants.flatMap((entrant) => timelineOf(entrant, idOf(entrant)))
  const screenings = entrants.map((entrant) => ({
    subject: transferSubject(idOf(entrant)),
    screening: entrant.screening.sealed,
  }))
  const movements = entrants.flatMap((entrant) =>
    entrant.movement ? [{ ...entrant.movement, transfer: idOf(entrant) }] : [],
  )
  const payouts = entrants.flatMap((entrant) => payoutOf(entrant, idOf(entrant), now))
  await Promise.all([
    recordTimeline(sql, events, now),
    recordScreenings(sql, screenings),
    saveMovements(sql, movements, now),
    insertOperations(sql, payouts),
  ])
}

function payoutOf({ quote, request, merchant, transactionId }: Entrant, id: bigint, now: Temporal.Instant) {
  if (!quote) return []
  const { environment } = merchant
  const { operator } = request
  return [newPayout({ id, transactionId, environment, operator, amountMinor: quote.amount }, now)]
}

const walletKey = ({ merchant }: Candidate) => ({
  merchantId: merchant.id,
  environment: merchant.environment,
})

function responseOf(
  { request, quote, subscriberName, transactionId }: Prepared,
  now: Temporal.Instant,
): string {
  return renderAccepted({
    reference: request.fields.reference,
    transactionId,
    status: quote ? 'Submitted' : 'Hold',
    amount: request.amount,
    currency: request.currency,
    quote,
    operator: request.operator,
    customerNumber: request.customerNumber,
    subscriberName,
    createdAt: now,
  })
}

function toRow(entrant: Entrant): Record<string, unknown> {
  const { merchant, request, quote, transactionId } = entrant
  return {
    transaction_id: transactionId,
    merchant_id: String(merchant.id),
    environment: merchant.environment,
    reference: request.fields.reference,
    status: quote ? 'Submitted' : 'Hold',
    fingerprint: entrant.content.toString('hex'),
    first_answer: entrant.response,
    operator: request.operator,
    customer_number: request.customerNumber,
    subscriber_name: entrant.subscriberName,
    amount_hundredths: String(request.amount),
    currency: request.currency,
    receiver_minor: quote && String(quote.amount),
    fee_minor: quote && String(quote.fee),
    rate_micros: quote && String(quote.rateMicros),
    rate_as_of: quote?.rateAsOf?.toString(),
    rate_source: quote?.rateSource,
    callback_url: request.fields.callback_url,
    parties_sealed: entrant.partiesSealed,
  }
}

function timelineOf({ request, screening, quote }: Entrant, transfer: bigint): TimelineEvent[] {
  const { amount, currency, customerNumber, operator } = request
  const accepted = `${formatHundredths(amount)} ${currency} to ${customerNumber} (${operator})`
  return [
    { transfer, kind: 'inbound.accepted', detail: accepted },
    { transfer, kind: screening.hold ? 'screening.hold' : 'screening.ok', detail: screening.detail },
    ...(quote ? quotedTimeline(transfer, { amount, currency }, quote) : []),
  ]
}

/** The timeline events of a conversion and reservation. */
export function quotedTimeline(
  transfer: bigint,
  sent: { amount: bigint; currency: string },
  quote: Quote,
): TimelineEvent[] {
  const { amount, fee, rateMicros } = quote
  const converted = `${formatHundredths(sent.amount)} ${sent.currency} at ${formatRate(rateMicros)} is ${formatHundredths(amount)} USD`
  const reserved = `${formatHundredths(amount + fee)} USD, of which ${formatHundredths(fee)} fee`
  return [
    ...(sent.currency === 'USD' ? [] : [{ transfer, kind: 'fx.converted', detail: converted } as const]),
    { transfer, kind: 'wallet.reserved', detail: reserved },
  ]
}
