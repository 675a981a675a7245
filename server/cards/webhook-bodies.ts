// The bodies of section 6.2 as schemas, for the document.
import { z } from 'zod'
import { named, twoPlaces, utcStamp } from '../platform/endpoint.ts'
import { cardCurrencies } from './amount.ts'
import { exampleUuid, fourPlaces } from './answers.ts'

const about = {
  transaction_uuid: z.string(),
  reference: z.string(),
}

const currency = z.enum(cardCurrencies)

const payment = named(
  'PaymentEvent',
  z.object({
    status: z.enum(['SUCCESS', 'FAILED']),
    reference: z.string(),
    amount: twoPlaces,
    currency,
    decision: z.enum(['ACCEPT', 'REJECT', 'REVIEW', '']),
    message: z.string(),
    transaction_uuid: z.string(),
    cs_payment_id: z.string(),
    auth_cavv_result: z.string(),
    customer_name: z.string(),
    customer_email: z.string(),
    cavv_message: z.string(),
    card_type: z.string(),
    card_last4: z.string(),
    card_expiry_date: z.string(),
    card_bin_country: z.string(),
    card_issuer: z.string(),
    card_scheme: z.string(),
  }),
  {
    status: 'SUCCESS',
    reference: 'INV-2041',
    amount: '25.50',
    currency: 'USD',
    decision: 'ACCEPT',
    message: '',
    transaction_uuid: exampleUuid,
    cs_payment_id: '7321098456123456789012',
    auth_cavv_result: '2',
    customer_name: 'Grâce Mukendi',
    customer_email: 'grace@example.com',
    cavv_message: '',
    card_type: '001',
    card_last4: '4242',
    card_expiry_date: '12-2030',
    card_bin_country: 'US',
    card_issuer: 'Sandbox Bank',
    card_scheme: 'VISA',
  },
  'Everything is text, and empty where it is not known. It has no `event_type`.',
)

const cancellation = named(
  'CancellationEvent',
  z.object({
    event_type: z.literal('PAYMENT_CANCELLATION'),
    ...about,
    amount: twoPlaces,
    currency,
    timestamp: utcStamp,
  }),
  {
    event_type: 'PAYMENT_CANCELLATION',
    transaction_uuid: exampleUuid,
    reference: 'INV-2041',
    amount: '25.50',
    currency: 'USD',
    timestamp: '2026-11-21T09:34:10Z',
  },
)

const undone = { reason: z.string(), reason_code: z.string(), message: z.string(), timestamp: utcStamp }

const refund = named(
  'RefundEvent',
  z.object({
    event_type: z.literal('REFUND'),
    status: z.literal('SUCCESS'),
    ...about,
    cs_payment_id: z.string(),
    cs_refund_id: z.string(),
    refund_id: z.int(),
    amount: fourPlaces,
    currency,
    refunded_total: fourPlaces,
    remaining: fourPlaces,
    ...undone,
  }),
  {
    event_type: 'REFUND',
    status: 'SUCCESS',
    transaction_uuid: exampleUuid,
    reference: 'INV-2041',
    cs_payment_id: '7321098456123456789012',
    cs_refund_id: '7321098456123456789077',
    refund_id: 12,
    amount: '10.0000',
    currency: 'USD',
    refunded_total: '10.0000',
    remaining: '15.5000',
    reason: 'One of two shirts came back',
    reason_code: '',
    message: '',
    timestamp: '2026-11-22T10:00:00Z',
  },
)

const voided = named(
  'VoidEvent',
  z.object({
    event_type: z.literal('VOID'),
    status: z.literal('SUCCESS'),
    ...about,
    cs_payment_id: z.string(),
    cs_void_id: z.string(),
    void_id: z.int(),
    amount: twoPlaces,
    currency,
    ...undone,
  }),
  {
    event_type: 'VOID',
    status: 'SUCCESS',
    transaction_uuid: exampleUuid,
    reference: 'INV-2041',
    cs_payment_id: '7321098456123456789012',
    cs_void_id: '7321098456123456789088',
    void_id: 3,
    amount: '25.50',
    currency: 'USD',
    reason: 'Ordered twice',
    reason_code: '',
    message: '',
    timestamp: '2026-11-21T12:00:00Z',
  },
)

export const cardEvents = [
  {
    name: 'Payment',
    summary: 'A payment has ended',
    description: 'The outcome of a payment: this, and not the way back of the browser, is what counts.',
    signed: true,
    body: payment,
  },
  {
    name: 'PaymentCancellation',
    summary: 'The customer has cancelled',
    description: 'Unsigned, for information only: the outcome comes by itself, signed, as FAILED.',
    signed: false,
    body: cancellation,
  },
  {
    name: 'Refund',
    summary: 'Money has gone back',
    description: 'After a refund with `notify_merchant`.',
    signed: true,
    body: refund,
  },
  {
    name: 'Void',
    summary: 'A payment was taken back',
    description: 'After a void with `notify_merchant`.',
    signed: true,
    body: voided,
  },
] as const
