// What merchants are answered about transfers, wallets and rates, as schemas. Amounts are numbers of at most two
// decimals, rates of at most six.
import { z } from 'zod'
import { dayText, named, pageOf, success, zonelessStamp } from '../platform/endpoint.ts'
import { senderCurrencies } from './inbound-request.ts'
import { operatorCodes } from './operator.ts'
import { transferStatuses } from './transfer.ts'

export const exampleTransactionId = 'IMT-IN-7K2M9QXA4T3BW8ZC'

export const operatorName = z.enum(operatorCodes)
const currency = z.enum(senderCurrencies)
const number = z.string().meta({ description: 'Digits with country code.' })
export const untilConverted = z.number().nullable().meta({ description: 'Null until it is converted.' })

export const acceptedAnswer = named(
  'TransferAccepted',
  success(
    z.object({
      reference: z.string(),
      transaction_id: z.string(),
      status: z.enum(['Submitted', 'Hold']),
      amount: z.number(),
      currency,
      receiver_amount: untilConverted,
      receiver_currency: z.literal('USD'),
      rate: z.number().nullable(),
      fee: untilConverted,
      operator: operatorName,
      customer_number: number,
      subscriber_name: z.string().nullable(),
      created_at: zonelessStamp,
    }),
  ),
  {
    status: 'success',
    data: {
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
    },
  },
  'The same request again gets the same answer.',
)

export const recordFields = {
  reference: z.string(),
  transaction_id: z.string(),
  status: z.enum(transferStatuses),
  amount: z.number(),
  currency,
  operator: operatorName,
  customer_number: number,
  subscriber_name: z.string().nullable(),
  created_at: zonelessStamp,
}

export const exampleRecord = {
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

const transferRecord = z.object(recordFields).meta({ id: 'TransferRecord' })
const firstPage = { page: 1, limit: 20, total: 1, pages: 1 }

export const transfersAnswer = named('Transfers', success(pageOf(transferRecord)), {
  status: 'success',
  data: { items: [exampleRecord], pagination: firstPage },
})

export const transferAnswer = named(
  'TransferStatus',
  success(
    z.object({
      ...recordFields,
      telco_reference: z.string().nullable(),
      completed_at: zonelessStamp.nullable(),
    }),
  ),
  {
    status: 'success',
    data: {
      ...exampleRecord,
      telco_reference: 'SIM-8F3K2M',
      completed_at: '2026-11-21T09:30:02.401188',
    },
  },
)

export const timelineEvent = z
  .object({ at: zonelessStamp, kind: z.string(), detail: z.string() })
  .meta({ id: 'TimelineEvent' })

export const exampleEvents = [
  { at: '2026-11-21T09:30:00.118204', kind: 'inbound.accepted', detail: '1.00 USD for 243810000001' },
  { at: '2026-11-21T09:30:00.118204', kind: 'wallet.reserved', detail: '1.00 USD' },
]

export const timelineAnswer = named(
  'Timeline',
  success(z.object({ reference: z.string(), transaction_id: z.string(), events: z.array(timelineEvent) })),
  {
    status: 'success',
    data: { reference: 'T-2041', transaction_id: exampleTransactionId, events: exampleEvents },
  },
  'Oldest first.',
)

export const balance = z
  .object({
    currency: z.literal('USD'),
    available: z.number(),
    reserved: z.number().meta({ description: 'Put aside for transfers under way.' }),
    total: z.number(),
    as_of: zonelessStamp,
  })
  .meta({ id: 'Balance' })

export const exampleBalance = {
  currency: 'USD',
  available: 99,
  reserved: 1,
  total: 100,
  as_of: '2026-11-21T09:30:00.118204',
} as const

export const balanceAnswer = named('BalanceAnswer', success(balance), {
  status: 'success',
  data: exampleBalance,
})

export const lineKind = z.enum(['TOPUP', 'RESERVE', 'RELEASE', 'DEBIT', 'FEE', 'REVERSAL', 'ADJUSTMENT'])

const walletLine = z
  .object({
    id: z.string(),
    at: zonelessStamp,
    kind: lineKind,
    amount: z.number().meta({ description: 'Below zero where it leaves what is available.' }),
    balance_after: z.number(),
    reference: z.string().nullable(),
    transaction_id: z.string().nullable(),
  })
  .meta({ id: 'WalletLine' })

export const walletLinesAnswer = named('WalletLines', success(pageOf(walletLine)), {
  status: 'success',
  data: {
    items: [
      {
        id: '311',
        at: '2026-11-21T09:30:00.118204',
        kind: 'RESERVE',
        amount: -1,
        balance_after: 99,
        reference: 'T-2041',
        transaction_id: exampleTransactionId,
      },
    ],
    pagination: firstPage,
  },
})

export const settlementFields = {
  settlement_id: z.string(),
  period_start: zonelessStamp,
  period_end: zonelessStamp,
  currency: z.string(),
  count: z.int(),
  gross_amount: z.number(),
  fee_amount: z.number(),
  net_amount: z.number(),
  status: z.literal('CLOSED'),
  closed_at: zonelessStamp,
}

export const exampleSettlement = {
  settlement_id: 'SET-20261120-7K2M9QXA',
  period_start: '2026-11-20T00:00:00.000000',
  period_end: '2026-11-21T00:00:00.000000',
  currency: 'USD',
  count: 418,
  gross_amount: 8410.5,
  fee_amount: 84.1,
  net_amount: 8326.4,
  status: 'CLOSED',
  closed_at: '2026-11-21T00:02:03.118204',
} as const

const settlement = z.object(settlementFields).meta({ id: 'Settlement' })

export const settlementsAnswer = named('Settlements', success(pageOf(settlement)), {
  status: 'success',
  data: { items: [exampleSettlement], pagination: firstPage },
})

const nameMatch = z
  .object({
    expected: z.string(),
    matched: z.string().meta({ description: 'The name that was found.' }),
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

export const lookUpAnswer = named(
  'AccountLookup',
  success(
    z.object({
      customer_number: number,
      operator: operatorName,
      subscriber_name: z.string().nullable(),
      active: z.boolean().nullable(),
      name_match: nameMatch.nullable().meta({ description: 'Null without an expected name.' }),
    }),
  ),
  {
    status: 'success',
    data: {
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
  },
)

export const phoneAnswer = named(
  'PhoneCheck',
  success(
    z.object({
      phone: number,
      e164: z.string(),
      country: z.string().nullable(),
      operator: operatorName.nullable(),
      blacklisted: z.boolean(),
    }),
  ),
  {
    status: 'success',
    data: {
      phone: '243810000001',
      e164: '+243810000001',
      country: 'CD',
      operator: 'vodacom',
      blacklisted: false,
    },
  },
)

/** Whole seconds by their nature: the times of the rate card. */
export const secondStamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)

export const rateCardAnswer = named(
  'RateCard',
  success(
    z.object({
      base: z.literal('USD'),
      as_of: secondStamp,
      next_refresh_at: secondStamp,
      rates: z.array(z.object({ currency: z.string(), rate: z.number() })),
    }),
  ),
  {
    status: 'success',
    data: {
      base: 'USD',
      as_of: '2026-11-21T06:00:00',
      next_refresh_at: '2026-11-21T12:00:00',
      rates: [
        { currency: 'UGX', rate: 3655.2 },
        { currency: 'CDF', rate: 2850 },
      ],
    },
  },
  'One USD is `rate` units of the currency.',
)

export const liveRateAnswer = named(
  'LiveRate',
  success(
    z.object({
      base: z.literal('USD'),
      currency: z.string(),
      rate: z.number(),
      as_of: secondStamp,
      source: z.literal('live'),
    }),
  ),
  {
    status: 'success',
    data: { base: 'USD', currency: 'CDF', rate: 2850, as_of: '2026-11-21T09:29:58', source: 'live' },
  },
)

export const healthAnswer = named(
  'RemittanceHealth',
  z.object({
    status: z.enum(['healthy', 'degraded']),
    service: z.literal('remittance'),
    checks: z.object({ database: z.enum(['ok', 'unreachable']) }),
    timestamp: zonelessStamp,
  }),
  {
    status: 'healthy',
    service: 'remittance',
    checks: { database: 'ok' },
    timestamp: '2026-11-21T09:30:00.118204',
  },
)

export const days = {
  from: dayText.optional().meta({ description: 'A day of UTC, counted.' }),
  to: dayText.optional().meta({ description: 'A day of UTC, counted.' }),
}
