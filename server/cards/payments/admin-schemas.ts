// What admins are answered about payments, as schemas.
import { z } from 'zod'
import {
  cappedPageOf,
  dayText,
  environmentName,
  named,
  success,
  twoPlaces,
  utcStamp,
  zonelessStamp,
} from '../../platform/http/api.ts'
import { deliveryStoryRecord } from '../../platform/http/delivery-record.ts'
import { currencyName, fourPlaces } from '../orders/schemas.ts'
import { exampleUuid } from './example-payment.ts'
import { exampleItem, exampleStory, itemFields, refundFields, storyFields, voidFields } from './schemas.ts'

const followUpStatus = z.enum(['PENDING', 'SUCCESS', 'FAILED'])

export const refundAnswer = named(
  'RefundAnswer',
  z.object({
    refund_id: z.int(),
    cs_refund_id: z.string(),
    status: followUpStatus,
    amount: fourPlaces,
    currency: currencyName,
    refunded_total: fourPlaces,
    remaining: fourPlaces,
    transaction_status: z.enum(['PARTIALLY_REFUNDED', 'REFUNDED']),
  }),
  {
    refund_id: 12,
    cs_refund_id: '7321098456123456789077',
    status: 'SUCCESS',
    amount: '10.0000',
    currency: 'USD',
    refunded_total: '10.0000',
    remaining: '15.5000',
    transaction_status: 'PARTIALLY_REFUNDED',
  },
)

const gateway_reason = z
  .string()
  .nullable()
  .meta({ description: "The gateway's own code, where it gave one." })

export const refundHistoryAnswer = named(
  'RefundHistory',
  z.object({
    transaction_uuid: z.string(),
    refunds: z.array(
      z.object({
        id: z.int(),
        cs_refund_id: z.string(),
        amount: fourPlaces,
        status: followUpStatus,
        reason: z.string(),
        refunded_by: z.string(),
        created_at: utcStamp,
        callback_delivered: z.boolean(),
        cs_payment_id: z.string(),
        transaction_uuid: z.string(),
        currency: currencyName,
        notify_merchant: z.boolean(),
        completed_at: utcStamp.nullable(),
        gateway_reason,
      }),
    ),
  }),
  {
    transaction_uuid: exampleUuid,
    refunds: [
      {
        id: 12,
        cs_refund_id: '7321098456123456789077',
        amount: '10.0000',
        status: 'SUCCESS',
        reason: 'One of two shirts came back',
        refunded_by: 'amina',
        created_at: '2026-11-22T10:00:00Z',
        callback_delivered: true,
        cs_payment_id: '7321098456123456789012',
        transaction_uuid: exampleUuid,
        currency: 'USD',
        notify_merchant: true,
        completed_at: '2026-11-22T10:00:01Z',
        gateway_reason: null,
      },
    ],
  },
)

const voidExample = {
  void_id: 3,
  cs_void_id: '7321098456123456789088',
  status: 'SUCCESS',
  amount: '25.50',
  currency: 'USD',
  reason: 'Ordered twice',
  reason_code: '',
} as const

export const voidAnswer = named(
  'VoidAnswer',
  z.object({
    void_id: z.int(),
    cs_void_id: z.string(),
    status: followUpStatus,
    amount: twoPlaces,
    currency: currencyName,
    reason: z.string(),
    reason_code: z.string(),
    transaction_status: z.literal('VOIDED'),
  }),
  { ...voidExample, transaction_status: 'VOIDED' },
)

export const voidHistoryAnswer = named(
  'VoidHistory',
  z.object({
    transaction_uuid: z.string(),
    voids: z.array(
      z.object({
        id: z.int(),
        void_id: z.int(),
        cs_void_id: z.string(),
        amount: twoPlaces,
        currency: currencyName,
        status: followUpStatus,
        reason: z.string(),
        reason_code: z.string(),
        voided_by: z.string(),
        created_at: utcStamp,
        completed_at: utcStamp.nullable(),
        callback_delivered: z.boolean(),
      }),
    ),
  }),
  {
    transaction_uuid: exampleUuid,
    voids: [
      {
        ...voidExample,
        id: 3,
        voided_by: 'amina',
        created_at: '2026-11-21T12:00:00Z',
        completed_at: '2026-11-21T12:00:01Z',
        callback_delivered: true,
      },
    ],
  },
)

const reportLine = z.object({
  id: z.string().meta({ description: "The gateway's; empty where we never learnt it." }),
  code: z.string(),
  type: z.enum(['charge', 'refund']),
  amount: twoPlaces,
  currency: z.string(),
  status: z.string(),
})

export const reportAnswer = named(
  'Reconciliation',
  z.object({
    date: dayText,
    matched: z.int(),
    missing_here: z.array(reportLine),
    missing_there: z.array(reportLine),
    amount_differs: z.array(
      reportLine.pick({ id: true, code: true, type: true }).extend({
        amount_here: twoPlaces,
        currency_here: z.string(),
        amount_there: twoPlaces,
        currency_there: z.string(),
      }),
    ),
    status_differs: z.array(
      reportLine.omit({ status: true }).extend({ status_here: z.string(), status_there: z.string() }),
    ),
  }),
  {
    date: '2026-11-20',
    matched: 418,
    missing_here: [],
    missing_there: [
      {
        id: '7321098456123456789012',
        code: exampleUuid,
        type: 'charge',
        amount: '25.50',
        currency: 'USD',
        status: 'CHARGED',
      },
    ],
    amount_differs: [],
    status_differs: [],
  },
)

const listedPayment = z
  .object({
    ...itemFields,
    cs_payment_id: z.string(),
    merchant_code: z.string(),
    merchant_name: z.string(),
    environment: environmentName,
  })
  .meta({ id: 'ListedPayment' })

const merchant = {
  merchant_code: 'MSL-7K2M-9QXA',
  merchant_name: 'Boutique Kivu',
  environment: 'sandbox',
} as const

export const paymentsAnswer = named('ListedPayments', success(cappedPageOf(listedPayment)), {
  status: 'success',
  data: {
    items: [{ ...exampleItem, ...merchant, cs_payment_id: '7321098456123456789012' }],
    pagination: { page: 1, limit: 20, total: 1, pages: 1, capped: false },
  },
})

const action = { allowed: z.boolean(), reason: z.string().nullable() }

const operation = z.object({
  id: z.string(),
  kind: z.enum(['charge', 'undo', 'refund', 'void']),
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
      version: z.string().meta({ description: 'Of 3-D Secure.' }),
      pares_status: z.string().meta({ description: 'Y authenticated, A attempted, U unavailable.' }),
      directory_server_transaction_id: z.string(),
      flow: z.enum(['frictionless', 'challenge']),
      authenticated_at: zonelessStamp.nullable(),
    })
    .nullable()
    .meta({ description: 'For a dispute. Null unless the authentication was charged.' }),
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
} as const

export const dossierAnswer = named(
  'PaymentDossier',
  success(
    z.object({
      ...storyFields,
      merchant_code: z.string(),
      merchant_name: z.string(),
      environment: environmentName,
      authentications: z.array(authentication),
      refunds: z.array(z.object({ ...refundFields, refunded_by: z.string().nullable(), gateway_reason })),
      voids: z.array(z.object({ ...voidFields, voided_by: z.string().nullable() })),
      operations: z.array(operation).meta({ description: 'What was asked of the gateway.' }),
      deliveries: z.array(deliveryStoryRecord),
      allowed_actions: z.object({
        refund: z.object({
          ...action,
          forcible: z.boolean(),
          remaining: z.string().nullable(),
          until: zonelessStamp.nullable(),
        }),
        void: z.object({ ...action, until: zonelessStamp.nullable() }),
      }),
    }),
  ),
  {
    status: 'success',
    data: {
      ...exampleStory,
      ...merchant,
      authentications: [exampleAuthentication],
      operations: [],
      deliveries: [],
      allowed_actions: {
        refund: {
          allowed: true,
          reason: null,
          forcible: false,
          remaining: '25.50',
          until: '2027-01-20T09:31:12.482913',
        },
        void: { allowed: true, reason: null, until: '2026-11-22T09:31:12.482913' },
      },
    },
  },
)
