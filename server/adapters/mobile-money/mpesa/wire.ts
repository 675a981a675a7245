// What goes over the wire to the M-Pesa OpenAPI and comes back. Its parameter table takes letters, digits, spaces and
// underscores only, up to 40 of them in a conversation id and 20 in a transaction reference: no dash goes through.
import { z } from 'zod'
import { formatMoney } from '../../../kernel/money.ts'
import type { Payout, Reversal } from '../../../remittance/operators/operator.ts'
import { part } from '../../reply.ts'
import { fact, id } from '../shape.ts'

/** A UUID of ours as the gateway takes it: its 32 digits. */
export function conversationOf(reference: string): string {
  return reference.replaceAll('-', '').toLowerCase()
}

/** A result of a reversal looks like one of a payment: only what we called it tells them apart. */
export function reversalConversationOf(reference: string): string {
  return `R${conversationOf(reference)}`
}

const ours = /^(r?)([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/

/** What was called so; undefined when it is nothing of ours. */
export function subjectOf(
  conversation: string | undefined,
): { reference: string; isReversal: boolean; conversation: string } | undefined {
  const found = ours.exec(conversation?.toLowerCase() ?? '')
  if (!found) return undefined
  const [, mark, ...groups] = found
  const reference = groups.join('-')
  const isReversal = mark === 'r'
  return {
    reference,
    isReversal,
    conversation: (isReversal ? reversalConversationOf : conversationOf)(reference),
  }
}

/** `IMT-IN-` and 16 characters do not fit: the 16 are what tells one from another. */
export function transactionReferenceOf(transactionId: string): string {
  return transactionId.replaceAll(/[^0-9A-Za-z]/g, '').slice(-16)
}

export function paymentBody(serviceProviderCode: string, payout: Payout): object {
  return {
    input_Amount: formatMoney(payout.amount),
    input_CustomerMSISDN: payout.msisdn,
    ...originOf(serviceProviderCode),
    input_Currency: payout.amount.currency,
    input_TransactionReference: transactionReferenceOf(payout.transactionId),
    input_ThirdPartyConversationID: conversationOf(payout.reference),
    input_PaymentItemsDesc: 'Remittance',
  }
}

export function reversalBody(serviceProviderCode: string, { reference, original, amount }: Reversal): object {
  return {
    input_TransactionID: original.upstreamId,
    input_ReversalAmount: formatMoney(amount),
    ...originOf(serviceProviderCode),
    input_ThirdPartyConversationID: reversalConversationOf(reference),
  }
}

/** Members of every call: the market and the short code the money comes from. */
export function originOf(serviceProviderCode: string) {
  return { input_Country: 'DRC', input_ServiceProviderCode: serviceProviderCode }
}

/** No longer than what the portal's key can seal. */
const sessionId = z
  .string()
  .regex(/^[!-~]{1,100}$/)
  .optional()
  .catch(undefined)

export const sessionReply = part({ output_ResponseCode: fact, output_SessionID: sessionId })

export const gatewayReply = part({
  output_ResponseCode: fact,
  output_ResponseDesc: fact,
  output_TransactionID: id,
  output_ThirdPartyConversationID: id,
  output_ResponseTransactionStatus: fact,
  output_OriginalTransactionID: id,
  output_CustomerFirstName: fact,
  output_CustomerLastName: fact,
})

/** What is posted to the portal's URL when a call that was only accepted has ended. */
export const gatewayResult = part({
  input_OriginalConversationID: id,
  input_TransactionID: id,
  input_ResultCode: fact,
  input_ResultDesc: fact,
  input_ThirdPartyConversationID: id,
  input_TransactionStatus: fact,
})
