// Schemas of receipts, of the keys that verify them, and of what a code tells.
import { z } from 'zod'
import { dataResponse, environmentName, named, twoPlaces, utcStamp } from '../platform/http/api.ts'
import { receiptStates } from './receipt-facts.ts'

const exampleCode = 'K7Q2M9XW4T'
const exampleKeyId = 'pX3mK0aE'
const exampleToken =
  'eyJrIjoicFgzbUswYUUiLCJjIjoiSzdRMk05WFc0VCIsIm0iOiJCb3V0aXF1ZSBLaXZ1IiwiYSI6IjI1LjUwIiwidSI6IlVTRCIsInIiOiJJTlYtMjA0MSIsInQiOjE3OTUyNTM0NzIsInMiOiJwYWlkIiwiaSI6MTc5NTI1MzQ4MH0.8Vt3mVw0h0mJ7VtqkQbPZk3wZ0p1d4B2m6M5xWm8iKq3u1r5v0Gm0b9xkz0tKX2eE8Zc1pR0v7yYQJ4mWbE8AQ'

/** The payments that the receipt of a link counts in. */
export const receiptParts = z
  .array(
    z.object({
      amount: twoPlaces,
      returned_amount: twoPlaces.nullable(),
      paid_at: utcStamp,
      code: z.string().meta({ description: 'The code of its own receipt.' }),
    }),
  )
  .meta({ description: 'Of a payment link: its payments, oldest first.' })

export const issuedReceipt = z.object({
  receipt: z.string().meta({
    description:
      'The token, shorter than 300 bytes: its content in JSON and an Ed25519 signature, both in Base64 for URLs.',
  }),
  code: z.string().meta({ description: 'Ten characters without look-alikes, the same in each receipt.' }),
  key_id: z.string().meta({ description: '`kid` of the key that signed it.' }),
  url: z.string().meta({ description: 'The page that verifies it. Hand it to the customer as it is.' }),
})

export const exampleReceipt = {
  receipt: exampleToken,
  code: exampleCode,
  key_id: exampleKeyId,
  url: `https://pay.example/verify#${exampleToken}`,
}

/** The response of the routes that issue a receipt. */
export const receiptResponse = dataResponse('Receipt', issuedReceipt, exampleReceipt)

/** The state of a payment or transfer today, for anyone who has its code. */
export const receiptStateResponse = dataResponse(
  'ReceiptState',
  z.object({
    code: z.string(),
    kind: z.enum(['payment', 'transfer', 'payment_link']),
    environment: environmentName,
    state: z.enum(receiptStates),
    merchant: z.string(),
    amount: twoPlaces,
    currency: z.string(),
    reference: z.string(),
    paid_at: utcStamp,
    returned_amount: twoPlaces
      .nullable()
      .meta({ description: 'The part that was refunded, voided, or given back after a dispute.' }),
    returned_at: utcStamp.nullable().meta({ description: 'When the last part was returned.' }),
    time_zone: z
      .string()
      .meta({ description: "The merchant's time zone, in which a page shows these times." }),
    recipient: z.object({ operator: z.string(), number_end: z.string() }).nullable().meta({
      description: 'For a transfer: the operator, and the last four digits of the number that received it.',
    }),
    parts: receiptParts.nullable(),
    as_of: utcStamp,
  }),
  {
    code: exampleCode,
    kind: 'payment',
    environment: 'production',
    state: 'partially_refunded',
    merchant: 'Boutique Kivu',
    amount: '25.50',
    currency: 'USD',
    reference: 'INV-2041',
    paid_at: '2026-11-21T09:31:12Z',
    returned_amount: '5.00',
    returned_at: '2026-11-23T08:15:00Z',
    time_zone: 'Africa/Lubumbashi',
    recipient: null,
    parts: null,
    as_of: '2026-11-24T15:02:40Z',
  },
)
export type ReceiptStateResponse = z.output<typeof receiptStateResponse>

/** A JWK set (RFC 7517). */
export const receiptKeysResponse = named(
  'ReceiptKeys',
  z.object({
    keys: z.array(
      z.object({
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        alg: z.literal('EdDSA'),
        use: z.literal('sig'),
        kid: z.string(),
        x: z.string(),
        environment: environmentName,
      }),
    ),
  }),
  {
    keys: [
      {
        kty: 'OKP',
        crv: 'Ed25519',
        alg: 'EdDSA',
        use: 'sig',
        kid: exampleKeyId,
        x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
        environment: 'production',
      },
    ],
  },
)
