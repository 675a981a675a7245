// What merchants are answered about transfers, wallets and rates, as schemas. Amounts are numbers of at most two
// decimals, rates of at most six.
import { z } from 'zod'
import { dayText, named, pageOf, success, zonelessStamp } from '../../platform/http/api.ts'
import { operatorCodes } from '../operators/operator.ts'
import { senderCurrencies } from '../transfer/amounts.ts'
import { transferStatuses } from '../transfer/transfer.ts'

export const exampleTransactionId = 'IMT-IN-7K2M9QXA4T3BW8ZC'

export const operatorName = z.enum(operatorCodes)
const currency = z.enum(senderCurrencies)
export const msisdn = z.string().meta({ description: 'Digits with country code.' })
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
      customer_number: msisdn,
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
  customer_number: msisdn,
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
      telco_reference: 'SIM-VODACOM-1K82PP472YGMXC',
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

export const days = {
  from: dayText.optional().meta({ description: 'A day of UTC, counted.' }),
  to: dayText.optional().meta({ description: 'A day of UTC, counted.' }),
}
