// Response schemas of sending a transfer and of the look-ups before it.
import { z } from 'zod'
import { dataResponse, named, zonelessStamp } from '../../platform/http/api.ts'
import { type BodyOf, type JsonText, jsonText } from '../../platform/http/endpoint.ts'
import type { Quote } from '../exchange-rates/quote.ts'
import { amountNumber, rateNumber, stamp } from '../transfer/formats.ts'
import {
  exampleTransactionId,
  msisdn,
  operatorName,
  senderCurrency,
  untilConverted,
} from '../transfer/schemas.ts'
import { type InboundRequest, inboundSchema } from './request.ts'

/** An example request that the sandbox accepts. */
export const exampleTransfer = {
  reference: 'T-2041',
  amount: 1,
  currency: 'USD',
  customer_number: '+243810000001',
  expected_receiver_name: 'Jean Mukendi',
  sender_first_name: 'Aimée',
  sender_middle_name: '',
  sender_last_name: 'Ngalula',
  sender_birthdate: '1988-04-02',
  sender_birthplace: 'Lubumbashi',
  sender_document_type: 'PASSPORT',
  sender_document_number: 'AB123456',
  document_issue_date: '2022-01-10',
  document_expiration_date: '2032-01-09',
  sender_country: 'CA',
  sender_city: 'Montréal',
  current_address: '12 rue Sainte-Catherine',
  permanent_address: '12 rue Sainte-Catherine',
  profession: 'Nurse',
  sender_msisdn: '+15145550100',
  receiver_middle_name: '',
  receiver_birthdate: '1990-06-15',
  receiver_birthplace: 'Goma',
  receiver_document_type: 'VOTER_CARD',
  receiver_document_number: '1234567890',
  receiver_current_address: '4 avenue du Lac, Goma',
  reason_of_transaction: 'FAMILY_SUPPORT',
  source_of_funds: 'SALARY',
} as const

/** The body as it is documented: a quote has amount and currency, and the receiver has one of two addresses. */
export const transferFields = inboundSchema(() => true)
  .partial({ amount: true, currency: true })
  .meta({
    allOf: [
      { anyOf: [{ required: ['amount', 'currency'] }, { required: ['quote_id'] }] },
      { anyOf: [{ required: ['receiver_current_address'] }, { required: ['receiver_permanent_address'] }] },
    ],
  })

export const transferRequest = named('TransferRequest', transferFields, exampleTransfer)

const acceptedData = {
  reference: 'T-2041',
  transaction_id: exampleTransactionId,
  status: 'Submitted',
  amount: 1,
  currency: 'USD',
  receiver_amount: 1,
  receiver_currency: 'USD',
  rate: 1,
  fee: 0,
  operator: 'vodacom',
  customer_number: '243810000001',
  subscriber_name: 'Jean Mukendi',
  created_at: '2026-11-21T09:30:00.118204',
} as const
/** The example of the whole response. */
export const exampleAccepted = { status: 'success', data: acceptedData } as const

export const acceptedResponse = dataResponse(
  'TransferAccepted',
  z.object({
    reference: z.string(),
    transaction_id: z.string(),
    status: z.enum(['Submitted', 'Hold']),
    amount: z.number(),
    currency: senderCurrency,
    receiver_amount: untilConverted,
    receiver_currency: z.literal('USD'),
    rate: z.number().nullable(),
    fee: untilConverted,
    operator: operatorName,
    customer_number: msisdn,
    subscriber_name: z.string().nullable(),
    created_at: zonelessStamp,
  }),
  acceptedData,
  'Repeating the same request returns the same response.',
)

export const nameMatch = z
  .object({
    expected: z.string(),
    matched: z.string().meta({ description: 'The name the wallet is registered under.' }),
    score: z.number().min(0).max(1),
    decision: z.enum(['MATCH', 'PARTIAL', 'NO_MATCH']),
    words: z.array(
      z.object({
        expected: z.string().nullable(),
        matched: z.string().nullable(),
        how: z.enum(['equal', 'short_form', 'initial', 'spelling', 'similar', 'joined', 'missing', 'extra']),
        score: z.number(),
      }),
    ),
  })
  .meta({ id: 'NameMatch' })

export const lookUpResponse = dataResponse(
  'AccountLookup',
  z.object({
    customer_number: msisdn,
    operator: operatorName,
    subscriber_name: z.string().nullable(),
    active: z.boolean().nullable(),
    name_match: nameMatch.nullable().meta({ description: 'Null if no expected name was given.' }),
  }),
  {
    customer_number: '243810000001',
    operator: 'vodacom',
    subscriber_name: 'Jean Mukendi',
    active: true,
    name_match: {
      expected: 'Jean Mukendi',
      matched: 'Jean Mukendi',
      score: 1,
      decision: 'MATCH',
      words: [{ expected: 'jean', matched: 'jean', how: 'equal', score: 1 }],
    },
  },
)

export const phoneResponse = dataResponse(
  'PhoneCheck',
  z.object({
    phone: msisdn,
    e164: z.string(),
    country: z.string().nullable(),
    operator: operatorName.nullable(),
    blacklisted: z.boolean(),
  }),
  {
    phone: '243810000001',
    e164: '+243810000001',
    country: 'CD',
    operator: 'vodacom',
    blacklisted: false,
  },
)

/** The response as text, which is stored so that a repeated request gets the same bytes. */
export type AcceptedText = JsonText<BodyOf<typeof acceptedResponse>>

type AcceptedTransfer = {
  request: InboundRequest
  transactionId: string
  /** Undefined for a held transfer. */
  quote: Quote | undefined
  subscriberName: string | undefined
}

export function renderAccepted(
  { request, quote, transactionId, subscriberName }: AcceptedTransfer,
  createdAt: Temporal.Instant,
): AcceptedText {
  return jsonText({
    status: 'success',
    data: {
      reference: request.fields.reference,
      transaction_id: transactionId,
      status: quote ? 'Submitted' : 'Hold',
      amount: amountNumber(request.amount),
      currency: request.currency,
      receiver_amount: amountNumber(quote?.amount ?? null),
      receiver_currency: 'USD',
      rate: rateNumber(quote?.rateMicros ?? null),
      fee: amountNumber(quote?.fee ?? null),
      operator: request.operator,
      customer_number: request.customerNumber,
      subscriber_name: subscriberName ?? null,
      created_at: stamp(createdAt),
    },
  })
}
