// Shapes of statements, the same for signed requests, signed-in merchants and admins.

import { z } from 'zod'
import { languages } from '../../kernel/language.ts'
import { sortedCurrencies } from '../../kernel/money.ts'
import { dataResponse, dayText, twoPlaces, utcStamp } from '../../platform/http/api.ts'
import { refused } from '../../platform/http/body/body.ts'
import { movementReference, movementSchema, movementTypes } from '../schemas.ts'
import { hasBegun, periodOf } from './period.ts'

export const statementFormats = ['json', 'pdf', 'csv', 'camt.053'] as const
export type StatementFormat = (typeof statementFormats)[number]

export const documentLanguage = z
  .enum(languages)
  .default('en')
  .meta({ description: 'The language of a PDF.' })

const period = z
  .string()
  .transform((name, context) => {
    const read = periodOf(name)
    if (read) return read
    context.addIssue({
      code: 'custom',
      ...refused('value_error', 'Value error, write a month as YYYY-MM or a day as YYYY-MM-DD'),
    })
    return z.NEVER
  })
  .meta({
    pattern: '^\\d{4}-\\d\\d(-\\d\\d)?$',
    examples: ['2026-11'],
    description: 'A month or a day in UTC that has begun.',
  })

const fields = {
  period,
  currency: z.enum(sortedCurrencies),
  format: z.enum(statementFormats).default('json'),
  lang: documentLanguage,
}
export const statementQuery = z.object(fields)

/** The same for a request at this time: a period that has not begun has no statement. */
export function statementQueryAt(now: Temporal.Instant) {
  return z.object({
    ...fields,
    period: period.refine(
      (read) => hasBegun(read, now),
      refused('value_error', 'Value error, the period has not begun'),
    ),
  })
}

const signed = twoPlaces

const total = z
  .object({
    type: z.enum(movementTypes),
    transactions: z.int(),
    amount: signed,
    fee: signed,
    net: signed,
  })
  .meta({ id: 'StatementTotal' })

const line = movementSchema
  .extend({
    merchant_reference: movementReference,
    description: z.string().nullable().meta({ description: 'Why we corrected the balance; null otherwise.' }),
    balance: signed.meta({ description: 'The balance after this transaction.' }),
  })
  .meta({ id: 'StatementLine' })

const statement = z
  .object({
    period: z.string(),
    currency: z.string(),
    from: dayText,
    to: dayText,
    final: z.boolean().meta({
      description: 'Whether the statement is complete. A period becomes final 15 minutes after its end.',
    }),
    as_of: utcStamp.meta({ description: 'Contains the transactions before this time.' }),
    opening: signed.meta({
      description: 'The balance before the period: pending, available and reserved together.',
    }),
    closing: signed.meta({ description: 'The opening balance and the `net` of all lines.' }),
    totals: z.array(total),
    transactions: z.int().meta({ description: 'The number of lines.' }),
    lines: z.array(line).meta({ description: 'The transactions of the period, oldest first.' }),
  })
  .meta({ id: 'Statement' })

const exampleTotal = { type: 'charge', transactions: 1, amount: '25.50', fee: '0.89', net: '24.61' } as const

export const statementResponse = dataResponse('StatementResponse', statement, {
  period: '2026-11',
  currency: 'USD',
  from: '2026-11-01',
  to: '2026-11-30',
  final: true,
  as_of: '2026-12-01T00:00:00Z',
  opening: '310.20',
  closing: '334.81',
  totals: [exampleTotal],
  transactions: 1,
  lines: [
    {
      id: '0b9a7c52-6c1f-4a3e-9a57-52c3a1f0d0aa',
      type: 'charge',
      amount: '25.50',
      fee: '0.89',
      net: '24.61',
      currency: 'USD',
      available_on: '2026-11-23',
      source: 'LKT-20261121-093000-7K2M9QXA-CD',
      created_at: '2026-11-21T09:30:00Z',
      merchant_reference: 'INV-2001',
      description: null,
      balance: '334.81',
    },
  ],
})

const month = z
  .object({
    period: z.string(),
    currency: z.string(),
    final: z.boolean(),
    transactions: z.int(),
    opening: signed,
    totals: z.array(total),
    fees: signed.meta({ description: 'The `fee` of all totals.' }),
    closing: signed.meta({ description: 'The opening balance and the `net` of all totals.' }),
  })
  .meta({ id: 'StatementMonth' })

export const monthsResponse = dataResponse('StatementMonthsResponse', z.object({ months: z.array(month) }), {
  months: [
    {
      period: '2026-11',
      currency: 'USD',
      final: true,
      transactions: 1,
      opening: '310.20',
      totals: [exampleTotal],
      fees: '0.89',
      closing: '334.81',
    },
  ],
})
