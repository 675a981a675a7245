// M-Pesa's operations: payouts, reversals, transaction status and subscriber names.
import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Amount, parseAmount } from '../../amount.ts'
import type { Message, Payout, PayoutStatus, Reversal } from '../books/book.ts'
import type { Operators } from '../operators.ts'
import { inquire, lookUp } from '../payouts/name-lookup.ts'
import { completePayout, type PayoutRefusal, pay } from '../payouts/payout.ts'
import { type ReversalReply, requestReversal } from '../payouts/reversal.ts'
import { type Subscriber, subscriberOf } from '../payouts/subscribers.ts'
import { type Code, Refused } from './codes.ts'
import { nameQuery, payment, readInput, reversal, statusQuery } from './requests.ts'
import { accepted, type Conversation, type Reply, refused } from './views.ts'

export type Call = { input: Message; conversation: Conversation; request: FastifyRequest }

/** Stored with a payout or a reversal, for the result that is posted later. */
type StoredConversation = { conversationId: string; isReported: boolean }

const refusalCodes: Record<PayoutRefusal, Code> = {
  no_wallet: 'INS-2051',
  currency: 'INS-26',
  amount_too_small: 'INS-15',
  amount_too_large: 'INS-995',
  float: 'INS-2006',
}

export async function payOut(operators: Operators, { input, conversation }: Call): Promise<Reply> {
  const wanted = readInput(payment, input)
  const isReported = operators.settings.mpesa.mode === 'asynchronous'
  const stored: StoredConversation = { conversationId: conversation.conversationId, isReported }
  const response = await pay(operators, {
    protocol: 'mpesa',
    reference: wanted.input_ThirdPartyConversationID,
    clientReference: wanted.input_TransactionReference,
    subscriber: vodacomSubscriber(wanted.input_CustomerMSISDN),
    amount: readAmount(wanted.input_Amount, wanted.input_Currency),
    callbackUrl: null,
    message: { ...wanted, ...stored },
    // The gateway only checks the number's format; a missing wallet is noticed when the money should move.
    missingWallet: 'declined_later',
  })
  if (response.kind === 'duplicate') throw new Refused('INS-10')
  if (response.kind === 'refused') throw new Refused(refusalCodes[response.refusal])
  operators.book.putRecord('mpesa_conversation', conversation.conversationId, {
    payoutId: response.payout.id,
  })
  return isReported ? accepted(conversation, {}, 201) : paidAtOnce(operators, response.payout, conversation)
}

/** The synchronous reply, which is sent only when the transaction has ended. */
function paidAtOnce(operators: Operators, { id, behaviour }: Payout, conversation: Conversation): Reply {
  completePayout(operators, id)
  const payout = operators.book.payoutById(id) as Payout
  // This wallet's payout succeeds, but the gateway reports a timeout and sends no result.
  if (behaviour === 'never_calls_back') return refused('INS-9', conversation)
  const code = codeOf(payout)
  return code === 'INS-0'
    ? accepted(conversation, { output_TransactionID: payout.upstreamId }, 201)
    : refused(code, conversation)
}

/** M-Pesa's code for the outcome of a payout that has ended. */
export function codeOf({ status, declineReason }: Pick<Payout, 'status' | 'declineReason'>): Code {
  if (status === 'pending') return 'INS-9'
  if (status !== 'declined') return 'INS-0'
  return declineReason === 'no_wallet' ? 'INS-2051' : 'INS-6'
}

export function reversePayment(operators: Operators, { input, conversation }: Call): Reply {
  const wanted = readInput(reversal, input)
  const payout = operators.book.payoutByUpstreamId('mpesa', wanted.input_TransactionID)
  if (!payout) throw new Refused('INS-23')
  const isReported = operators.settings.mpesa.mode === 'asynchronous'
  const stored: StoredConversation = { conversationId: conversation.conversationId, isReported }
  const response = requestReversal(operators, {
    reference: wanted.input_ThirdPartyConversationID,
    payout,
    amount: wanted.input_ReversalAmount
      ? readAmount(wanted.input_ReversalAmount, payout.amount.currency)
      : null,
    callbackUrl: null,
    message: { ...wanted, ...stored },
    completes: isReported ? 'later' : 'now',
  })
  const { upstreamId } = reversalOf(response)
  return accepted(conversation, isReported ? {} : { output_TransactionID: upstreamId }, 201)
}

function reversalOf(response: ReversalReply): Reversal {
  if (response.kind === 'taken') return response.reversal
  if (response.kind === 'duplicate') throw new Refused('INS-10')
  throw new Refused(response.refusal === 'amount' ? 'INS-15' : 'INS-6')
}

const statusNames: Record<PayoutStatus, string> = {
  pending: 'Pending',
  succeeded: 'Completed',
  declined: 'Failed',
  // Our own choice, because the real gateway's status for reversed payments is not published.
  reversed: 'Reversed',
}

/** The reference can be M-Pesa's transaction id, the caller's conversation id or the gateway's. */
export function replyStatus(operators: Operators, { input, conversation }: Call): Reply {
  const { input_QueryReference: sought } = readInput(statusQuery, input)
  const found =
    operators.book.reversalByReference('mpesa', sought) ??
    operators.book.reversalByUpstreamId('mpesa', sought) ??
    inquire(operators, 'mpesa', sought, payoutOf(operators, sought))
  if (!found) throw new Refused('INS-23')
  const hasEnded = found.status !== 'pending'
  return accepted(conversation, {
    output_ResponseTransactionStatus: statusNames[found.status],
    ...(hasEnded && { output_OriginalTransactionID: found.upstreamId }),
  })
}

function payoutOf({ book }: Operators, sought: string): Payout | null {
  const known = book.payoutByReference('mpesa', sought) ?? book.payoutByUpstreamId('mpesa', sought)
  if (known) return known
  const record = book.getRecord<{ payoutId: string }>('mpesa_conversation', sought)
  return record ? book.payoutById(record.payoutId) : null
}

export function replyName(operators: Operators, { input, conversation }: Call): Reply {
  const wanted = readInput(nameQuery, input)
  const subscriber = lookUp(operators, 'mpesa', vodacomSubscriber(wanted.input_CustomerMSISDN))
  if (!subscriber) throw new Refused('INS-2051')
  return accepted(conversation, {
    output_CustomerFirstName: subscriber.name.first,
    output_CustomerLastName: subscriber.name.last,
  })
}

/** Only Vodacom numbers have an M-Pesa wallet. */
export function vodacomSubscriber(msisdn: string): Subscriber {
  const subscriber = subscriberOf(msisdn)
  if (subscriber?.operator !== 'vodacom') throw new Refused('INS-2051')
  return subscriber
}

/** Amounts in francs have no centimes. */
export function readAmount(text: string, currency: string): Amount {
  const minor = parseAmount(text, currency)
  if (minor === null || (currency === 'CDF' && minor % 100 !== 0)) throw new Refused('INS-15')
  return { minor, currency }
}

/** Both conversation ids of this call: a new one of the gateway, and the caller's if it sent one. */
export function conversationOf(input: Message): Conversation {
  const supplied = input.input_ThirdPartyConversationID
  return {
    conversationId: randomUUID().replaceAll('-', ''),
    thirdPartyConversationId: typeof supplied === 'string' ? supplied : '',
  }
}
