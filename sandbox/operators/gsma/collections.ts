// Merchant payments of the GSMA Mobile Money API 1.2: the debit party approves on the phone, so every one is asynchronous.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { formatAmount } from '../../amount.ts'
import type { Message } from '../books/book.ts'
import type { Collection, Refund } from '../books/collections.ts'
import { type CollectionRefusal, collect, inquireCollection } from '../collections/collection.ts'
import type { CollectionDecline } from '../collections/endings.ts'
import { type RefundRefusal, requestRefund } from '../collections/refund.ts'
import type { CallbackMessage, CollectionReport, Operators } from '../operators.ts'
import {
  duplicateRequest,
  type ErrorFacts,
  errorObject,
  GsmaError,
  invalid,
  unknownIdentifier,
} from './errors.ts'
import { amountOf, callbackUrl, correlationId, jsonBody, subscriberAt } from './request.ts'
import { readMerchantPayment, readReversal } from './transaction-request.ts'
import { callbackTo, isFinal, requestState, stamp, transactionStatuses } from './views.ts'

export function createMerchantPayment(
  operators: Operators,
  request: FastifyRequest,
  reply: FastifyReply,
): object {
  const reference = correlationId(operators.book, request, 'collection')
  const message = jsonBody(request)
  const wanted = readMerchantPayment(message)
  const subscriber = subscriberAt(wanted.debitParty.find(({ key }) => key === 'msisdn')?.value)
  const response = collect(operators, request, {
    protocol: 'gsma',
    reference,
    clientReference: wanted.requestingOrganisationTransactionReference ?? null,
    subscriber,
    merchant: wanted.descriptionText ?? '',
    amount: amountOf(wanted.amount, wanted.currency),
    callbackUrl: callbackUrl(request),
    message: { ...message, type: 'merchantpay' },
    missingWallet: 'refused',
  })
  if (response.kind === 'duplicate') throw new GsmaError(duplicateRequest)
  if (response.kind === 'refused') {
    throw new GsmaError(refusalFacts(response.refusal, subscriber.msisdn, wanted.currency))
  }
  return reply.code(202).send(collectionState(response.collection))
}

export function createRefund(
  operators: Operators,
  request: FastifyRequest,
  reply: FastifyReply,
  collection: Collection,
): object {
  const reference = correlationId(operators.book, request, 'refund')
  const message = jsonBody(request)
  const wanted = readReversal(message)
  const response = requestRefund(operators, {
    reference,
    collection,
    amount: wanted.amount ? amountOf(wanted.amount, wanted.currency ?? collection.amount.currency) : null,
    callbackUrl: callbackUrl(request),
    message,
    completes: 'later',
  })
  if (response.kind === 'taken') return reply.code(202).send(refundState(response.refund))
  if (response.kind === 'duplicate') throw new GsmaError(duplicateRequest)
  throw new GsmaError({
    category: 'businessRule',
    code: refundRefusals[response.refusal],
    description: 'The transaction cannot be reversed with this amount or in this state.',
  })
}

const refundRefusals: Record<RefundRefusal, string> = {
  amount: 'greaterThanTransactionMaxValue',
  not_succeeded: 'incorrectState',
  in_progress: 'incorrectState',
  refused: 'genericError',
}

/** The collection or refund with this transaction id, as a transaction; null when there is none. */
export function collectionTransaction(operators: Operators, transaction: string): Message | null {
  const { book } = operators
  const refund = book.refundByUpstreamId('gsma', transaction)
  const original = refund && book.collectionById(refund.collectionId)
  if (original) return refundView(refund, original)
  const collection = book.collectionByUpstreamId('gsma', transaction)
  if (!collection) return null
  inquireCollection(operators, 'gsma', transaction, collection)
  return collectionView(collection)
}

export function collectionRequestState(operators: Operators, id: string): Message | null {
  const refund = operators.book.refundById(id)
  if (refund?.protocol === 'gsma') return refundState(refund)
  const collection = operators.book.collectionById(id)
  if (collection?.protocol !== 'gsma') return null
  inquireCollection(operators, 'gsma', collection.reference, collection)
  return collectionState(collection)
}

/** The response to a merchant payment or its refund is a transaction once there is one, and its request until then. */
export function collectionResponse({ book }: Operators, reference: string): Message | null {
  const subject = book.refundByReference('gsma', reference) ?? book.collectionByReference('gsma', reference)
  if (!subject) return null
  const hasTransaction = subject.status === 'succeeded' || subject.status === 'reversed'
  return { link: hasTransaction ? `/transactions/${subject.upstreamId}` : `/requeststates/${subject.id}` }
}

export function writeCollectionCallback(
  operators: Operators,
  { collection, refund, isForged }: CollectionReport,
): CallbackMessage | null {
  const at = operators.clock.now()
  if (refund) return callbackTo(refund, refundView(refund, collection), at, isForged)
  const { declineReason, msisdn } = collection
  const body = declineReason
    ? errorObject(declineFacts(declineReason, msisdn), at)
    : collectionView(collection)
  return callbackTo(collection, body, at, isForged)
}

function collectionView(collection: Collection): Message {
  const { message, upstreamId, status, takenAt, completedAt, reversedAt, amount, debited } = collection
  return {
    ...message,
    amount: formatAmount(debited ?? amount),
    transactionReference: upstreamId,
    transactionStatus: transactionStatuses[status],
    creationDate: stamp(takenAt),
    modificationDate: stamp(reversedAt ?? completedAt ?? takenAt),
  }
}

function refundView(
  { message, upstreamId, amount, status, takenAt, completedAt }: Refund,
  of: Collection,
): Message {
  return {
    ...message,
    amount: formatAmount(amount),
    currency: amount.currency,
    creditParty: [{ key: 'msisdn', value: `+${of.msisdn}` }],
    originalTransactionReference: of.upstreamId,
    transactionReference: upstreamId,
    transactionStatus: transactionStatuses[status],
    creationDate: stamp(takenAt),
    modificationDate: stamp(completedAt ?? takenAt),
  }
}

function collectionState(collection: Collection): Message {
  const { status, declineReason, msisdn, completedAt, takenAt, expiresAt } = collection
  const error = declineReason && errorObject(declineFacts(declineReason, msisdn), completedAt ?? takenAt)
  return {
    ...requestState(collection, isFinal(status)),
    expiryTime: stamp(expiresAt),
    ...(error && { status: 'failed', error }),
  }
}

function refundState(refund: Refund): Message {
  return requestState(refund, refund.status === 'succeeded')
}

function refusalFacts(refusal: CollectionRefusal, msisdn: string, currency: string): ErrorFacts {
  switch (refusal) {
    case 'no_wallet':
      return unknownIdentifier('msisdn', msisdn)
    case 'currency':
      return invalid('currencyNotSupported', 'currency', currency)
    case 'amount_too_small':
      return businessRule('lessThanTransactionMinValue', 'The amount is below the minimum.')
    case 'amount_too_large':
      return businessRule('greaterThanTransactionMaxValue', 'The amount is above the maximum.')
  }
}

/** The standard has no code for a wrong PIN or a lapsed prompt, so only the text distinguishes them. */
function declineFacts(reason: CollectionDecline, msisdn: string): ErrorFacts {
  switch (reason) {
    case 'no_wallet':
      return unknownIdentifier('msisdn', msisdn)
    case 'wrong_pin':
      return declined('The payer entered a wrong PIN.')
    case 'cancelled':
      return declined('The payer cancelled the request.')
    case 'lapsed':
      return declined('The request expired without an answer.')
    case 'insufficient_funds':
      return businessRule('insufficientFunds', 'The debit party has insufficient funds.')
    case 'limit':
      return businessRule('dailyValueLimitExceeded', 'The debit party has reached a limit.')
    case 'blocked':
      return businessRule('incorrectState', 'The account of the debit party is not active.')
    case 'busy':
      return businessRule('genericError', 'Another request is in progress.')
    case 'refused':
      return businessRule('genericError', 'The request was refused.')
  }
}

function declined(description: string): ErrorFacts {
  return { category: 'authorisation', code: 'requestDeclined', description }
}

function businessRule(code: string, description: string): ErrorFacts {
  return { category: 'businessRule', code, description }
}
