// Request schemas of the M-Pesa gateway. Each invalid member has its own code.

import { z } from 'zod'
import { currencies } from '../constants.generated.ts'
import { type Code, Refused } from './codes.ts'

// Patterns from the portal's parameter table, where \w and space exclude hyphens.
const amount = z.string().regex(/^\d{0,32}\.?\d{1,32}$/)
const msisdn = z.string().regex(/^\d{12,14}$/)
const country = z.literal('DRC')
const currency = z.enum(currencies)
const serviceProvider = z.string().regex(/^[0-9A-Za-z]{4,12}$/)
const conversation = z.string().regex(/^[\w +]{1,40}$/)
const reference = z.string().regex(/^[\w +]{1,20}$/)
const description = z.string().regex(/^[\w +]{1,256}$/)
/** Wider than the table's 13 alphanumerics, because ids of the sandbox begin with `SIM-`. */
const transaction = z.string().regex(/^[\w +.-]{1,64}$/)

export const payment = z.object({
  input_Amount: amount,
  input_CustomerMSISDN: msisdn,
  input_Country: country,
  input_Currency: currency,
  input_ServiceProviderCode: serviceProvider,
  input_TransactionReference: reference,
  input_ThirdPartyConversationID: conversation,
  input_PaymentItemsDesc: description,
})

export const customerPayment = payment
  .omit({ input_PaymentItemsDesc: true })
  .extend({ input_PurchasedItemsDesc: description })

export const reversal = z.object({
  input_TransactionID: transaction,
  /** The whole payment when absent. */
  input_ReversalAmount: amount.optional(),
  input_Country: country,
  input_ServiceProviderCode: serviceProvider,
  input_ThirdPartyConversationID: conversation,
})

export type ReversalInput = z.output<typeof reversal>

export const statusQuery = z.object({
  input_QueryReference: transaction,
  input_ServiceProviderCode: serviceProvider,
  input_ThirdPartyConversationID: conversation,
  input_Country: country,
})

export const nameQuery = z.object({
  input_CustomerMSISDN: msisdn,
  input_ServiceProviderCode: serviceProvider,
  input_ThirdPartyConversationID: conversation,
  input_Country: country,
  input_KycQueryType: z.literal('Name'),
})

const codeOf: Record<string, Code> = {
  input_Amount: 'INS-15',
  input_ReversalAmount: 'INS-15',
  input_CustomerMSISDN: 'INS-2051',
  input_Country: 'INS-998',
  input_Currency: 'INS-26',
  input_ServiceProviderCode: 'INS-13',
  input_TransactionReference: 'INS-17',
  input_ThirdPartyConversationID: 'INS-28',
  input_PaymentItemsDesc: 'INS-30',
  input_PurchasedItemsDesc: 'INS-30',
  input_KycQueryType: 'INS-32',
}

/** Parses the request, or throws M-Pesa's refusal. Missing members are reported before invalid ones. */
export function readInput<T extends z.ZodObject>(schema: T, found: unknown): z.output<T> {
  const result = schema.safeParse(found)
  if (result.success) return result.data
  const supplied = typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {}
  const faulty = result.error.issues.map((issue) => String(issue.path[0] ?? ''))
  if (faulty.some((member) => supplied[member] === undefined)) throw new Refused('INS-20')
  throw new Refused(codeOf[faulty[0] as string] ?? 'INS-21')
}
