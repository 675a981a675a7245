// Schemas shared by requests, responses and webhooks of transfers. Amounts are numbers with at most two decimals, rates
// with at most six.

import { z } from 'zod'
import { operatorCodes } from '../../kernel/operators.ts'
import { documentTypes } from '../../operator-calls/operator.ts'
import { named, zonelessStamp } from '../../platform/http/api.ts'
import { senderCurrencies } from './formats.ts'
import { transferStatuses } from './transfer.ts'
import { exampleTransferRow, transferBody } from './webhook.ts'

export const exampleTransactionId = 'IMT-IN-7K2M9QXA4T3BW8ZC'

export const operatorName = z.enum(operatorCodes)
export const senderCurrency = z.enum(senderCurrencies)
export const msisdn = z.string().meta({ description: 'Digits with country code.' })
export const untilConverted = z
  .number()
  .nullable()
  .meta({ description: 'Null until the transfer is converted.' })

/** The fields in every list and every response about one transfer. */
export const transferSummaryFields = {
  reference: z.string(),
  transaction_id: z.string(),
  status: z.enum(transferStatuses),
  amount: z.number(),
  currency: senderCurrency,
  operator: operatorName,
  customer_number: msisdn,
  subscriber_name: z.string().nullable(),
  created_at: zonelessStamp,
}

export const exampleTransferSummary = {
  reference: 'T-2041',
  transaction_id: exampleTransactionId,
  status: 'Successful',
  amount: 1,
  currency: 'USD',
  operator: 'vodacom',
  customer_number: '243810000001',
  subscriber_name: 'Jean Mukendi',
  created_at: '2026-11-21T09:30:00.118204',
} as const

export const timelineEvent = z
  .object({ at: zonelessStamp, kind: z.string(), detail: z.string() })
  .meta({ id: 'TimelineEvent' })

export const exampleTimeline = [
  { at: '2026-11-21T09:30:00.118204', kind: 'inbound.accepted', detail: '1.00 USD for 243810000001' },
  { at: '2026-11-21T09:30:00.118204', kind: 'wallet.reserved', detail: '1.00 USD' },
]

const person = {
  first_name: z.string(),
  middle_name: z.string(),
  last_name: z.string(),
  birth_date: z.string(),
  birth_place: z.string(),
  address: z.string(),
}
const documentType = z.enum(documentTypes)

export const parties = z
  .object({
    sender: z.object({
      ...person,
      country: z.string(),
      city: z.string(),
      msisdn: z.string(),
      profession: z.string(),
      document: z.object({
        type: documentType,
        number: z.string(),
        issued: z.string(),
        expires: z.string(),
      }),
    }),
    receiver: z.object({
      ...person,
      name: z.string(),
      document: z.object({ type: documentType, number: z.string() }),
    }),
    purpose: z.string(),
    source_of_funds: z.string(),
  })
  .meta({ id: 'TransferParties', description: 'Sender and beneficiary with their documents.' })

export const exampleParties = {
  sender: {
    first_name: 'Aimée',
    middle_name: '',
    last_name: 'Ngalula',
    birth_date: '1988-04-02',
    birth_place: 'Lubumbashi',
    address: '12 rue Sainte-Catherine',
    country: 'CA',
    city: 'Montréal',
    msisdn: '15145550100',
    profession: 'Nurse',
    document: {
      type: 'PASSPORT',
      number: 'AB123456',
      issued: '2022-01-10',
      expires: '2032-01-09',
    } as const,
  },
  receiver: {
    name: 'Jean Mukendi',
    first_name: '',
    middle_name: '',
    last_name: '',
    birth_date: '1990-06-15',
    birth_place: 'Goma',
    address: '4 avenue du Lac, Goma',
    document: { type: 'VOTER_CARD', number: '1234567890' } as const,
  },
  purpose: 'FAMILY_SUPPORT',
  source_of_funds: 'SALARY',
}

const { subscriber_name, created_at, ...shared } = transferSummaryFields

const transferWebhook = named(
  'TransferEvent',
  z.object({
    event_type: z.literal('REMITTANCE'),
    ...shared,
    status: z.enum(transferStatuses).exclude(['Submitted', 'Hold']),
    receiver_amount: untilConverted,
    receiver_currency: z.literal('USD'),
    subscriber_name,
    telco_reference: z.string().nullable(),
    failure_code: z.string().nullable(),
    failure_message: z.string().nullable(),
    created_at,
    completed_at: zonelessStamp.nullable(),
    timestamp: zonelessStamp,
  }),
  JSON.parse(
    JSON.stringify(transferBody(exampleTransferRow, Temporal.Instant.from('2026-11-21T09:30:02.401188Z'))),
  ),
)

export const transferEvents = [
  {
    name: 'Transfer',
    summary: 'The outcome of a transfer is known',
    description: 'Sent again with status `Reversed` if the operator reverses the payout.',
    signed: true,
    body: transferWebhook,
  },
] as const
