// Schemas of payments in lists and in detail, for merchants and admins.
import { z } from 'zod'
import { pendingField } from '../../admin/approvals/pending.ts'
import {
  cappedPageResponse,
  dataResponse,
  environmentName,
  merchantZone,
  twoPlaces,
  zonelessStamp,
} from '../../platform/http/api.ts'
import { deliveryDetailSchema } from '../../platform/http/delivery-record.ts'
import { paymentDispute, shownDispute } from '../disputes/schemas.ts'
import { refundRequestRecord } from '../refund-requests/schemas.ts'
import { gateway_reason } from '../refunds/schemas.ts'
import { paidWithFields } from '../transaction/paid-with.ts'
import {
  currencyName,
  exampleCard,
  exampleUuid,
  followUpStatus,
  transactionStatus,
} from '../transaction/schemas.ts'

const amount = z
  .string()
  .nullable()
  .meta({ description: 'With two decimals; null while a custom checkout has no amount.' })

const paymentSummaryFields = {
  transaction_uuid: z.string(),
  merchant_reference: z.string(),
  description: z
    .string()
    .nullable()
    .meta({ description: 'What the payment link says is sold; null without a link or a description.' }),
  status: transactionStatus,
  amount,
  currency: currencyName.nullable(),
  customer_name: z.string().nullable(),
  card_type: z.string(),
  card_last4: z.string(),
  ...paidWithFields,
  created_at: zonelessStamp,
  finalised_at: zonelessStamp.nullable(),
  origin: z.string(),
  disputed: z.boolean().meta({ description: 'Whether a dispute of the payment is open.' }),
  dispute: shownDispute
    .nullable()
    .meta({ description: 'An open dispute, otherwise the newest; null without one.' }),
  possible_duplicate: z.boolean().optional().meta({
    description:
      'Whether another payment of the same reference, amount and payer was made within 20 minutes, and both are kept; in the list of payments and in the detail.',
  }),
}

export const paymentSummary = z
  .object({ ...paymentSummaryFields, allowed_actions: z.array(z.literal('checkout')) })
  .meta({ id: 'PaymentSummary' })

export const examplePaymentSummary = {
  transaction_uuid: exampleUuid,
  merchant_reference: 'INV-2041',
  description: null,
  status: 'SUCCESS',
  amount: '25.50',
  currency: 'USD',
  customer_name: 'Grâce Mukendi',
  card_type: exampleCard.card_type,
  card_last4: exampleCard.card_last4,
  created_at: '2026-11-21T09:30:00.118204',
  finalised_at: '2026-11-21T09:31:12.482913',
  origin: 'order',
  disputed: false,
  dispute: null,
} as const

const followUp = {
  status: followUpStatus,
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
  .meta({ id: 'BillTo', description: 'Fields are null until a custom checkout provides them.' })

/** The payment detail without refunds and voids, whose requester only admins may see. */
export const paymentDetailFields = {
  ...paymentSummaryFields,
  message: z.string(),
  reason_code: z.string(),
  decision: z.string(),
  cs_payment_id: z.string(),
  financial: z.object({
    commission_rate: z.string(),
    commission_amount: amount,
    merchant_amount: amount,
    refunded_amount: amount,
    disputed_amount: amount.meta({
      description: 'What disputes have taken from the balance and not given back, fees included.',
    }),
    net_amount: amount.meta({
      description:
        'What the payment has left on the balance: `merchant_amount` after refunds, a void and disputes. Null for a payment that was not made.',
    }),
  }),
  bill_to: billTo,
  checkout_link: z.string().nullable(),
  refund_requests: z.array(refundRequestRecord),
  disputes: z.array(paymentDispute),
  moves: z.array(
    z.object({
      event: z.string(),
      from: z.string(),
      to: z.string(),
      reason_code: z.string().meta({
        description:
          'Why the card was declined. A `declined` attempt leaves the payment open for another card.',
      }),
      at: zonelessStamp,
    }),
  ),
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

export const examplePaymentDetail = {
  ...examplePaymentSummary,
  message: '',
  reason_code: '',
  decision: 'ACCEPT',
  cs_payment_id: '7321098456123456789012',
  financial: {
    commission_rate: '3.50',
    commission_amount: '0.89',
    merchant_amount: '24.61',
    refunded_amount: '0.00',
    disputed_amount: '0.00',
    net_amount: '24.61',
  },
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
  moves: [
    { event: 'charged', from: 'PENDING', to: 'SUCCESS', reason_code: '', at: '2026-11-21T09:31:12.482913' },
  ],
  authentications: [
    {
      state: 'used',
      created_at: '2026-11-21T09:31:02.000417',
      authenticated_at: '2026-11-21T09:31:04.118204',
    },
  ],
  refunds: [],
  refund_requests: [],
  disputes: [],
  voids: [],
}

const listedPayment = z
  .object({
    ...paymentSummaryFields,
    cs_payment_id: z.string(),
    merchant_code: z.string(),
    merchant_name: z.string(),
    environment: environmentName,
  })
  .meta({ id: 'AdminPaymentSummary' })

const merchant = {
  merchant_code: 'LKT-7K2M-9QXA',
  merchant_name: 'Boutique Kivu',
  environment: 'sandbox',
} as const

export const paymentsResponse = cappedPageResponse('AdminPayments', listedPayment, {
  ...examplePaymentSummary,
  ...merchant,
  cs_payment_id: '7321098456123456789012',
})

const action = { allowed: z.boolean(), reason: z.string().nullable() }

const operation = z.object({
  id: z.string(),
  kind: z.enum(['charge', 'collection', 'undo', 'refund', 'void']),
  state: z.enum(['intent', 'sent', 'unknown', 'undoing', 'confirmed', 'declined', 'undone']),
  attempts: z.int(),
  upstream_id: z.string().nullable(),
  correlation_id: z.string().nullable(),
  detail: z.string().nullable(),
  created_at: zonelessStamp,
  resolved_at: zonelessStamp.nullable(),
  next_check_at: zonelessStamp.nullable(),
})

const authentication = z.object({
  state: z.string(),
  created_at: zonelessStamp,
  authenticated_at: zonelessStamp.nullable(),
  evidence: z
    .object({
      eci: z.string(),
      version: z.string().meta({ description: 'The 3-D Secure version.' }),
      pares_status: z.string().meta({ description: 'Y authenticated, A attempted, U unavailable.' }),
      directory_server_transaction_id: z.string(),
      flow: z.enum(['frictionless', 'challenge']),
      authenticated_at: zonelessStamp.nullable(),
    })
    .nullable()
    .meta({ description: 'Evidence for a dispute. Null unless the authentication was charged.' }),
  device: z
    .object({
      ip_address: z.string().nullable(),
      user_agent: z.string().nullable(),
      language: z.string().nullable(),
      screen: z.string().nullable().meta({ description: 'Width and height in pixels.' }),
    })
    .nullable()
    .meta({ description: "The payer's device. Deleted soon after an authentication that was not charged." }),
})

const exampleAuthentication = {
  state: 'used',
  created_at: '2026-11-21T09:31:02.000417',
  authenticated_at: '2026-11-21T09:31:04.118204',
  evidence: {
    eci: '05',
    version: '2.2.0',
    pares_status: 'Y',
    directory_server_transaction_id: '0b24a1f6-8d53-4b7e-9a3a-0c6f2d5b7e11',
    flow: 'frictionless',
    authenticated_at: '2026-11-21T09:31:04.118204',
  },
  device: {
    ip_address: '203.0.113.7',
    user_agent:
      'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36',
    language: 'fr-CD',
    screen: '360x800',
  },
} as const

export const adminPaymentResponse = dataResponse(
  'AdminPaymentDetail',
  z.object({
    ...paymentDetailFields,
    merchant_code: z.string(),
    merchant_name: z.string(),
    time_zone: merchantZone,
    environment: environmentName,
    authentications: z.array(authentication),
    refunds: z.array(z.object({ ...refundFields, refunded_by: z.string().nullable(), gateway_reason })),
    voids: z.array(z.object({ ...voidFields, voided_by: z.string().nullable() })),
    operations: z.array(operation).meta({ description: 'The calls to the card gateway and to operators.' }),
    refused_returns: z
      .array(
        z.object({ collection_id: z.string(), amount: twoPlaces, currency: currencyName, refusals: z.int() }),
      )
      .meta({
        description: 'Mobile money that came too late, and that the paying number has not taken back.',
      }),
    deliveries: z.array(deliveryDetailSchema),
    pending_approvals: pendingField,
    allowed_actions: z.object({
      refund: z.object({
        ...action,
        approval_from: twoPlaces.nullable().meta({
          description: 'From which amount on your refund waits for another admin; null: none does.',
        }),
        forcible: z.boolean(),
        remaining: z.string().nullable(),
        until: zonelessStamp.nullable(),
      }),
      void: z.object({ ...action, needs_approval: z.boolean(), until: zonelessStamp.nullable() }),
    }),
  }),
  {
    ...examplePaymentDetail,
    ...merchant,
    time_zone: 'Africa/Lubumbashi',
    authentications: [exampleAuthentication],
    operations: [],
    refused_returns: [],
    deliveries: [],
    pending_approvals: [],
    allowed_actions: {
      refund: {
        allowed: true,
        reason: null,
        approval_from: null,
        forcible: false,
        remaining: '25.50',
        until: '2027-01-20T09:31:12.482913',
      },
      void: { allowed: true, reason: null, needs_approval: false, until: '2026-11-22T09:31:12.482913' },
    },
  },
)
