// Schemas of custom checkout requests and responses, and what requests mean (section 2.4 of the specification, section 4 of the
// contract).
import { isIP } from 'node:net'
import { z } from 'zod'
import type { LocalCurrency, Money } from '../../kernel/money.ts'
import { named } from '../../platform/http/api.ts'
import { addressText, check, nested, optional, refused, text, webUrl } from '../../platform/http/body/body.ts'
import { fingerprint } from '../../platform/secrets.ts'
import { cardNetworks } from '../gateway/gateway.ts'
import { amountField, cardAmount } from '../transaction/amount.ts'
import {
  type BillTo,
  checkAddress,
  countryField,
  emailField,
  normaliseState,
  phoneField,
  phoneFits,
  postalCodeField,
  stateField,
  stateFits,
} from '../transaction/bill-to.ts'
import { exampleUuid } from '../transaction/schemas.ts'

const uuid = text({ min: 1, max: 200 })
const token = text({ min: 1, max: 8192 })

export const captureContextSchema = z
  .object({
    target_origin: webUrl(),
    allowed_card_networks: optional(
      z
        .array(z.enum(cardNetworks))
        .refine((list) => list.length > 0, refused('too_short', 'List should have at least 1 item')),
    ),
    locale: optional(text().regex(/^[a-z]{2}([_-][A-Z]{2})?$/)),
    merchant_reference: text({ min: 1 }),
    return_url: optional(webUrl()).meta({
      description:
        'Where the payer comes back after a challenge in the whole window; an address of `target_origin`.',
    }),
    transaction_uuid: optional(uuid).meta({
      description: 'Renews the card fields of this open transaction instead of creating another one.',
    }),
  })
  .refine(
    ({ target_origin, return_url }) => !return_url || originOf(return_url) === originOf(target_origin),
    {
      ...refused('value_error', 'Value error, not an address of target_origin'),
      path: ['return_url'],
    },
  )

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : url)

export const setupSchema = z.object({ transaction_uuid: uuid, transient_token: token })

const billToSchema = nested({
  first_name: text({ min: 1 }),
  last_name: text({ min: 1 }),
  email: emailField,
  phone_number: phoneField,
  address_line1: addressText(),
  address_city: text(),
  address_country: countryField,
  address_state: optional(stateField),
  address_postal_code: optional(postalCodeField),
})
  .superRefine(phoneFits('phone_number', 'address_country'))
  .superRefine(stateFits('address_state', 'address_country'))

const fact = optional(text({ max: 64 }))

/** The customer's browser as seen by the merchant's page; the merchant's server adds the IP address and headers. */
export const browserSchema = nested({
  ip_address: optional(
    text().refine(
      (value) => isIP(value) > 0,
      refused('value_error', 'Value error, not an IPv4 or IPv6 address'),
    ),
  ),
  user_agent: optional(text({ max: 512 })),
  accept_header: optional(text({ max: 256 })),
  language: fact,
  color_depth: fact,
  screen_height: fact,
  screen_width: fact,
  time_difference: fact,
  java_enabled: optional(z.boolean()),
})

const paymentShape = {
  transaction_uuid: uuid,
  transient_token: token,
  amount: amountField,
  currency: text(),
  bill_to: billToSchema,
}

export const enrolmentSchema = z.object({
  ...paymentShape,
  reference_id: text({ min: 1, max: 200 }),
  browser: optional(browserSchema),
})

export const chargeSchema = (acceptsUrl: (url: URL) => boolean) =>
  z.object({
    ...paymentShape,
    merchant_reference: text({ min: 1 }),
    callback_url: webUrl(acceptsUrl),
    authentication_transaction_id: optional(text({ max: 200 })),
  })

export const captureContextResponse = named(
  'CaptureContext',
  z.object({
    jwt: z.string().meta({ description: 'For the card-field library, in the browser.' }),
    transaction_uuid: z.string(),
    expires_in: z.int().meta({ description: 'Seconds until it expires.' }),
  }),
  { jwt: 'eyJraWQiOiJ0ZXN0In0.eyJjdHgiOltdfQ.c2ln', transaction_uuid: exampleUuid, expires_in: 900 },
)

export const setupResponse = named(
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

export const enrolmentResponse = named(
  'Enrolment',
  z.object({
    status: z.enum(['AUTHENTICATED', 'CHALLENGE_REQUIRED', 'FAILED']),
    transaction_uuid: z.string(),
    authentication_transaction_id: z.string().nullable(),
    challenge_required: z.boolean(),
    step_up_url: z
      .string()
      .nullable()
      .meta({ description: 'Post `JWT` = `access_token` to this address, in a frame.' }),
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

export const chargeResponse = named(
  'ChargeOutcome',
  z.object({
    status: z.enum(['SUCCESS', 'FAILED']),
    transaction_uuid: z.string(),
    transaction_id: z
      .string()
      .nullable()
      .meta({ description: "The gateway's payment id; named `cs_payment_id` elsewhere." }),
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
  'A declined card also returns HTTP 200, so check `status`.',
)

/** The fields that enrolment and charge have in common. */
type Payment = { transactionUuid: string; token: string; amount: Money<LocalCurrency>; billTo: BillTo }

export type Enrolment = Payment & {
  referenceId: string
  browser: z.output<typeof browserSchema>
}

export type ChargeOrder = Payment & {
  reference: string
  callbackUrl: string
  authenticationId?: string
  /** Equal for retries of the same charge. */
  fingerprint: Buffer
}

/**
 * Parses an enrolment.
 * @throws InvalidBody; Problem 400 for an amount or address that orders would reject as well.
 */
export function readEnrolment(body: unknown): Enrolment {
  const read = check(enrolmentSchema, body, 'body')
  return {
    ...paymentOf(read),
    referenceId: read.reference_id,
    browser: read.browser ?? browserSchema.parse({}),
  }
}

/**
 * Parses a charge.
 * @throws InvalidBody; Problem 400 for an amount or address that orders would reject as well.
 */
export function readCharge(body: unknown, acceptsUrl: (url: URL) => boolean): ChargeOrder {
  const read = check(chargeSchema(acceptsUrl), body, 'body')
  const payment = paymentOf(read)
  const authenticationId = read.authentication_transaction_id || undefined
  return {
    ...payment,
    reference: read.merchant_reference,
    callbackUrl: read.callback_url,
    ...(authenticationId && { authenticationId }),
    fingerprint: fingerprint([
      payment.token,
      payment.amount.minor,
      payment.amount.currency,
      JSON.stringify(payment.billTo),
      read.merchant_reference,
      read.callback_url,
      authenticationId ?? '',
    ]),
  }
}

function paymentOf(read: z.output<z.ZodObject<typeof paymentShape>>): Payment {
  const amount = cardAmount(read.amount, read.currency)
  const { bill_to: sent } = read
  const state = normaliseState(sent.address_country, sent.address_state)
  const billTo: BillTo = {
    forename: sent.first_name,
    surname: sent.last_name,
    email: sent.email,
    phone: sent.phone_number,
    addressLine1: sent.address_line1,
    city: sent.address_city,
    country: sent.address_country,
    ...(state && { state }),
    ...(sent.address_postal_code && { postalCode: sent.address_postal_code }),
  }
  checkAddress(billTo)
  return { transactionUuid: read.transaction_uuid, token: read.transient_token, amount, billTo }
}
