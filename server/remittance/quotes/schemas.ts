// Request and response schemas of quotes.
import { z } from 'zod'
import { operatorCodes } from '../../kernel/operators.ts'
import { readPhone } from '../../kernel/phone-number.ts'
import { dataResponse, named, zonelessStamp } from '../../platform/http/api.ts'
import { decimalNumber, optional, text } from '../../platform/http/body/body.ts'
import type { Rendered } from '../../platform/http/endpoint.ts'
import { amountNumber, rateNumber, senderCurrencies, stamp } from '../transfer/formats.ts'
import { operatorName, senderCurrency } from '../transfer/schemas.ts'
import type { QuoteRow } from './queries.ts'

export const quoteRequestSchema = z.object({
  source_amount: optional(decimalNumber).meta({ type: 'number' }),
  receiver_amount: optional(decimalNumber).meta({ type: 'number' }),
  currency: z.enum(senderCurrencies),
  operator: optional(z.enum(operatorCodes).meta({ enum: [...operatorCodes, ''] })),
  customer_number: optional(
    text({ max: 200 }).refine((value) => value === '' || readPhone(value)?.operator, {
      params: { problem: 'phone' },
      message: 'Not a mobile number of a supported operator',
    }),
  ),
})

export const quoteRequest = named('QuoteRequest', quoteRequestSchema, {
  source_amount: 3420,
  currency: 'UGX',
  operator: 'vodacom',
})

const cash = z
  .object({
    operator: operatorName,
    fee: z.number(),
    usd: z.number(),
    cdf_low: z.number(),
    cdf_high: z.number(),
    as_of: zonelessStamp.meta({ description: "When the operator's table of fees began to apply." }),
  })
  .nullable()
  .meta({
    description:
      "What the beneficiary gets in cash after the operator's fee for cashing out, in dollars and between two amounts in francs; null if the operator is not known, or has no valid table of fees for the amount.",
  })

const quoteData = z
  .object({
    quote_id: z.string(),
    source_amount: z
      .number()
      .meta({ description: 'What the sender pays, in `currency`: `amount` of the transfer.' }),
    currency: senderCurrency,
    receiver_amount: z.number(),
    receiver_currency: z.literal('USD'),
    rate: z.number().meta({ description: 'One USD is `rate` units of `currency`.' }),
    fee: z.number().meta({ description: 'In USD, on top of `receiver_amount`.' }),
    total_debit: z
      .number()
      .meta({ description: 'What the wallet will pay: `receiver_amount` and `fee`, in USD.' }),
    cash,
    expires_at: zonelessStamp.meta({ description: 'At this time the quote has expired, in UTC.' }),
    token: z.string().meta({
      description:
        'The promise, signed with the keys of receipts. `/verify` reads it without a network and says that it is no payment.',
    }),
  })
  .meta({ id: 'QuoteData' })

export const exampleQuote = {
  quote_id: 'RQ-7K2M9QXA4T3BW8ZC',
  source_amount: 3420,
  currency: 'UGX',
  receiver_amount: 0.95,
  receiver_currency: 'USD',
  rate: 3600,
  fee: 0,
  total_debit: 0.95,
  cash: {
    operator: 'vodacom',
    fee: 0.07,
    usd: 0.88,
    cdf_low: 1979,
    cdf_high: 2024,
    as_of: '2026-11-21T00:00:00.000000',
  },
  expires_at: '2026-11-21T09:40:00.118204',
  token:
    'eyJrIjoicFgzbUswYUUiLCJwIjoicXVvdGUiLCJxIjoiUlEtN0syTTlRWEE0VDNCVzhaQyJ9.8Vt3mVw0h0mJ7VtqkQbPZk3wZ0p1d4B2m6M5xWm8iKq3u1r5v0Gm0b9xkz0tKX2eE8Zc1pR0v7yYQJ4mWbE8AQ',
} as const

export const quoteResponse = dataResponse('Quote', quoteData, exampleQuote)

export type QuoteData = Rendered<z.input<typeof quoteData>>

export function renderQuote(quote: QuoteRow, token: string): QuoteData {
  return {
    quote_id: quote.quote_id,
    source_amount: amountNumber(quote.amount_hundredths),
    currency: quote.currency,
    receiver_amount: amountNumber(quote.receiver_minor),
    receiver_currency: 'USD',
    rate: rateNumber(quote.rate_micros) as NonNullable<ReturnType<typeof rateNumber>>,
    fee: amountNumber(quote.fee_minor),
    total_debit: amountNumber(quote.receiver_minor + quote.fee_minor),
    cash: renderCash(quote),
    expires_at: stamp(quote.expires_at),
    token,
  }
}

function renderCash({ cash, receiver_minor }: QuoteRow): QuoteData['cash'] {
  if (!cash) return null
  const { fee_minor, as_of, ...rest } = cash
  const fee = BigInt(fee_minor)
  return {
    ...rest,
    fee: amountNumber(fee),
    usd: amountNumber(receiver_minor - fee),
    as_of: `${as_of}T00:00:00.000000`,
  }
}
