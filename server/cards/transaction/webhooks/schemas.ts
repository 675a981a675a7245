// Schemas of the webhook bodies of section 6.2, for the API document.
import { z } from 'zod'
import { named, twoPlaces, utcStamp } from '../../../platform/http/api.ts'
import { cardCurrencies } from '../amount.ts'
import { fourPlaces } from '../schemas.ts'
import { examplePayment, exampleRefund, exampleVoid } from './examples.ts'
import { cancellationBody, paymentBody, refundBody, voidBody } from './publish.ts'

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
  paymentBody(examplePayment),
  'All values are text; unknown values are empty. There is no `event_type`.',
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
  cancellationBody(examplePayment, Temporal.Instant.from('2026-11-21T09:34:10Z')),
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
  refundBody(examplePayment, exampleRefund, Temporal.Instant.from('2026-11-22T10:00:00Z')),
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
  voidBody(examplePayment, exampleVoid, Temporal.Instant.from('2026-11-21T12:00:00Z')),
)

export const cardEvents = [
  {
    name: 'Payment',
    summary: 'Payment completed',
    description: 'The outcome of a payment. Rely on this webhook, not on the browser redirect.',
    signed: true,
    body: payment,
  },
  {
    name: 'PaymentCancellation',
    summary: 'Payment cancelled by the customer',
    description: 'Unsigned, for information only. The signed outcome, FAILED, is sent separately.',
    signed: false,
    body: cancellation,
  },
  {
    name: 'Refund',
    summary: 'Payment refunded',
    description: 'Sent after a refund with `notify_merchant`.',
    signed: true,
    body: refund,
  },
  {
    name: 'Void',
    summary: 'Payment voided',
    description: 'Sent after a void with `notify_merchant`.',
    signed: true,
    body: voided,
  },
] as const
