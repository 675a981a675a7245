// Schemas shared by all responses about card payments, and those of the webhooks of section 6.2.
import { z } from 'zod'
import { named, twoPlaces, utcStamp } from '../../platform/http/api.ts'
import { cardCurrencies } from './amount.ts'
import { cavvMessage } from './decline-reasons.ts'
import { type TransactionStatus, transactionMoves } from './transaction.ts'
import {
  cancellationBody,
  type EventPayment,
  type EventRefund,
  type EventVoid,
  paymentBody,
  refundBody,
  voidBody,
} from './webhooks.ts'

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
    optionalHeaders: {
      'X-Service-Payment-Method': '`card` or `mobile_money`; only for merchants that offer mobile money.',
      'X-Service-Operator': 'The operator of the wallet, for a payment by mobile money.',
    },
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
