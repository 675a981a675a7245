// A transfer that passed every check is written here: with its reservation, its ledger posting, its story and the
// intent to pay it out, all or nothing. Transfers that arrive together are written together; those of one wallet are
// accepted or refused in order.
import { createHash } from 'node:crypto'
import { formatRate } from '../kernel/rate.ts'
import type { Environment } from '../merchants/merchant.ts'
import { batched } from '../platform/batch.ts'
import { type Database, isUniqueViolation, type Sql } from '../platform/database.ts'
import { insertOperations } from '../platform/operation.ts'
import { findReferences, insertTransfers } from './accept-queries.ts'
import { acceptedAnswer } from './answer.ts'
import type { InboundRequest } from './inbound-request.ts'
import { newPayout } from './payout.ts'
import { formatHundredths, type Quote } from './quote.ts'
import { type TimelineEvent, tell } from './timeline.ts'
import { newTransactionId } from './transfer.ts'
import { type Done, lockWallets, move, type OpenWallet, reserve, saveMovements } from './wallet.ts'

export type Candidate = {
  merchant: { id: bigint; environment: Environment }
  request: InboundRequest
  subscriberName: string | undefined
  /** Names and papers of both parties, sealed for the transfer of this id. */
  seal: (transactionId: string) => Buffer
  /** What screening found, to be kept with the transfer. */
  screening: { hold: boolean; detail: string; record: (sql: Sql, transfer: bigint) => Promise<void> }
  /** None for a transfer that is held: it is quoted when it is released. */
  quote: Quote | undefined
}

export type Acceptance =
  | { kind: 'accepted' | 'repeated'; answer: string }
  | { kind: 'reference_reused' }
  | { kind: 'balance_insufficient' }

type Entrant = {
  candidate: Candidate
  transactionId: string
  content: Buffer
  answer: string
  done: Done | undefined
}

/** What a request asks for, whatever way its JSON was written. */
export function contentOf({ fields }: InboundRequest): Buffer {
  const pairs = Object.entries(fields).filter(([, value]) => value !== undefined)
  pairs.sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(pairs)).digest()
}

/** A function that accepts transfers, many at once. @param now gives the time a batch is written at. */
export function openAcceptance(db: Database, now: () => Temporal.Instant) {
  const accept = batched<Candidate, Acceptance>(
    (candidates) => db.transaction((sql) => acceptAll(sql, candidates, now())),
    { maxMembers: 128 },
  )
  return async (candidate: Candidate): Promise<Acceptance> => {
    try {
      return await accept(candidate)
    } catch (error) {
      // Another process took the reference a moment ago: now it is known.
      if (isUniqueViolation(error, 'transfer_merchant_id_environment_reference_key')) return accept(candidate)
      throw error
    }
  }
}

async function acceptAll(sql: Sql, candidates: Candidate[], now: Temporal.Instant): Promise<Acceptance[]> {
  const walletOf = await lockWallets(sql, candidates.map(walletKey))
  const known = await knownReferences(sql, candidates)
  const entrants: Entrant[] = []
  const verdicts: Acceptance[] = []
  for (const candidate of candidates) {
    const { verdict, entrant } = decide(candidate, known.get(nameOf(candidate)), walletOf, now)
    verdicts.push(verdict)
    if (!entrant) continue
    entrants.push(entrant)
    known.set(nameOf(candidate), entrant)
  }
  if (entrants.length > 0) await write(sql, entrants, now)
  return verdicts
}

type Known = { content: Buffer; answer: string }

function decide(
  candidate: Candidate,
  known: Known | undefined,
  walletOf: (key: { merchantId: bigint; environment: Environment }) => OpenWallet | undefined,
  now: Temporal.Instant,
): { verdict: Acceptance; entrant?: Entrant } {
  const content = contentOf(candidate.request)
  if (known) {
    const same = known.content.equals(content)
    return { verdict: same ? { kind: 'repeated', answer: known.answer } : { kind: 'reference_reused' } }
  }
  const transactionId = newTransactionId()
  const { quote } = candidate
  const wallet = quote && walletOf(walletKey(candidate))
  const done = quote && wallet && move(wallet, reserve(quote), { key: `reserve:${transactionId}` })
  if (quote && !done) return { verdict: { kind: 'balance_insufficient' } }
  const answer = answerOf(candidate, transactionId, now)
  return {
    verdict: { kind: 'accepted', answer },
    entrant: { candidate, transactionId, content, answer, done },
  }
}

async function write(sql: Sql, entrants: readonly Entrant[], now: Temporal.Instant): Promise<void> {
  const rows = entrants.map((entrant, position) => ({ position, ...toRow(entrant) }))
  const inserted = await sql.rows(insertTransfers, [JSON.stringify(rows), now])
  const ids = new Map(inserted.map(({ id, transaction_id }) => [transaction_id, id]))
  const idOf = ({ transactionId }: Entrant) => ids.get(transactionId) as bigint
  await tell(
    sql,
    entrants.flatMap((entrant) => storyOf(entrant, idOf(entrant))),
    now,
  )
  for (const entrant of entrants) await entrant.candidate.screening.record(sql, idOf(entrant))
  await saveMovements(
    sql,
    entrants.flatMap((entrant) => (entrant.done ? [{ ...entrant.done, transfer: idOf(entrant) }] : [])),
    now,
  )
  await insertOperations(
    sql,
    entrants.flatMap((entrant) => {
      const { quote, request } = entrant.candidate
      const payout = { id: idOf(entrant), transactionId: entrant.transactionId, operator: request.operator }
      return quote ? [newPayout({ ...payout, amountMinor: quote.amount }, now)] : []
    }),
  )
}

const walletKey = ({ merchant }: Candidate) => ({
  merchantId: merchant.id,
  environment: merchant.environment,
})

function nameOf({ merchant, request }: Candidate): string {
  return `${merchant.id} ${merchant.environment} ${request.fields.reference}`
}

async function knownReferences(sql: Sql, candidates: readonly Candidate[]): Promise<Map<string, Known>> {
  const wanted = candidates.map(({ merchant, request }) => ({
    merchant_id: String(merchant.id),
    environment: merchant.environment,
    reference: request.fields.reference,
  }))
  const rows = await sql.rows(findReferences, [JSON.stringify(wanted)])
  return new Map(
    rows.map((row) => [
      `${row.merchant_id} ${row.environment} ${row.reference}`,
      { content: row.fingerprint, answer: row.first_answer },
    ]),
  )
}

function answerOf(
  { request, quote, subscriberName }: Candidate,
  transactionId: string,
  now: Temporal.Instant,
): string {
  return acceptedAnswer({
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

function toRow({ candidate, transactionId, content, answer }: Entrant): Record<string, unknown> {
  const { merchant, request, quote } = candidate
  return {
    transaction_id: transactionId,
    merchant_id: String(merchant.id),
    environment: merchant.environment,
    reference: request.fields.reference,
    status: quote ? 'Submitted' : 'Hold',
    fingerprint: content.toString('hex'),
    first_answer: answer,
    operator: request.operator,
    customer_number: request.customerNumber,
    subscriber_name: candidate.subscriberName,
    amount_hundredths: String(request.amount),
    currency: request.currency,
    receiver_minor: quote && String(quote.amount),
    fee_minor: quote && String(quote.fee),
    rate_micros: quote && String(quote.rateMicros),
    rate_as_of: quote?.rateAsOf?.toString(),
    rate_source: quote?.rateSource,
    callback_url: request.fields.callback_url,
    parties_sealed: candidate.seal(transactionId).toString('base64'),
  }
}

function storyOf({ candidate }: Entrant, transfer: bigint): TimelineEvent[] {
  const { request, screening, quote } = candidate
  const { amount, currency, customerNumber, operator } = request
  const accepted = `${formatHundredths(amount)} ${currency} to ${customerNumber} (${operator})`
  return [
    { transfer, kind: 'inbound.accepted', detail: accepted },
    { transfer, kind: screening.hold ? 'screening.hold' : 'screening.ok', detail: screening.detail },
    ...(quote ? quotedStory(transfer, { amount, currency }, quote) : []),
  ]
}

/** What is told when a transfer has been converted and paid for. */
export function quotedStory(
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
