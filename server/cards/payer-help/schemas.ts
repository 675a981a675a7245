// What a payer says of a payment, and what is returned about it.
import { z } from 'zod'
import { typedNumber } from '../../kernel/text/typed-text.ts'
import { spreadsheetAmount } from '../../platform/documents/written-amount.ts'
import { named, utcStamp } from '../../platform/http/api.ts'
import { refused, text } from '../../platform/http/body/body.ts'
import { dayField } from '../../platform/http/list-query.ts'
import { currencyName } from '../transaction/schemas.ts'
import { helpStates } from './payment-help.ts'
import type { Known } from './queries.ts'

/** Both currencies have two decimals. */
const minorOf = (amount: string) => spreadsheetAmount(amount, 'USD', 'either')?.minor
const maxMinor = 999_999_999_999n

const writtenAmount = text({ min: 1, max: 24 })
  .overwrite(typedNumber)
  .refine(
    (amount) => {
      const minor = minorOf(amount)
      return minor !== undefined && minor > 0n && minor <= maxMinor
    },
    refused('value_error', 'Value error, not an amount'),
  )

export const helpQuery = z.object({
  date: dayField.meta({
    description: 'The day of the payment, in the time zone of the merchant.',
    examples: ['2026-11-21'],
  }),
  amount: writtenAmount.meta({ description: 'The exact amount.', examples: ['25.50'] }),
  currency: currencyName,
  last: text({ min: 1, max: 16 })
    .overwrite((last) => typedNumber(last).replace(/\s/g, ''))
    .refine((last) => /^\d{3,4}$/.test(last), refused('value_error', 'Value error, not 3 or 4 digits'))
    .meta({
      description: 'The last four digits of the card, or the last three of the number that paid.',
      examples: ['021'],
    }),
  lang: z.enum(['fr', 'en']).optional().meta({
    description: 'The language of `next_step`; by default that of `Accept-Language`, or French.',
  }),
})

export const knownOf = ({ date, amount, currency, last }: z.output<typeof helpQuery>): Known => ({
  date,
  amountMinor: minorOf(amount) ?? 0n,
  currency,
  last,
})

const paymentHelp = z
  .object({
    state: z.enum(helpStates).meta({
      description: `\`CHECKING\`: the outcome is not known yet, do not pay again. \`DECLINED\`, \`EXPIRED\`, \`CANCELLED\`: nothing was debited as far
as is known. \`RETURNING\`, \`RETURNED\`: debited too late, and given back. \`REFUNDING\`, \`PARTIALLY_REFUNDED\`, \`REFUNDED\`, \`VOIDED\`: what the
merchant has given back.`,
    }),
    paid_at: utcStamp.nullable(),
    next_step: z.string().meta({ description: 'What the payer can do, as a sentence to show.' }),
    contact: z.string().nullable().meta({
      description: 'Where the merchant is reached: a number, or an address of WhatsApp; null without one.',
    }),
  })
  .meta({ id: 'PaymentHelp' })

export const helpResponse = named('PaymentHelpResponse', z.object({ items: z.array(paymentHelp) }), {
  items: [
    {
      state: 'PAID',
      paid_at: '2026-11-21T09:31:10Z',
      next_step:
        'The merchant has received your payment. Do not pay again: show your receipt, or contact the merchant if you have received nothing.',
      contact: '+243991234567',
    },
  ],
})
