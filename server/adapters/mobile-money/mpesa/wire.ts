// Formats of requests to and replies from the M-Pesa OpenAPI. Parameters may contain letters, digits, spaces and underscores
// only, up to 40 characters in a conversation id and 20 in a transaction reference, so dashes must be removed.
import { z } from 'zod'
import { formatMoney } from '../../../kernel/money.ts'
import type { Collection } from '../../../operator-calls/collector.ts'
import type { DeclineReason, Payout, Reversal } from '../../../operator-calls/operator.ts'
import { listed, part } from '../../reply.ts'
import { fact, id } from '../call.ts'

/** Results of all kinds look alike and go to one URL, so the conversation id that we choose says what a call is about. */
const marks = { payout: '', reversal: 'R', collection: 'C', refund: 'CR' } as const
export type Subject = keyof typeof marks

/** Our UUID in the form the gateway accepts: its 32 hexadecimal digits, after the mark of what the call is about. */
export function conversationOf(reference: string, subject: Subject = 'payout'): string {
  return marks[subject] + reference.replaceAll('-', '').toLowerCase()
}

const ours = /^(|r|c|cr)([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/

/** What this conversation id is about; undefined when it is not one of ours. */
export function subjectOf(
  conversation: string | undefined,
): { reference: string; subject: Subject; conversation: string } | undefined {
  const found = ours.exec(conversation?.toLowerCase() ?? '')
  if (!found) return undefined
  const [, mark = '', ...groups] = found
  const reference = groups.join('-')
  const subject = (Object.keys(marks) as Subject[]).find((name) => marks[name].toLowerCase() === mark)
  return subject && { reference, subject, conversation: conversationOf(reference, subject) }
}

/** `IMT-IN-` and 16 characters would be too long; the 16 characters identify the transfer. */
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

export function collectionBody(serviceProviderCode: string, collection: Collection): object {
  return {
    input_Amount: formatMoney(collection.amount),
    input_CustomerMSISDN: collection.msisdn,
    ...originOf(serviceProviderCode),
    input_Currency: collection.amount.currency,
    input_TransactionReference: transactionReferenceOf(collection.transactionUuid),
    input_ThirdPartyConversationID: conversationOf(collection.reference, 'collection'),
    input_PurchasedItemsDesc: collection.description,
  }
}

export function reversalBody(
  serviceProviderCode: string,
  { reference, original, amount }: Reversal,
  subject: 'reversal' | 'refund',
): object {
  return {
    input_TransactionID: original.upstreamId,
    input_ReversalAmount: formatMoney(amount),
    ...originOf(serviceProviderCode),
    input_ThirdPartyConversationID: conversationOf(reference, subject),
  }
}

/** Members of every call: the market and our short code, which identifies the account that pays. */
export function originOf(serviceProviderCode: string) {
  return { input_Country: 'DRC', input_ServiceProviderCode: serviceProviderCode }
}

/** Not longer than the portal's key can encrypt. */
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

/** The result posted to the portal's URL when a call that was only accepted has ended. */
export const gatewayResult = part({
  input_OriginalConversationID: id,
  input_TransactionID: id,
  input_ResultCode: fact,
  input_ResultDesc: fact,
  input_ThirdPartyConversationID: id,
  input_TransactionStatus: fact,
})

export type GatewayResult = z.output<typeof gatewayResult>

// Response codes of the M-Pesa OpenAPI, market vodacomDRC. The Mozambican gateway uses the same prefix but gives several
// numbers other meanings, so its table must not be used here.

export const processed = 'INS-0'
export const timedOut = 'INS-9'
export const duplicate = 'INS-10'
/** For a reversal: the transaction to reverse does not exist. For an inquiry its meaning is not documented. */
export const unknownThere = 'INS-23'
export const noSession = 'INS-989'
export const noSubscriber = 'INS-2051'

/** Definite refusals: nothing was paid, and nothing will be. */
const refusals: Readonly<Record<string, DeclineReason>> = {
  'INS-6': 'REFUSED_BY_OPERATOR',
  'INS-13': 'REFUSED_BY_OPERATOR',
  'INS-15': 'AMOUNT_NOT_ACCEPTED',
  'INS-17': 'REFUSED_BY_OPERATOR',
  'INS-20': 'REFUSED_BY_OPERATOR',
  'INS-21': 'REFUSED_BY_OPERATOR',
  'INS-26': 'REFUSED_BY_OPERATOR',
  'INS-28': 'REFUSED_BY_OPERATOR',
  'INS-30': 'REFUSED_BY_OPERATOR',
  'INS-990': 'RECIPIENT_LIMIT_REACHED',
  'INS-991': 'RECIPIENT_LIMIT_REACHED',
  'INS-993': 'REFUSED_BY_OPERATOR',
  'INS-994': 'REFUSED_BY_OPERATOR',
  'INS-995': 'AMOUNT_NOT_ACCEPTED',
  'INS-996': 'REFUSED_BY_OPERATOR',
  'INS-997': 'REFUSED_BY_OPERATOR',
  'INS-998': 'REFUSED_BY_OPERATOR',
  'INS-2006': 'OPERATOR_FLOAT_EXHAUSTED',
  [noSubscriber]: 'RECIPIENT_NOT_FOUND',
}

/** Codes after which the payment may or may not have been made. */
export const ambiguous: readonly string[] = ['INS-1', timedOut, duplicate]

/** Undefined for a code that is no refusal, or is undocumented. */
export function refusalOf(code: string | undefined): DeclineReason | undefined {
  return listed(refusals, code)
}
