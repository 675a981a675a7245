// A payment as it is listed and told, to its merchant and to people of the service, as schemas.
import { z } from 'zod'
import { zonelessStamp } from '../../platform/http/api.ts'
import { currencyName, transactionStatus } from '../orders/schemas.ts'
import { exampleCard, exampleUuid } from './example-payment.ts'

const amount = z
  .string()
  .nullable()
  .meta({ description: 'With two places; null while a custom checkout has none.' })

export const itemFields = {
  transaction_uuid: z.string(),
  merchant_reference: z.string(),
  status: transactionStatus,
  amount,
  currency: currencyName.nullable(),
  customer_name: z.string().nullable(),
  card_type: z.string(),
  card_last4: z.string(),
  created_at: zonelessStamp,
  finalised_at: zonelessStamp.nullable(),
  origin: z.string(),
}

export const paymentItem = z
  .object({ ...itemFields, allowed_actions: z.array(z.literal('checkout')) })
  .meta({ id: 'PaymentItem' })

export const exampleItem = {
  transaction_uuid: exampleUuid,
  merchant_reference: 'INV-2041',
  status: 'SUCCESS',
  amount: '25.50',
  currency: 'USD',
  customer_name: 'Grâce Mukendi',
  card_type: exampleCard.card_type,
  card_last4: exampleCard.card_last4,
  created_at: '2026-11-21T09:30:00.118204',
  finalised_at: '2026-11-21T09:31:12.482913',
  origin: 'order',
} as const

const followUp = {
  status: z.enum(['PENDING', 'SUCCESS', 'FAILED']),
  reason: z.string(),
  created_at: zonelessStamp,
  completed_at: zonelessStamp.nullable(),
  callback_delivered: z.boolean(),
}

export const refundFields = {
  id: z.int(),
  cs_refund_id: z.string(),
  amount,
  currency: currencyName,
  ...followUp,
}
export const voidFields = { id: z.int(), cs_void_id: z.string(), ...followUp }

export const billTo = z
  .object({
    forename: z.string().nullable(),
    surname: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    address_line1: z.string().nullable(),
    address_city: z.string().nullable(),
    address_country: z.string().nullable(),
    address_state: z.string().nullable(),
    address_postal_code: z.string().nullable(),
  })
  .meta({ id: 'BillTo', description: 'Null where a custom checkout has not said it yet.' })

/** All that is told of a payment, but refunds and voids, of which not everybody is told who made them. */
export const storyFields = {
  ...itemFields,
  message: z.string(),
  reason_code: z.string(),
  decision: z.string(),
  cs_payment_id: z.string(),
  financial: z.object({ commission_rate: z.string(), commission_amount: amount, merchant_amount: amount }),
  bill_to: billTo,
  checkout_link: z.string().nullable(),
  moves: z.array(z.object({ event: z.string(), from: z.string(), to: z.string(), at: zonelessStamp })),
  authentications: z.array(
    z.object({
      state: z.string(),
      created_at: zonelessStamp.meta({ description: 'When 3-D Secure began.' }),
      authenticated_at: zonelessStamp
        .nullable()
        .meta({ description: 'When the issuer authenticated the cardholder; null when it did not.' }),
    }),
  ),
}

export const exampleStory = {
  ...exampleItem,
  message: '',
  reason_code: '',
  decision: 'ACCEPT',
  cs_payment_id: '7321098456123456789012',
  financial: { commission_rate: '3.50', commission_amount: '0.89', merchant_amount: '24.61' },
  bill_to: {
    forename: 'Grâce',
    surname: 'Mukendi',
    email: 'grace@example.com',
    phone: '+243991234567',
    address_line1: '12 avenue du Lac',
    address_city: 'Goma',
    address_country: 'CD',
    address_state: null,
    address_postal_code: null,
  },
  checkout_link: null,
  moves: [{ event: 'charged', from: 'PENDING', to: 'SUCCESS', at: '2026-11-21T09:31:12.482913' }],
  authentications: [
    {
      state: 'used',
      created_at: '2026-11-21T09:31:02.000417',
      authenticated_at: '2026-11-21T09:31:04.118204',
    },
  ],
  refunds: [],
  voids: [],
}
