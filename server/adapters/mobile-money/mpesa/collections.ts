// Implements the collector port with C2B payments of Vodacom's M-Pesa OpenAPI, market vodacomDRC. In the asynchronous mode of the
// portal the call is only acknowledged, and the result is posted once the payer has answered.
import type {
  Collection,
  CollectionCallback,
  CollectionInquiryReply,
  CollectionReply,
  Collector,
  RefundInquiryReply,
} from '../../../operator-calls/collector.ts'
import type { CallbackRequest, Reversal } from '../../../operator-calls/operator.ts'
import { collectionOfDuplicate, termsOf } from '../collections.ts'
import type { MpesaConnection } from '../operator-settings.ts'
import { resultIn } from './callback.ts'
import type { MpesaClient } from './client.ts'
import { collectionInquiryReply, collectionReply, collectionResult } from './collection-outcomes.ts'
import { reverse, send } from './transactions.ts'
import { collectionBody, conversationOf, subjectOf } from './wire.ts'

/** A synchronous gateway replies when the payer has answered; clients were seen to wait for 110 seconds in vain. */
const synchronousTimeoutMs = 120_000

export function openCollections(
  client: MpesaClient,
  connection: MpesaConnection,
  settings: NonNullable<MpesaConnection['collections']>,
  timeoutMs: number,
): Collector {
  const { serviceProviderCode = connection.serviceProviderCode, mode } = settings
  /** The account that payers pay to. */
  const account = { ...connection, serviceProviderCode, mode }
  const requestTimeoutMs = mode === 'sync' ? synchronousTimeoutMs : timeoutMs

  async function inquire(conversation: string, upstreamId?: string): Promise<CollectionInquiryReply> {
    const wanted = { input_QueryReference: conversation }
    const { reply, query } = await send(client, account, 'queryTransactionStatus', wanted)
    return collectionInquiryReply(reply, { query, upstreamId })
  }

  async function request(collection: Collection): Promise<CollectionReply> {
    const conversation = conversationOf(collection.reference, 'collection')
    const reply = await client.call({
      operation: 'collect',
      method: 'POST',
      path: 'c2bPayment/singleStage/',
      body: collectionBody(serviceProviderCode, collection),
      timeoutMs: requestTimeoutMs,
    })
    const response = collectionReply(reply, conversation, mode)
    return response.kind === 'duplicate' ? collectionOfDuplicate(await inquire(conversation)) : response
  }

  const inquireRefund = async ({ reference }: Pick<Reversal, 'reference'>) =>
    refundFound(await inquire(conversationOf(reference, 'refund')))

  return {
    request,
    requestTimeoutMs,
    inquire: ({ reference, upstreamId }) => inquire(conversationOf(reference, 'collection'), upstreamId),
    refunds: 'part',
    refund: (refund) => reverse(client, account, refund, 'refund'),
    inquireRefund,
    readCallback: async (callback) => readCollectionCallback(callback),
    idOf: (reference) => conversationOf(reference, 'collection'),
    terms: async (operator, currency) => termsOf(settings, operator, currency),
  }
}

/** The gateway reports a reversal as if it were a payment. */
function refundFound(found: CollectionInquiryReply): RefundInquiryReply {
  switch (found.kind) {
    case 'approved':
    case 'reversed':
      return { kind: 'reversed', ...(found.upstreamId && { upstreamId: found.upstreamId }) }
    case 'declined':
      return { kind: 'refused', code: found.code, message: found.message }
    case 'pending':
      return { kind: 'pending' }
    default:
      return found
  }
}

export function readCollectionCallback(callback: CallbackRequest): CollectionCallback {
  const result = resultIn(callback)
  const subject = 'cause' in result ? undefined : subjectOf(result.input_ThirdPartyConversationID)
  if ('cause' in result || !subject || subject.subject === 'payout' || subject.subject === 'reversal') {
    return { kind: 'payout' }
  }
  const { reference } = subject
  const reported = collectionResult(result)
  if (!reported) return unreadable
  if (subject.subject === 'refund') {
    const outcome = refundFound(reported)
    return outcome.kind === 'reversed' || outcome.kind === 'refused'
      ? { kind: 'refund_report', reference, outcome }
      : unreadable
  }
  return { kind: 'report', reference, outcome: reported }
}

const unreadable = { kind: 'unreadable', cause: 'no outcome' } as const
