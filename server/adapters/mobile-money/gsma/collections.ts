// Implements the collector port with merchant payments of the GSMA Mobile Money API 1.2. The provider asks the debit party for
// approval in its own way; no code distinguishes a wrong PIN from a refusal.
import { formatMoney } from '../../../kernel/money.ts'
import type {
  Collection,
  CollectionCallback,
  CollectionInquiryReply,
  CollectionOutcome,
  CollectionReply,
  Collector,
} from '../../../operator-calls/collector.ts'
import type { CallbackRequest, ReversalReply } from '../../../operator-calls/operator.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { collectionOfDuplicate, termsOf } from '../collections.ts'
import type { GsmaConnection } from '../operator-settings.ts'
import { writtenIn } from './callback.ts'
import { find, type GsmaClient } from './client.ts'
import {
  collectionIn,
  collectionInquiryReply,
  collectionReply,
  declineOf,
  type ExpectedCollection,
} from './collection-outcomes.ts'
import { inquireReversal, reverse } from './reversals.ts'
import { errorIn, isRefusal, reversalOutcome, transactionIn } from './translate.ts'
import { transactionBody } from './wire.ts'

type Settings = NonNullable<GsmaConnection['collections']>
type Needs = { clock: Clock; timeoutMs: number }

export function openCollections(
  client: GsmaClient,
  settings: Settings,
  { clock, timeoutMs }: Needs,
): Collector {
  const inquire = async (
    requested: { reference: string; upstreamId?: string },
    expected: ExpectedCollection,
  ): Promise<CollectionInquiryReply> =>
    collectionInquiryReply(await find(client, requested), expected, clock.now())

  async function request(collection: Collection): Promise<CollectionReply> {
    const { reference, callbackUrl } = collection
    const reply = await client.call({
      operation: 'merchant payment',
      method: 'POST',
      path: '/transactions/type/merchantpay',
      reference,
      callbackUrl: markedUrl(callbackUrl, 'collection'),
      body: merchantPaymentBody(collection, settings.creditParty, clock.now()),
    })
    const response = collectionReply(reply, collection, clock.now())
    return response.kind === 'repeated'
      ? collectionOfDuplicate(await inquire({ reference }, collection))
      : response
  }

  return {
    request,
    requestTimeoutMs: timeoutMs,
    inquire: ({ upstreamId, ...collection }) =>
      inquire({ reference: collection.reference, ...(upstreamId && { upstreamId }) }, collection),
    refunds: 'part',
    refund: (refund) => reverse(client, { ...refund, callbackUrl: markedUrl(refund.callbackUrl, 'refund') }),
    inquireRefund: (refund) => inquireReversal(client, refund),
    readCallback: async (callback) => readCollectionCallback(callback),
    idOf: (reference) => reference,
    terms: async (operator, currency) => termsOf(settings, operator, currency),
  }
}

function merchantPaymentBody(
  { amount, msisdn, reference, transactionUuid, description }: Collection,
  creditParty: Settings['creditParty'],
  now: Temporal.Instant,
): object {
  return {
    amount: formatMoney(amount),
    currency: amount.currency,
    debitParty: [{ key: 'msisdn', value: `+${msisdn}` }],
    creditParty: [creditParty],
    requestingOrganisationTransactionReference: reference,
    descriptionText: description,
    requestDate: now.toString({ smallestUnit: 'second' }),
    customData: [{ key: 'order', value: transactionUuid }],
  }
}

type Subject = 'collection' | 'refund'

/** An error object names nothing but the request, so the URL that we give for each call says what its callback is about. */
function markedUrl(callbackUrl: string, subject: Subject): string {
  const url = new URL(callbackUrl)
  url.searchParams.set('about', subject)
  return url.href
}

/** What a callback is about; undefined for a payout. Operators that call another URL than the given one still name the type. */
function subjectOf(path: string, json: unknown): Subject | undefined {
  const about = new URLSearchParams(path.split('?')[1]).get('about')
  if (about === 'collection' || about === 'refund') return about
  return transactionBody.parse(json).type?.toLowerCase() === 'merchantpay' ? 'collection' : undefined
}

export function readCollectionCallback(callback: CallbackRequest): CollectionCallback {
  const written = writtenIn(callback)
  const subject = subjectOf(callback.path, 'json' in written ? written.json : undefined)
  if (subject === undefined) return { kind: 'payout' }
  if ('cause' in written) return written
  const { reference, json } = written
  if (subject === 'refund') {
    const outcome = refundIn(json)
    return outcome?.kind === 'reversed' || outcome?.kind === 'refused'
      ? { kind: 'refund_report', reference, outcome }
      : unreadable
  }
  const outcome = outcomeIn(json, reference)
  return outcome ? { kind: 'report', reference, outcome } : unreadable
}

const unreadable = { kind: 'unreadable', cause: 'no outcome' } as const

function outcomeIn(json: unknown, reference: string): CollectionOutcome | undefined {
  const transaction = collectionIn(json, { reference })
  if ('outcome' in transaction) return transaction.outcome
  const error = errorIn(json)
  return error && declineOf(error)
}

function refundIn(json: unknown): ReversalReply | undefined {
  const transaction = transactionIn(json, { isReversal: true })
  if ('outcome' in transaction) return reversalOutcome(transaction.outcome)
  const error = errorIn(json)
  return error && isRefusal(error) ? { kind: 'refused', code: error.code, message: error.message } : undefined
}
