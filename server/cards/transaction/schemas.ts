// Schemas shared by all responses about card payments.
import { z } from 'zod'
import { cardCurrencies } from './amount.ts'
import { type TransactionStatus, transactionMoves } from './transaction.ts'

export const exampleUuid = 'LKT-20261121-093000-7K2M9QXA-CD'

export const currencyName = z.enum(cardCurrencies)

export const transactionStatus = z.enum(
  Object.keys(transactionMoves) as [TransactionStatus, ...TransactionStatus[]],
)

export const fourPlaces = z
  .string()
  .regex(/^-?\d+\.\d{4}$/)
  .meta({ description: 'A decimal number as text, with four decimal places.' })

/** Status of a refund or a void. */
export const followUpStatus = z.enum(['PENDING', 'SUCCESS', 'FAILED'])

/** Path parameter that names a payment by its gateway id. */
export const byPayment = {
  cs_payment_id: z
    .string()
    .meta({ description: "The gateway's payment id.", examples: ['7321098456123456789012'] }),
}
/** The same path parameter, used by GET for a `transaction_uuid`. */
export const byTransaction = {
  cs_payment_id: z.string().meta({
    description: 'The `transaction_uuid` of the payment, despite the parameter name.',
    examples: [exampleUuid],
  }),
}
