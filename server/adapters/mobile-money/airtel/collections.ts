// Implements the collector port with merchant payments of the Airtel Africa Open API: a USSD push asks the payer for the PIN.
import { formatMoney, type LocalCurrency } from '../../../kernel/money.ts'
import type {
  Collection,
  CollectionCallback,
  CollectionInquiryReply,
  CollectionRefund,
  CollectionReply,
  Collector,
  RefundInquiryReply,
} from '../../../operator-calls/collector.ts'
import type { CallbackRequest, ReversalReply } from '../../../operator-calls/operator.ts'
import { collectionOfDuplicate, termsOf } from '../collections.ts'
import type { AirtelConnection } from '../operator-settings.ts'
import { transactionIn } from './callback.ts'
import type { AirtelClient } from './client.ts'
import {
  collectionCallback,
  collectionInquiryReply,
  collectionRefundReply,
  collectionReply,
} from './collection-outcomes.ts'
import { collectionIdOf, nationalNumber, referenceOfCollection } from './wire.ts'

type Settings = NonNullable<AirtelConnection['collections']>

export function openCollections(
  client: AirtelClient,
  { callbackKey }: AirtelConnection,
  settings: Settings,
  timeoutMs: number,
): Collector {
  const inquire = (reference: string, currency?: LocalCurrency) => inquireAt(client, reference, currency)
  return {
    request: (collection) => request(client, settings, collection),
    requestTimeoutMs: timeoutMs,
    inquire: ({ reference, amount }) => inquire(reference, amount.currency),
    refunds: 'whole',
    refund: (refund) => refundWhole(client, settings, refund),
    async inquireRefund({ original }) {
      return refundFound(await inquire(original.reference, original.amount.currency))
    },
    readCallback: async (callback) => readCollectionCallback(callback, callbackKey),
    idOf: collectionIdOf,
    terms: async (operator, currency) => termsOf(settings, operator, currency),
  }
}

async function request(
  client: AirtelClient,
  { version }: Settings,
  collection: Collection,
): Promise<CollectionReply> {
  const { reference, amount } = collection
  const reply = await client.call({
    operation: 'merchant payment',
    method: 'POST',
    path: `/merchant/${version}/payments/`,
    currency: amount.currency,
    body: paymentBody(collection),
  })
  const response = collectionReply(reply, collectionIdOf(reference))
  return response.kind === 'repeated'
    ? collectionOfDuplicate(await inquireAt(client, reference, amount.currency))
    : response
}

function paymentBody({ reference, transactionUuid, msisdn, amount }: Collection): object {
  const { currency } = amount
  const place = { country: 'CD', currency }
  return {
    // Up to 64 letters and digits; support staff on both sides search for it.
    reference: transactionUuid.replace(/[^A-Za-z0-9]/g, ''),
    subscriber: { ...place, msisdn: nationalNumber(msisdn) },
    transaction: { ...place, amount: JSON.rawJSON(formatMoney(amount)), id: collectionIdOf(reference) },
  }
}

async function inquireAt(
  client: AirtelClient,
  reference: string,
  currency: LocalCurrency = 'USD',
): Promise<CollectionInquiryReply> {
  const id = collectionIdOf(reference)
  const path = `/standard/v1/payments/${id}`
  const reply = await client.call({ operation: 'payment enquiry', method: 'GET', path, currency })
  return collectionInquiryReply(reply, id)
}

/** The API returns the whole amount, and identifies a refund only by the payment that it refunds. */
async function refundWhole(
  client: AirtelClient,
  { version }: Settings,
  { original, amount }: CollectionRefund,
): Promise<ReversalReply> {
  // guard: airtel-whole-refund
  if (amount.minor !== original.amount.minor) return { kind: 'unsupported' }
  const { currency } = amount
  const reply = await client.call({
    operation: 'payment refund',
    method: 'POST',
    path: `/standard/${version}/payments/refund`,
    currency,
    body: { transaction: { airtel_money_id: original.upstreamId } },
  })
  const response = collectionRefundReply(reply)
  if (response.kind !== 'repeated') return response
  const found = await inquireAt(client, original.reference, currency)
  return found.kind === 'reversed'
    ? { kind: 'reversed' }
    : { kind: 'unknown', cause: `called a duplicate, but inquiry found ${found.kind}` }
}

/** A payment that is still approved was not refunded. */
function refundFound(found: CollectionInquiryReply): RefundInquiryReply {
  switch (found.kind) {
    case 'reversed':
      return { kind: 'reversed' }
    case 'approved':
      return { kind: 'absent' }
    case 'unavailable':
      return found
    default:
      return { kind: 'unavailable', cause: `payment ${found.kind}` }
  }
}

/** @param key private key of the application settings. Without one a hash proves nothing, and is not looked at. */
export function readCollectionCallback(
  callback: CallbackRequest,
  key: string | undefined,
): CollectionCallback {
  const read = transactionIn(callback, key)
  const reference = referenceOfCollection(read.transaction?.id)
  if (!read.transaction || reference === undefined) return { kind: 'payout' }
  if (read.fault && key !== undefined) return { kind: 'forged', cause: read.fault }
  const outcome = collectionCallback(read.transaction)
  return outcome ? { kind: 'report', reference, outcome } : { kind: 'unreadable', cause: 'no outcome' }
}
