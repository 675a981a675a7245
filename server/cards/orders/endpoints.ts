// What the routes of merchants tell of themselves.
import { z } from 'zod'
import type { Endpoint } from '../../platform/http/api.ts'
import { named } from '../../platform/http/api.ts'
import { pageFields } from '../../platform/http/list-query.ts'
import {
  captureContextSchema,
  chargeSchema,
  enrolmentSchema,
  setupSchema,
} from '../custom-checkout/requests.ts'
import { linkSchema } from '../payment-links/manage-links.ts'
import { exampleUuid } from '../payments/example-payment.ts'
import { cardProblems as problems } from '../transaction/problems.ts'
import { orderSchema } from './create-order.ts'
import { statusSchema } from './read-status.ts'
import {
  captureContextAnswer,
  chargeAnswer,
  enrolmentAnswer,
  linkAnswer,
  linksAnswer,
  orderAnswer,
  setupAnswer,
  statusAnswer,
} from './schemas.ts'

const billing = {
  bill_to_forename: 'Grâce',
  bill_to_surname: 'Mukendi',
  bill_to_email: 'grace@example.com',
  bill_to_phone: '+243991234567',
  bill_to_address_line1: '12 avenue du Lac',
  bill_to_address_city: 'Goma',
  bill_to_address_country: 'CD',
}

export const ofAmounts = [
  problems.currency_not_supported,
  problems.amount_below_minimum,
  problems.amount_too_precise,
]
const ofAddresses = [problems.state_required, problems.us_zip_invalid, problems.ca_postal_code_invalid]

export const createOrder: Endpoint = {
  id: 'createOrder',
  summary: 'Create an order',
  description: `Send the customer to \`data.links\` within 20 minutes. The outcome comes as the signed webhook of a payment.

Two orders with one reference are two payments, unless an \`Idempotency-Key\` makes them one. An address in the United
States or Canada needs its state and postal code.`,
  tag: 'Orders',
  authentication: 'signature',
  body: named(
    'OrderRequest',
    orderSchema(() => true),
    {
      amount: 25.5,
      currency: 'USD',
      merchant_reference: 'INV-2041',
      callback_url: 'https://shop.example/webhooks/mosolo',
      return_url: 'https://shop.example/thanks',
      cancel_url: 'https://shop.example/basket',
      ...billing,
    },
  ),
  answers: { 200: orderAnswer },
  problems: [...ofAmounts, ...ofAddresses, problems.order_failed],
  repeatable: true,
}

export const readStatus: Endpoint = {
  id: 'readPaymentStatus',
  summary: 'Read the status of a payment',
  tag: 'Orders',
  authentication: 'signature',
  body: named('StatusRequest', statusSchema, { transaction_uuid: exampleUuid }),
  answers: { 200: statusAnswer },
  problems: [problems.transaction_not_found],
}

const customCheckout = { tag: 'Custom checkout', authentication: 'signature', repeatable: true } as const

const exampleBillTo = {
  first_name: 'Grâce',
  last_name: 'Mukendi',
  email: 'grace@example.com',
  phone_number: '+243991234567',
  address_line1: '12 avenue du Lac',
  address_city: 'Goma',
  address_country: 'CD',
}

const token = 'eyJraWQiOiIwOCJ9.eyJqdGkiOiIxRTAifQ.c2ln'

const ofAttempts = [
  problems.transaction_not_found,
  problems.microform_disabled,
  problems.transaction_expired,
  problems.transaction_finished,
  problems.attempt_running,
  problems.capture_context_expired,
  problems.transient_token_invalid,
  problems.gateway_unreachable,
]

export const openCaptureContext: Endpoint = {
  ...customCheckout,
  id: 'openCaptureContext',
  summary: 'Open card fields',
  description: "Makes the transaction, and the token with which the gateway's library shows its fields.",
  body: named('CaptureContextRequest', captureContextSchema, {
    target_origin: 'https://shop.example',
    allowed_card_networks: ['VISA', 'MASTERCARD'],
    locale: 'fr_FR',
    merchant_reference: 'INV-2041',
  }),
  answers: { 200: captureContextAnswer },
  problems: [problems.microform_disabled, problems.origin_not_allowed, problems.gateway_unreachable],
}

export const setUpAuthentication: Endpoint = {
  ...customCheckout,
  id: 'setUpAuthentication',
  summary: 'Begin payer authentication',
  body: named('SetupRequest', setupSchema, { transaction_uuid: exampleUuid, transient_token: token }),
  answers: { 200: setupAnswer },
  problems: ofAttempts,
}

export const enrolPayer: Endpoint = {
  ...customCheckout,
  id: 'enrolPayer',
  summary: 'Ask whether the bank wants a challenge',
  description: 'Fixes the amount. A repeat with the same `reference_id` gets the recorded answer.',
  body: named('EnrolmentRequest', enrolmentSchema, {
    transaction_uuid: exampleUuid,
    transient_token: token,
    reference_id: '3f1c9d6e-52ab-4a0e-9b37-0f6a2c1d8e55',
    amount: 25.5,
    currency: 'USD',
    bill_to: exampleBillTo,
    browser: { language: 'fr-CD', color_depth: '24', screen_height: '800', screen_width: '360' },
  }),
  answers: { 200: enrolmentAnswer },
  problems: [
    ...ofAmounts,
    ...ofAddresses,
    ...ofAttempts,
    problems.attempt_not_found,
    problems.amount_not_enrolled,
    problems.charge_running,
    problems.charge_outcome_unknown,
  ],
}

export const chargeToken: Endpoint = {
  ...customCheckout,
  id: 'chargeToken',
  summary: 'Charge a card token',
  description: 'Once for each `transaction_uuid`: a repeat gets the recorded outcome.',
  body: named(
    'ChargeRequest',
    chargeSchema(() => true),
    {
      transaction_uuid: exampleUuid,
      transient_token: token,
      amount: 25.5,
      currency: 'USD',
      merchant_reference: 'INV-2041',
      bill_to: exampleBillTo,
      callback_url: 'https://shop.example/webhooks/mosolo',
      authentication_transaction_id: 'kQ3vZr8LmN5pTx7yWb2c',
    },
  ),
  answers: { 200: chargeAnswer },
  problems: [
    ...ofAmounts,
    ...ofAddresses,
    problems.transaction_not_found,
    problems.microform_disabled,
    problems.transaction_expired,
    problems.capture_context_expired,
    problems.transient_token_invalid,
    problems.amount_not_enrolled,
    problems.authentication_invalid,
    problems.authentication_not_completed,
    problems.charge_running,
    problems.transaction_charged,
    problems.gateway_unreachable,
    problems.charge_outcome_unknown,
  ],
}

const links = { tag: 'Payment links', authentication: 'signature' } as const
const path = { code: z.string().meta({ examples: ['K7Q2M9XW4T3B'] }) }

/** The shape of it; what a deployment accepts as an address, and until when, is checked where it is made. */
export const linkBody = linkSchema(
  { acceptsUrl: () => true },
  'sandbox',
  Temporal.Instant.fromEpochMilliseconds(0),
)

export const exampleLinkBody = {
  amount: 40,
  currency: 'USD',
  merchant_reference: 'STALL-7',
  callback_url: 'https://shop.example/webhooks/mosolo',
  description: 'Place at the market',
  max_uses: 1,
  expires_at: '2026-11-28T09:30:00Z',
  locale: 'fr',
}

export const createPaymentLink: Endpoint = {
  ...links,
  id: 'createPaymentLink',
  summary: 'Create a payment link',
  description: 'Lives for 7 days unless `expires_at` says otherwise, at most for 365.',
  body: named('LinkRequest', linkBody, exampleLinkBody),
  answers: { 200: linkAnswer },
  problems: ofAmounts,
  repeatable: true,
}

export const listPaymentLinks: Endpoint = {
  ...links,
  id: 'listPaymentLinks',
  summary: 'List payment links',
  description: 'Newest first.',
  query: z.object(pageFields),
  answers: { 200: linksAnswer },
}

export const readPaymentLink: Endpoint = {
  ...links,
  id: 'readPaymentLink',
  summary: 'Read a payment link',
  path,
  answers: { 200: linkAnswer },
  problems: [problems.link_not_found],
}

export const cancelPaymentLink: Endpoint = {
  ...links,
  id: 'cancelPaymentLink',
  summary: 'Cancel a payment link',
  path,
  answers: { 200: linkAnswer },
  problems: [
    problems.link_not_found,
    problems.link_expired,
    problems.link_has_no_use_left,
    problems.link_was_cancelled,
  ],
  repeatable: true,
}
