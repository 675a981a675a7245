// C2B payments of the M-Pesa gateway. A synchronous gateway replies only when the payer has answered.
import { setTimeout as wait } from 'node:timers/promises'
import type { Message } from '../books/book.ts'
import type { Collection } from '../books/collections.ts'
import { type CollectionRefusal, collect, inquireCollection } from '../collections/collection.ts'
import type { CollectionDecline } from '../collections/endings.ts'
import { type RefundRefusal, requestRefund } from '../collections/refund.ts'
import type { CallbackMessage, CollectionReport, Operators } from '../operators.ts'
import { type Call, readAmount, vodacomSubscriber } from './calls.ts'
import { type Code, Refused } from './codes.ts'
import { customerPayment, type ReversalInput, readInput } from './requests.ts'
import { accepted, postedResult, type Reply, refused, reportedConversation } from './views.ts'

const refusalCodes: Record<CollectionRefusal, Code> = {
  no_wallet: 'INS-2051',
  currency: 'INS-26',
  amount_too_small: 'INS-15',
  amount_too_large: 'INS-995',
}

export async function requestPayment(operators: Operators, call: Call): Promise<Reply> {
  const { input, conversation, request } = call
  const wanted = readInput(customerPayment, input)
  const isReported = operators.settings.mpesa.mode === 'asynchronous'
  const response = collect(operators, request, {
    protocol: 'mpesa',
    reference: wanted.input_ThirdPartyConversationID,
    clientReference: wanted.input_TransactionReference,
    subscriber: vodacomSubscriber(wanted.input_CustomerMSISDN),
    merchant: wanted.input_PurchasedItemsDesc,
    amount: readAmount(wanted.input_Amount, wanted.input_Currency),
    callbackUrl: null,
    message: { ...wanted, conversationId: conversation.conversationId, isReported },
    missingWallet: 'refused',
  })
  if (response.kind === 'duplicate') throw new Refused('INS-10')
  if (response.kind === 'refused') throw new Refused(refusalCodes[response.refusal])
  if (isReported) return accepted(conversation, {}, 201)
  const ended = await endOf(operators, response.collection)
  return ended.status === 'succeeded'
    ? accepted(conversation, { output_TransactionID: ended.upstreamId }, 201)
    : refused(codeOf(ended), conversation)
}

/** The collection once the payer has answered or the prompt has lapsed. */
async function endOf(operators: Operators, { id }: Collection): Promise<Collection> {
  for (;;) {
    const current = operators.book.collectionById(id) as Collection
    if (current.status !== 'pending') return current
    await wait(20, null, { signal: operators.closing })
  }
}

const declineCodes: Record<CollectionDecline, Code> = {
  wrong_pin: 'INS-2001',
  cancelled: 'INS-5',
  // The gateway has no code for a lapsed prompt: it says that it timed out, and the status says what became of the payment.
  lapsed: 'INS-9',
  insufficient_funds: 'INS-2006',
  limit: 'INS-990',
  no_wallet: 'INS-2051',
  blocked: 'INS-996',
  busy: 'INS-6',
  refused: 'INS-6',
}

function codeOf({ status, declineReason }: Collection): Code {
  if (status === 'pending') return 'INS-9'
  return declineReason ? declineCodes[declineReason] : 'INS-0'
}

const declineStatuses: Partial<Record<CollectionDecline, string>> = {
  cancelled: 'Cancelled',
  lapsed: 'Expired',
}

/** The status of a collection or refund; null when there is none, or it is not yet indexed. */
export function collectionStatus(operators: Operators, sought: string): Message | null {
  const { book, clock, settings } = operators
  const refund = book.refundByReference('mpesa', sought) ?? book.refundByUpstreamId('mpesa', sought)
  if (refund) return statusView(refund.status === 'pending' ? 'Pending' : 'Completed', refund)
  const found = book.collectionByReference('mpesa', sought) ?? book.collectionByUpstreamId('mpesa', sought)
  if (!found || clock.now() < found.takenAt + settings.mpesa.indexedAfterMs) return null
  inquireCollection(operators, 'mpesa', sought, found)
  const { status, declineReason } = found
  if (declineReason) return statusView(declineStatuses[declineReason] ?? 'Failed', found)
  return statusView(
    { pending: 'Pending', succeeded: 'Completed', reversed: 'Reversed', declined: 'Failed' }[status],
    found,
  )
}

function statusView(status: string, { upstreamId }: { upstreamId: string }): Message {
  return {
    output_ResponseTransactionStatus: status,
    ...(status !== 'Pending' && { output_OriginalTransactionID: upstreamId }),
  }
}

const refundRefusals: Record<RefundRefusal, Code> = {
  amount: 'INS-15',
  not_succeeded: 'INS-6',
  in_progress: 'INS-6',
  refused: 'INS-6',
}

export function refundPayment(
  operators: Operators,
  { conversation }: Call,
  wanted: ReversalInput,
  collection: Collection,
): Reply {
  const isReported = operators.settings.mpesa.mode === 'asynchronous'
  const response = requestRefund(operators, {
    reference: wanted.input_ThirdPartyConversationID,
    collection,
    amount: wanted.input_ReversalAmount
      ? readAmount(wanted.input_ReversalAmount, collection.amount.currency)
      : null,
    callbackUrl: null,
    message: { ...wanted, conversationId: conversation.conversationId, isReported },
    completes: isReported ? 'later' : 'now',
  })
  if (response.kind === 'duplicate') throw new Refused('INS-10')
  if (response.kind === 'refused') throw new Refused(refundRefusals[response.refusal])
  return accepted(conversation, isReported ? {} : { output_TransactionID: response.refund.upstreamId }, 201)
}

export function writeCollectionCallback(
  operators: Operators,
  { collection, refund, said, isForged }: CollectionReport,
): CallbackMessage | null {
  const subject = refund ?? collection
  if (!(subject.message.isReported || said === 'reversed')) return null
  const code = refund ? 'INS-0' : codeOf(collection)
  return postedResult(operators, code, reportedConversation(subject, isForged), {
    ...(code === 'INS-0' && { transactionId: subject.upstreamId }),
    ...(!refund && said === 'reversed' && { transactionStatus: 'Reversed' as const }),
  })
}
