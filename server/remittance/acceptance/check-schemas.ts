// The response to a transfer that is only checked.
import { z } from 'zod'
import { dataResponse, named } from '../../platform/http/api.ts'
import { amountNumber, rateNumber } from '../transfer/formats.ts'
import type { CheckedInbound } from './inbound.ts'
import { acceptedResponse, exampleAccepted, nameMatch } from './schemas.ts'

const checkedResponse = dataResponse(
  'TransferCheck',
  z.object({
    outcome: z.enum(['would_accept', 'would_hold', 'would_refuse']),
    errors: z.array(z.object({ code: z.string(), field: z.string().nullable(), message: z.string() })).meta({
      description: 'All that would refuse the transfer, where a transfer is refused for the first.',
    }),
    name_match: nameMatch.nullable(),
    screening: z.enum(['clear', 'hold']).nullable().meta({
      description: 'Null, as are the fields after it, if the fields of the request could not be read.',
    }),
    limits: z.enum(['allow', 'hold', 'refuse']).nullable(),
    price: z
      .object({
        source_amount: z.number(),
        receiver_amount: z.number(),
        rate: z.number(),
        fee: z.number(),
        total_debit: z.number(),
      })
      .nullable(),
  }),
  {
    outcome: 'would_refuse',
    errors: [
      { code: 'RMT-1006', field: 'document_expiration_date', message: 'The document has expired' },
      { code: 'RMT-2001', field: null, message: 'Insufficient wallet balance' },
    ],
    name_match: null,
    screening: 'clear',
    limits: 'allow',
    price: { source_amount: 1, receiver_amount: 1, rate: 1, fee: 0, total_debit: 1 },
  },
  'With `X-Check-Only: true`.',
)

export const transferResponse = named(
  'TransferResponse',
  z.union([acceptedResponse, checkedResponse]),
  exampleAccepted,
)

export function renderCheck({ errors, nameMatch, screening, limits, quote, amount }: CheckedInbound) {
  const isRead = amount !== undefined
  const isHeld = screening === 'hold' || limits === 'hold'
  const outcome = errors.length > 0 ? 'would_refuse' : isHeld ? 'would_hold' : 'would_accept'
  return {
    outcome,
    errors: errors.map(({ code, field, message }) => ({ code, field, message })),
    name_match: nameMatch,
    screening: isRead ? screening : null,
    limits: isRead ? limits : null,
    price:
      isRead && quote
        ? {
            source_amount: amountNumber(amount),
            receiver_amount: amountNumber(quote.amount),
            rate: rateNumber(quote.rateMicros) as NonNullable<ReturnType<typeof rateNumber>>,
            fee: amountNumber(quote.fee),
            total_debit: amountNumber(quote.amount + quote.fee),
          }
        : null,
  } as const
}
