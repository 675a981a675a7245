// Custom checkout routes: the four calls that a merchant's server makes. Each call authenticates separately.

import { signedEndpoint } from '../../merchants/identity/signed-endpoint.ts'
import { keys } from '../../platform/http/access.ts'
import { named } from '../../platform/http/api.ts'
import { jsonBody, requestFacts } from '../../platform/http/http.ts'
import { ofAddresses, ofAmounts, cardProblems as problems } from '../transaction/problems.ts'
import { exampleUuid } from '../transaction/schemas.ts'
import { enrolMicroform, openCaptureContext, setUpMicroform } from './capture-context.ts'
import { chargeMicroform } from './charge-token.ts'
import type { MicroformNeeds } from './microform.ts'
import {
  captureContextResponse,
  captureContextSchema,
  chargeResponse,
  chargeSchema,
  enrolmentResponse,
  enrolmentSchema,
  setupResponse,
  setupSchema,
} from './schemas.ts'

const customCheckout = {
  tag: 'Custom checkout',
  repeatable: true,
} as const

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
  problems.payment_method_not_enabled,
  problems.transaction_expired,
  problems.transaction_finished,
  problems.attempt_running,
  problems.capture_context_expired,
  problems.transient_token_invalid,
  problems.gateway_unreachable,
]

export const microformRoutes = [
  signedEndpoint({
    ...customCheckout,
    id: 'openCaptureContext',
    method: 'POST',
    path: '/api/v1/microform/capture-context',
    priority: 'charge',
    access: keys('charge'),
    summary: 'Open card fields',
    description:
      "Creates the transaction, and the token that the gateway's library needs to show its card fields. With `transaction_uuid`, renews the card fields of an open transaction, for up to two hours; a card that was typed into the earlier fields still pays it.",
    body: named('CaptureContextRequest', captureContextSchema, {
      target_origin: 'https://shop.example',
      allowed_card_networks: ['VISA', 'MASTERCARD'],
      locale: 'fr_FR',
      merchant_reference: 'INV-2041',
    }),
    responses: { 200: captureContextResponse },
    problems: [
      problems.microform_disabled,
      problems.origin_not_allowed,
      problems.transaction_not_found,
      problems.transaction_finished,
      problems.attempt_running,
      problems.transaction_expired,
      problems.gateway_unreachable,
    ],
    work: async (needs: MicroformNeeds, { merchant, request }) =>
      openCaptureContext(needs, merchant, jsonBody(request)),
  }),
  signedEndpoint({
    ...customCheckout,
    id: 'setUpAuthentication',
    method: 'POST',
    path: '/api/v1/microform/pa-setup',
    priority: 'charge',
    access: keys('charge'),
    summary: 'Start payer authentication',
    body: named('SetupRequest', setupSchema, { transaction_uuid: exampleUuid, transient_token: token }),
    responses: { 200: setupResponse },
    problems: ofAttempts,
    work: async (needs: MicroformNeeds, { merchant, request }) =>
      setUpMicroform(needs, merchant, jsonBody(request)),
  }),
  signedEndpoint({
    ...customCheckout,
    id: 'enrolPayer',
    method: 'POST',
    path: '/api/v1/microform/pa-enroll',
    priority: 'charge',
    access: keys('charge'),
    summary: 'Enrol the payer in 3-D Secure',
    description:
      'Fixes the amount, and returns whether the issuer requires a challenge. A retry with the same `reference_id` gets the recorded response.',
    body: named('EnrolmentRequest', enrolmentSchema, {
      transaction_uuid: exampleUuid,
      transient_token: token,
      reference_id: '3f1c9d6e-52ab-4a0e-9b37-0f6a2c1d8e55',
      amount: 25.5,
      currency: 'USD',
      bill_to: exampleBillTo,
      browser: { language: 'fr-CD', color_depth: '24', screen_height: '800', screen_width: '360' },
    }),
    responses: { 200: enrolmentResponse },
    problems: [
      ...ofAmounts,
      ...ofAddresses,
      ...ofAttempts,
      problems.attempt_not_found,
      problems.amount_not_enrolled,
      problems.charge_running,
      problems.charge_outcome_unknown,
    ],
    work: async (needs: MicroformNeeds, { merchant, request }) =>
      enrolMicroform(needs, merchant, jsonBody(request), requestFacts(request)),
  }),
  signedEndpoint({
    ...customCheckout,
    id: 'chargeToken',
    method: 'POST',
    path: '/api/v1/microform/charge',
    priority: 'charge',
    access: keys('charge'),
    summary: 'Charge a card token',
    description: 'Charges each `transaction_uuid` once: a retry gets the recorded outcome.',
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
        callback_url: 'https://shop.example/webhooks/likuta',
        authentication_transaction_id: 'kQ3vZr8LmN5pTx7yWb2c',
      },
    ),
    responses: { 200: chargeResponse },
    problems: [
      ...ofAmounts,
      ...ofAddresses,
      problems.transaction_not_found,
      problems.microform_disabled,
      problems.payment_method_not_enabled,
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
    work: async (needs: MicroformNeeds, { merchant, request }) =>
      chargeMicroform(needs, merchant, jsonBody(request)),
  }),
]
