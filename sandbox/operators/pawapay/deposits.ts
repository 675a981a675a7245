// Deposits and their refunds: validation, acceptance, status and resent callbacks.
import type { FastifyRequest } from 'fastify'
import { type Amount, formatAmount } from '../../amount.ts'
import { utcSeconds } from '../../clock.ts'
import type { Message, PayoutStatus } from '../books/book.ts'
import type { Collection, Refund } from '../books/collections.ts'
import { repeatCollectionCallback } from '../collections/callbacks.ts'
import { type CollectionRefusal, collect, inquireCollection } from '../collections/collection.ts'
import type { CollectionDecline, Ending } from '../collections/endings.ts'
import { type RefundRefusal, requestRefund } from '../collections/refund.ts'
import { readJson } from '../message.ts'
import type { CallbackMessage, CollectionReport, Operators } from '../operators.ts'
import { callbackTo } from './callback.ts'
import { failureReason, Rejected, type RejectionCode, rejectionMessages } from './failures.ts'
import { readAmount, subscriberAt } from './payments.ts'
import { isProvider } from './providers.ts'
import {
  type DepositRequest,
  depositRequest,
  type RefundRequest,
  readRequest,
  refundRequest,
} from './requests.ts'
import { flatten, optional } from './views.ts'

type Deposit = Collection & { message: { request: DepositRequest } }

const rejections: Record<CollectionRefusal, RejectionCode> = {
  no_wallet: 'INVALID_PHONE_NUMBER',
  currency: 'INVALID_CURRENCY',
  amount_too_small: 'AMOUNT_OUT_OF_BOUNDS',
  amount_too_large: 'AMOUNT_OUT_OF_BOUNDS',
}

/** Accepts a deposit or returns why not. A known id gets its reply before anything else is checked. */
export function initiateDeposit(operators: Operators, http: FastifyRequest): object {
  const request = readRequest(depositRequest, readJson(http))
  const { depositId: id } = request
  try {
    const known = operators.book.collectionByReference('pawapay', id)
    if (known) return started('depositId', id, 'DUPLICATE_IGNORED', known.takenAt)
    return started('depositId', id, 'ACCEPTED', acceptDeposit(operators, http, request))
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    return rejected('depositId', id, error.code)
  }
}

/** Returns when it was accepted, in milliseconds. */
function acceptDeposit(operators: Operators, http: FastifyRequest, request: DepositRequest): number {
  const { phoneNumber, provider } = request.payer.accountDetails
  if (!isProvider(provider)) throw new Rejected('INVALID_PROVIDER')
  const subscriber = subscriberAt(phoneNumber, provider)
  const amount = readAmount(request, provider)
  const { availability, honoursTestNumbers } = operators.settings.pawapay
  // Unlike payouts, deposits do not wait for a provider that is delayed.
  if (availability[provider] !== 'OPERATIONAL') throw new Rejected('PROVIDER_TEMPORARILY_UNAVAILABLE')
  const special = honoursTestNumbers ? testNumbers[phoneNumber.slice(-3)] : undefined
  const response = collect(operators, http, {
    protocol: 'pawapay',
    reference: request.depositId,
    clientReference: request.clientReferenceId ?? null,
    subscriber,
    // Some providers show the aggregator's name, others the merchant's message.
    merchant: request.customerMessage ?? 'Likuta',
    amount,
    callbackUrl: null,
    message: { request },
    missingWallet: 'declined_later',
    ...(special && { ending: special }),
  })
  if (response.kind === 'refused') throw new Rejected(rejections[response.refusal])
  return response.collection.takenAt
}

/** pawaPay's own sandbox decides by the last three digits. */
const testNumbers: Record<string, Ending | undefined> = {
  '019': 'limit',
  '029': 'no_wallet',
  '039': 'cancelled',
  '049': 'insufficient_funds',
  '069': 'refused',
  '129': 'ambiguous',
  '789': 'approves',
}

export function renderDeposit(operators: Operators, id: string): object {
  const known = operators.book.collectionByReference('pawapay', id)
  const deposit = inquireCollection(operators, 'pawapay', id, known) as Deposit | null
  return deposit ? { status: 'FOUND', data: depositView(operators, deposit) } : { status: 'NOT_FOUND' }
}

export function resendDepositCallback(operators: Operators, id: string): object {
  const deposit = operators.book.collectionByReference('pawapay', id)
  if (!deposit) return rejected('depositId', id, 'NOT_FOUND')
  if (deposit.status === 'pending') return rejected('depositId', id, 'INVALID_STATE')
  repeatCollectionCallback(operators, deposit)
  return { depositId: id, status: 'ACCEPTED' }
}

const refundRejections: Record<RefundRefusal, RejectionCode> = {
  amount: 'AMOUNT_TOO_LARGE',
  not_succeeded: 'DEPOSIT_NOT_COMPLETED',
  in_progress: 'REFUND_IN_PROGRESS',
  refused: 'REFUNDS_NOT_ALLOWED',
}

export function initiateRefund(operators: Operators, http: FastifyRequest): object {
  const request = readRequest(refundRequest, readJson(http))
  const { refundId: id } = request
  const deposit = operators.book.collectionByReference('pawapay', request.depositId)
  if (!deposit) return rejected('refundId', id, 'DEPOSIT_NOT_FOUND')
  const amount = amountIn(request, deposit)
  if (!amount) return rejected('refundId', id, 'INVALID_AMOUNT')
  const response = requestRefund(operators, {
    reference: id,
    collection: deposit,
    amount,
    callbackUrl: null,
    message: { request },
    completes: 'later',
  })
  if (response.kind === 'duplicate')
    return started('refundId', id, 'DUPLICATE_IGNORED', response.refund.takenAt)
  if (response.kind === 'taken') return started('refundId', id, 'ACCEPTED', response.refund.takenAt)
  const isRefunded = deposit.status === 'reversed' && response.refusal === 'not_succeeded'
  return rejected(
    'refundId',
    id,
    isRefunded ? 'DEPOSIT_ALREADY_REFUNDED' : refundRejections[response.refusal],
  )
}

function amountIn({ amount, currency }: RefundRequest, { amount: deposited }: Collection): Amount | null {
  const wanted = { amount: amount ?? formatAmount(deposited), currency: currency ?? deposited.currency }
  try {
    return readAmount(wanted, 'ORANGE_COD')
  } catch (error) {
    if (error instanceof Rejected) return null
    throw error
  }
}

export function renderRefund({ book }: Operators, id: string): object {
  const refund = book.refundByReference('pawapay', id)
  const deposit = refund && book.collectionById(refund.collectionId)
  return deposit ? { status: 'FOUND', data: refundView(refund, deposit) } : { status: 'NOT_FOUND' }
}

const statuses: Record<PayoutStatus, string> = {
  pending: 'PROCESSING',
  succeeded: 'COMPLETED',
  declined: 'FAILED',
  // As for payouts, the status of a payment that the provider reversed is our own choice.
  reversed: 'REVERSED',
}

function statusOf(operators: Operators, { id, status, ending, refundedMinor }: Collection): string {
  if (status === 'pending' && ending === 'ambiguous') return 'IN_RECONCILIATION'
  // A refund is a payment of its own and leaves its deposit COMPLETED.
  const refunded = operators.book.listRefunds(id).filter((refund) => refund.status === 'succeeded')
  const sum = refunded.reduce((total, { amount }) => total + amount.minor, 0)
  return status === 'reversed' && sum === refundedMinor ? 'COMPLETED' : statuses[status]
}

function depositView(operators: Operators, deposit: Deposit): Message {
  const { message, status, declineReason, debited, amount, reference, takenAt, upstreamId } = deposit
  const { request } = message
  const hasArrived = status === 'succeeded' || status === 'reversed'
  return {
    depositId: reference,
    status: statusOf(operators, deposit),
    amount: formatAmount(debited ?? amount),
    currency: amount.currency,
    country: 'COD',
    payer: request.payer,
    ...optional('clientReferenceId', request.clientReferenceId),
    ...optional('customerMessage', request.customerMessage),
    created: utcSeconds(takenAt),
    ...(hasArrived && { providerTransactionId: upstreamId }),
    ...(declineReason && { failureReason: failureReason(...failures[declineReason]) }),
    ...(request.metadata && { metadata: flatten(request.metadata) }),
  }
}

/** A wrong PIN, a refusal and a lapsed prompt have one code; only the message tells them apart. */
const failures: Record<CollectionDecline, [code: string, message: string]> = {
  wrong_pin: ['PAYMENT_NOT_APPROVED', 'The customer entered an incorrect PIN'],
  cancelled: ['PAYMENT_NOT_APPROVED', 'Declined by the customer'],
  lapsed: ['PAYMENT_NOT_APPROVED', 'The request expired without an answer'],
  insufficient_funds: ['INSUFFICIENT_BALANCE', 'The customer has not enough money'],
  limit: ['PAYER_LIMIT_REACHED', 'The customer has reached a limit of the wallet'],
  no_wallet: ['PAYER_NOT_FOUND', 'The phone number has no wallet at this provider'],
  blocked: ['UNSPECIFIED_FAILURE', 'The provider gave no reason'],
  busy: ['PAYMENT_IN_PROGRESS', 'The customer has another payment in progress'],
  refused: ['UNSPECIFIED_FAILURE', 'The provider gave no reason'],
}

function refundView(
  { message, reference, status, amount, takenAt, upstreamId }: Refund,
  of: Collection,
): Message {
  const { metadata } = (message as { request: RefundRequest }).request
  const { payer } = (of as Deposit).message.request
  return {
    refundId: reference,
    depositId: of.reference,
    status: statuses[status],
    amount: formatAmount(amount),
    currency: amount.currency,
    country: 'COD',
    recipient: payer,
    created: utcSeconds(takenAt),
    ...(status === 'succeeded' && { providerTransactionId: upstreamId }),
    ...(metadata && { metadata: flatten(metadata) }),
  }
}

export function writeCollectionCallback(
  operators: Operators,
  { collection, refund, isForged }: CollectionReport,
): CallbackMessage | null {
  const view = refund ? refundView(refund, collection) : depositView(operators, collection as Deposit)
  return callbackTo(operators, view, isForged)
}

type IdMember = 'depositId' | 'refundId'

function started(
  member: IdMember,
  id: string,
  status: 'ACCEPTED' | 'DUPLICATE_IGNORED',
  takenAt: number,
): object {
  return { [member]: id, status, created: utcSeconds(takenAt) }
}

function rejected(member: IdMember, id: string, code: RejectionCode): object {
  return { [member]: id, status: 'REJECTED', failureReason: failureReason(code, rejectionMessages[code]) }
}
