// What merchants are answered about cards, as schemas.
import { z } from 'zod'
import { named, pageOf, success, twoPlaces, utcStamp } from '../../platform/http/api.ts'
import { exampleCard, exampleUuid } from '../payments/example-payment.ts'
import { cardCurrencies } from '../transaction/amount.ts'
import { transactionMoves } from '../transaction/transaction.ts'

export const currencyName = z.enum(cardCurrencies)

export const transactionStatus = z.enum(Object.keys(transactionMoves) as [string, ...string[]])

export const fourPlaces = z
  .string()
  .regex(/^-?\d+\.\d{4}$/)
  .meta({ description: 'A decimal number as text, with four places.' })

const financialDetails = z
  .object({
    commission_rate: twoPlaces,
    commission_amount: twoPlaces,
    merchant_amount: twoPlaces,
    bank_commission_amount: twoPlaces,
    service_commission_amount: twoPlaces,
  })
  .meta({
    id: 'FinancialDetails',
    description: 'The rate in percent; the amounts add up to that of the order.',
  })

export const orderAnswer = named(
  'OrderAnswer',
  success(
    z.object({
      amount: twoPlaces,
      currency: currencyName,
      transaction_uuid: z.string(),
      transaction_status: z.literal('PENDING'),
      links: z.string().meta({ description: 'The signed address of the checkout page.' }),
      financial_details: financialDetails,
    }),
  ),
  {
    status: 'success',
    data: {
      amount: '25.50',
      currency: 'USD',
      transaction_uuid: exampleUuid,
      transaction_status: 'PENDING',
      links: `https://pay.example/api/v1/payment/${exampleUuid}?sig=b2lJzTq3mWc0q5n1x4v7a9d2f6h8k0r3t5y7u9i1o3p`,
      financial_details: {
        commission_rate: '3.50',
        commission_amount: '0.89',
        merchant_amount: '24.61',
        bank_commission_amount: '0.38',
        service_commission_amount: '0.51',
      },
    },
  },
)

export const statusAnswer = named(
  'StatusAnswer',
  success(
    z.object({
      amount: z.string().meta({ description: 'Empty while a custom checkout has none.' }),
      currency: z.enum([...cardCurrencies, '']),
      merchant_reference: z.string(),
      message: z.string().meta({ description: 'Why it failed; empty otherwise.' }),
      transaction_uuid: z.string(),
      transaction_status: transactionStatus,
      card_type: z.string(),
      card_last4: z.string(),
      card_expiry_date: z.string().meta({ description: 'MM-YYYY' }),
      card_bin_country: z.string(),
      card_issuer: z.string(),
      card_scheme: z.string(),
    }),
  ),
  {
    status: 'success',
    data: {
      amount: '25.50',
      currency: 'USD',
      merchant_reference: 'INV-2041',
      message: '',
      transaction_uuid: exampleUuid,
      transaction_status: 'SUCCESS',
      ...exampleCard,
    },
  },
  'What is not known of a card is empty.',
)

export const captureContextAnswer = named(
  'CaptureContext',
  z.object({
    jwt: z.string().meta({ description: 'For the card-field library, in the browser.' }),
    transaction_uuid: z.string(),
    expires_in: z.int().meta({ description: 'Seconds.' }),
  }),
  { jwt: 'eyJraWQiOiJ0ZXN0In0.eyJjdHgiOltdfQ.c2ln', transaction_uuid: exampleUuid, expires_in: 900 },
)

export const setupAnswer = named(
  'AuthenticationSetup',
  z.object({
    status: z.literal('COMPLETED'),
    transaction_uuid: z.string(),
    reference_id: z.string(),
    device_data_collection_url: z.string(),
    access_token: z.string(),
  }),
  {
    status: 'COMPLETED',
    transaction_uuid: exampleUuid,
    reference_id: '3f1c9d6e-52ab-4a0e-9b37-0f6a2c1d8e55',
    device_data_collection_url: 'https://gateway.example/collect',
    access_token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln',
  },
)

export const enrolmentAnswer = named(
  'Enrolment',
  z.object({
    status: z.enum(['AUTHENTICATED', 'CHALLENGE_REQUIRED', 'FAILED']),
    transaction_uuid: z.string(),
    authentication_transaction_id: z.string().nullable(),
    challenge_required: z.boolean(),
    step_up_url: z
      .string()
      .nullable()
      .meta({ description: 'Post `JWT` = `access_token` there, in a frame.' }),
    access_token: z.string().nullable(),
    message: z.string().nullable(),
  }),
  {
    status: 'CHALLENGE_REQUIRED',
    transaction_uuid: exampleUuid,
    authentication_transaction_id: 'kQ3vZr8LmN5pTx7yWb2c',
    challenge_required: true,
    step_up_url: 'https://gateway.example/step-up',
    access_token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln',
    message: null,
  },
)

export const chargeAnswer = named(
  'ChargeOutcome',
  z.object({
    status: z.enum(['SUCCESS', 'FAILED']),
    transaction_uuid: z.string(),
    transaction_id: z.string().nullable().meta({ description: "The gateway's; `cs_payment_id` elsewhere." }),
    reason_code: z.string().nullable(),
    message: z.string().nullable(),
  }),
  {
    status: 'SUCCESS',
    transaction_uuid: exampleUuid,
    transaction_id: '7321098456123456789012',
    reason_code: null,
    message: null,
  },
  'A declined card is an outcome too, with HTTP status 200: read `status`.',
)

/** But the times, which the portal writes its own way. */
export const linkFields = {
  code: z.string(),
  url: z.string(),
  qr_svg_url: z.string(),
  status: z.enum(['ACTIVE', 'EXPIRED', 'EXHAUSTED', 'CANCELLED']),
  amount: twoPlaces,
  currency: currencyName,
  merchant_reference: z.string(),
  description: z.string(),
  max_uses: z.int(),
  uses: z.int().meta({ description: 'Successful payments.' }),
}

export const paymentLink = z
  .object({ ...linkFields, expires_at: utcStamp, created_at: utcStamp })
  .meta({ id: 'PaymentLink' })

export const exampleLink = {
  code: 'K7Q2M9XW4T3B',
  url: 'https://pay.example/pl/K7Q2M9XW4T3B',
  qr_svg_url: 'https://pay.example/pl/K7Q2M9XW4T3B/qr.svg',
  status: 'ACTIVE',
  amount: '40.00',
  currency: 'USD',
  merchant_reference: 'STALL-7',
  description: 'Place at the market',
  max_uses: 1,
  uses: 0,
} as const

const times = { expires_at: '2026-11-28T09:30:00Z', created_at: '2026-11-21T09:30:00Z' }

export const linkAnswer = named('LinkAnswer', success(paymentLink), {
  status: 'success',
  data: { ...exampleLink, ...times },
})

export const linksAnswer = named('LinksAnswer', success(pageOf(paymentLink)), {
  status: 'success',
  data: {
    items: [{ ...exampleLink, ...times }],
    pagination: { page: 1, limit: 20, total: 1, pages: 1 },
  },
})
