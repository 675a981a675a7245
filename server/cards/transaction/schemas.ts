// What every response about a card payment shares, as schemas.
import { z } from 'zod'
import { cardCurrencies } from './amount.ts'
import { transactionMoves } from './transaction.ts'

export const exampleUuid = 'LKT-20261121-093000-7K2M9QXA-CD'

export const currencyName = z.enum(cardCurrencies)

export const transactionStatus = z.enum(Object.keys(transactionMoves) as [string, ...string[]])

export const fourPlaces = z
  .string()
  .regex(/^-?\d+\.\d{4}$/)
  .meta({ description: 'A decimal number as text, with four places.' })

/** Of a refund or a void. */
export const followUpStatus = z.enum(['PENDING', 'SUCCESS', 'FAILED'])

/** The path of what is done with a payment. */
export const byPayment = {
  cs_payment_id: z
    .string()
    .meta({ description: "The gateway's id of the payment.", examples: ['7321098456123456789012'] }),
}
/** Of the same path, whose other method names a payment there. */
export const byTransaction = {
  cs_payment_id: z
    .string()
    .meta({ description: 'Here the `transaction_uuid` of the payment.', examples: [exampleUuid] }),
}
