// Merchant payments of Airtel's API: a USSD push asks the payer for the PIN, so every payment is in process at first.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Amount, parseAmount } from '../../amount.ts'
import type { Message, PayoutStatus } from '../books/book.ts'
import type { Collection } from '../books/collections.ts'
import { type CollectionRefusal, collect, inquireCollection } from '../collections/collection.ts'
import type { CollectionDecline } from '../collections/endings.ts'
import { type RefundRefusal, requestRefund } from '../collections/refund.ts'
import { asObject, asText, headerOf, readJson } from '../message.ts'
import type { CallbackMessage, CollectionReport, Operators } from '../operators.ts'
import type { Subscriber } from '../payouts/subscribers.ts'
import { callbackTo } from './callback.ts'
import { airtelSubscriber } from './disbursement-request.ts'
import { type Code, codes, collectionCodes, refusal, success } from './replies.ts'
import { checkSignature } from './security.ts'

type Named = { Params: { id: string } }

export function registerCollections(scope: FastifyInstance, operators: Operators): void {
  for (const version of ['v1', 'v2'] as const) {
    const payHere = (request: FastifyRequest) => requestPayment(operators, version, request)
    scope.post(`/merchant/${version}/payments`, payHere)
    scope.post(`/merchant/${version}/payments/`, payHere)
  }
  scope.get<Named>('/standard/v1/payments/:id', (request) => enquirePayment(operators, request.params.id))
}

async function requestPayment(
  operators: Operators,
  version: 'v1' | 'v2',
  request: FastifyRequest,
): Promise<object> {
  await checkSignature(operators, request, version === 'v2')
  const wanted = readPayment(readJson(request), headerOf(request, 'X-Currency') ?? '')
  const response = collect(operators, request, {
    protocol: 'airtel',
    ...wanted,
    // The name on the prompt is the one in the portal.
    merchant: 'Likuta',
    callbackUrl: null,
    message: {},
    missingWallet: 'refused',
  })
  if (response.kind === 'duplicate') throw refusal(codes.duplicateInProcess, 'Duplicate transaction id')
  if (response.kind === 'refused') throw refusal(...refusals[response.refusal])
  // As in a sample of the real API: no id, and a status that says success although the payer has yet to approve.
  const transaction = { id: false, status: 'SUCCESS' }
  return success({ transaction }, collectionCodes.inProcess, 'Success')
}

const refusals: Record<CollectionRefusal, [code: Code, message: string]> = {
  no_wallet: [collectionCodes.noWallet, 'The subscriber is not registered'],
  currency: [collectionCodes.refused, 'The currency is not supported'],
  amount_too_small: [collectionCodes.invalidAmount, 'The amount is below the minimum'],
  amount_too_large: [collectionCodes.limit, 'The amount exceeds the wallet limit'],
}

type Payment = { subscriber: Subscriber; amount: Amount; reference: string; clientReference: string }

function readPayment(message: Message | null, currency: string): Payment {
  const subscriber = asObject(message?.subscriber) ?? {}
  const transaction = asObject(message?.transaction) ?? {}
  const clientReference = asText(message?.reference)
  const reference = asText(transaction.id)
  if (!clientReference || !/^[0-9A-Za-z]{4,64}$/.test(clientReference)) {
    throw refusal(collectionCodes.refused, 'reference must have 4 to 64 letters and digits')
  }
  if (!reference || reference.length > 64) throw refusal(collectionCodes.refused, 'transaction.id is missing')
  if (subscriber.country !== 'CD' || subscriber.currency !== currency || transaction.currency !== currency) {
    throw refusal(collectionCodes.refused, 'country or currency is wrong')
  }
  const national = String(subscriber.msisdn)
  const wallet = /^[0-9]{9}$/.test(national) ? airtelSubscriber(national) : null
  if (!wallet) throw refusal(collectionCodes.noWallet, 'The number does not belong to this operator')
  const minor =
    typeof transaction.amount === 'number' ? parseAmount(String(transaction.amount), currency) : null
  if (minor === null) throw refusal(collectionCodes.invalidAmount, 'Invalid amount')
  return { subscriber: wallet, amount: { minor, currency }, reference, clientReference }
}

function enquirePayment(operators: Operators, id: string): object {
  const known = operators.book.collectionByReference('airtel', id)
  const collection = inquireCollection(operators, 'airtel', id, known)
  if (!collection) throw refusal(collectionCodes.notFound, 'Transaction not found')
  const { status, code, message } = statusOf(collection)
  const hasEnded = status !== 'TIP' && status !== 'TA'
  const transaction = { id, ...(hasEnded && { airtel_money_id: collection.upstreamId }), message, status }
  return success({ transaction }, code, message)
}

const refundRefusals: Record<RefundRefusal, string> = {
  amount: 'The amount cannot be refunded',
  not_succeeded: 'The transaction cannot be refunded',
  in_progress: 'A refund is in process',
  refused: 'The refund was refused',
}

/** Returns the whole amount; the merchant gives a refund no id of its own. */
export function refundCollection(operators: Operators, collection: Collection): object {
  const response = requestRefund(operators, {
    reference: `refund of ${collection.upstreamId}`,
    collection,
    amount: null,
    callbackUrl: null,
    message: {},
    completes: 'now',
  })
  if (response.kind === 'duplicate') throw refusal(codes.duplicateReference, 'Already refunded')
  if (response.kind === 'refused') throw refusal(collectionCodes.refused, refundRefusals[response.refusal])
  const transaction = { airtel_money_id: response.refund.upstreamId, status: 'SUCCESS' }
  return success({ transaction }, collectionCodes.success)
}

type Said = { status: string; code: Code; message: string }

const statuses: Record<Exclude<PayoutStatus, 'declined'>, Said> = {
  pending: { status: 'TIP', code: collectionCodes.inProcess, message: 'Transaction in process' },
  succeeded: { status: 'TS', code: collectionCodes.success, message: 'Paid' },
  // No status is known for a refunded payment, so `TR` is our own choice.
  reversed: { status: 'TR', code: collectionCodes.success, message: 'Transaction refunded' },
}

const declines: Record<CollectionDecline, Said> = {
  wrong_pin: { status: 'TF', code: collectionCodes.wrongPin, message: 'Incorrect PIN' },
  cancelled: { status: 'TF', code: collectionCodes.notApproved, message: 'Cancelled by the subscriber' },
  lapsed: { status: 'TE', code: collectionCodes.expired, message: 'Transaction expired' },
  insufficient_funds: { status: 'TF', code: collectionCodes.funds, message: 'Insufficient balance' },
  limit: { status: 'TF', code: collectionCodes.limit, message: 'Wallet limit exceeded' },
  no_wallet: { status: 'TF', code: collectionCodes.noWallet, message: 'The subscriber is not registered' },
  blocked: { status: 'TF', code: collectionCodes.noWallet, message: 'The subscriber is barred' },
  refused: { status: 'TF', code: collectionCodes.refused, message: 'Transaction refused' },
  busy: { status: 'TF', code: collectionCodes.refused, message: 'Transaction refused' },
}

/** Status, code and message for the current state of a collection. */
function statusOf({ status, declineReason, ending }: Collection): Said {
  if (status === 'pending' && ending === 'ambiguous') {
    return { status: 'TA', code: collectionCodes.ambiguous, message: 'Transaction ambiguous' }
  }
  return status === 'declined' ? declines[declineReason ?? 'cancelled'] : statuses[status]
}

/** Callbacks know success and failure only. */
export function writeCollectionCallback(
  operators: Operators,
  { collection, refund, isForged }: CollectionReport,
): CallbackMessage | null {
  if (refund) return null
  const { status, message } = statusOf(collection)
  return callbackTo(
    operators,
    {
      id: collection.reference,
      message,
      status_code: status === 'TE' ? 'TF' : status,
      airtel_money_id: collection.upstreamId,
    },
    isForged,
  )
}
