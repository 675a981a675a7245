// An example payment with a refund and a void, as a sandbox charge of 4242 4242 4242 4242 would produce. The API
// document and `likuta webhooks send` render their webhooks from these rows with the production code.

import { cavvMessage } from '../decline-reasons.ts'
import { exampleUuid } from '../schemas.ts'
import type { EventPayment, EventRefund, EventVoid } from './publish.ts'

export const exampleCard = {
  card_type: 'VISA',
  card_last4: '4242',
  card_expiry_date: '12-2030',
  card_bin_country: 'CD',
  card_issuer: 'BANQUE DU PLATEAU (SANDBOX)',
  card_scheme: 'VISA CREDIT',
} as const

export const examplePayment: EventPayment = {
  transaction_uuid: exampleUuid,
  status: 'SUCCESS',
  merchant_reference: 'INV-2041',
  amount_minor: 2550n,
  currency: 'USD',
  decision: 'ACCEPT',
  message: '',
  cs_payment_id: '7321098456123456789012',
  auth_cavv_result: '2',
  cavv_message: cavvMessage('2'),
  bill_to_forename: 'Grâce',
  bill_to_surname: 'Mukendi',
  bill_to_email: 'grace@example.com',
  ...exampleCard,
}

export const exampleRefund: EventRefund = {
  id: 12n,
  cs_refund_id: '7321098456123456789077',
  amount_minor: 1000n,
  refunded_total_minor: 1000n,
  reason: 'One of two shirts came back',
  gateway_reason: null,
}

export const exampleVoid: EventVoid = {
  id: 3n,
  cs_void_id: '7321098456123456789088',
  reason: 'Ordered twice',
}
