// Schemas of refund requests, for merchants and admins.
import { z } from 'zod'
import { withoutCardNumbers } from '../../kernel/card-number.ts'
import {
  cappedPageResponse,
  dataResponse,
  environmentName,
  listResponse,
  merchantZone,
  named,
  secondUserField,
  twoPlaces,
  zonelessStamp,
} from '../../platform/http/api.ts'
import { text, unstorable } from '../../platform/http/body/body.ts'
import { pageFields } from '../../platform/http/list-query.ts'
import { refundAmount } from '../refunds/schemas.ts'
import { currencyName, exampleUuid, followUpStatus, transactionStatus } from '../transaction/schemas.ts'
import { refundRequestStates } from './queries.ts'

/** What somebody wrote: words that others can read, and without the card number that a customer may have sent. */
const reason = text({ min: 3, max: 500 })
  .refine((value) => /[\p{L}\p{N}]/u.test(value), unstorable)
  .overwrite(withoutCardNumbers)

export const newRequestSchema = z.object({
  amount: refundAmount,
  reason,
})

export const newRequestBody = named('NewRefundRequest', newRequestSchema, {
  amount: 10,
  reason: 'One of two shirts came back',
})

export const decisionSchema = z.object({ reason })
export const decisionBody = named('RefundRequestDecision', decisionSchema, {
  reason: 'The parcel was delivered',
})

const requestFields = {
  id: z.string(),
  transaction_uuid: z.string(),
  amount: twoPlaces,
  currency: currencyName,
  reason: z.string(),
  state: z.enum(refundRequestStates).meta({
    description:
      '`APPROVED` until the outcome of the refund is known. `EXPIRED` when the payment can no longer be refunded.',
  }),
  approval_id: z.string().nullable().meta({
    description:
      'While it waits: the approval that a second user of yours decides, or its own id, under which we decide it.',
  }),
  requested_by: z.string().meta({ description: 'The email of your user, or `api` for your server.' }),
  created_at: zonelessStamp,
  decided_at: zonelessStamp.nullable(),
  decision_reason: z.string().nullable().meta({ description: 'Why the request was rejected.' }),
  refund: z
    .object({ id: z.int(), status: followUpStatus, completed_at: zonelessStamp.nullable() })
    .nullable()
    .meta({ description: 'The refund of an approved request.' }),
}

export const refundRequestRecord = z.object(requestFields).meta({ id: 'RefundRequestRecord' })

export const exampleRequestId = '0193a7c4-5b1e-7c3a-9f2d-6e8b0a4c1d7f'

const exampleRefundRequest = {
  id: exampleRequestId,
  transaction_uuid: exampleUuid,
  amount: '10.00',
  currency: 'USD',
  reason: 'One of two shirts came back',
  state: 'WAITING',
  approval_id: exampleRequestId,
  requested_by: 'grace@example.com',
  created_at: '2026-11-21T10:00:00.118204',
  decided_at: null,
  decision_reason: null,
  refund: null,
} as const

export const refundRequestResponse = dataResponse(
  'RefundRequestResponse',
  refundRequestRecord,
  exampleRefundRequest,
)

export const refundRequestsResponse = listResponse(
  'RefundRequests',
  refundRequestRecord,
  exampleRefundRequest,
)

/** Whether a payment can be refunded now, for the portal. */
export const refundable = z
  .object({
    allowed: z.boolean(),
    reason: z.string().nullable().meta({ description: 'Why not.' }),
    remaining: twoPlaces.nullable(),
    until: zonelessStamp.nullable(),
    at_once: z
      .boolean()
      .meta({ description: 'Whether the merchant may refund at once, without our approval.' }),
    at_once_up_to: twoPlaces.nullable().meta({
      description:
        'Up to which amount the balance covers a refund at once; a larger one waits for our approval.',
    }),
    second_user_from: secondUserField,
  })
  .meta({ id: 'Refundable' })

export const exampleRefundable = {
  allowed: true,
  reason: null,
  remaining: '25.50',
  until: '2027-01-20T09:31:12.482913',
  at_once: false,
  at_once_up_to: null,
  second_user_from: null,
}

export const requestSearchSchema = z.object({
  ...pageFields,
  state: z.enum(refundRequestStates).optional(),
  merchant_code: text({ max: 40 }).optional(),
})

const action = z.object({ allowed: z.boolean(), reason: z.string().nullable() })

const adminRequest = z
  .object({
    ...requestFields,
    decided_by: z.string().nullable(),
    merchant_code: z.string(),
    merchant_name: z.string(),
    time_zone: merchantZone,
    environment: environmentName,
    payment: z.object({
      merchant_reference: z.string(),
      customer_name: z.string().nullable(),
      status: transactionStatus,
      amount: twoPlaces,
      refunded: twoPlaces,
      remaining: twoPlaces,
      card_type: z.string(),
      card_last4: z.string(),
      finalised_at: zonelessStamp.nullable(),
      until: zonelessStamp.nullable().meta({ description: 'The end of the 60 days for refunds.' }),
    }),
    allowed_actions: z.object({ approve: action, reject: action }),
  })
  .meta({ id: 'AdminRefundRequest' })

const exampleAdminRequest = {
  ...exampleRefundRequest,
  decided_by: null,
  merchant_code: 'LKT-7K2M-9QXA',
  merchant_name: 'Boutique Kivu',
  time_zone: 'Africa/Lubumbashi',
  environment: 'sandbox',
  payment: {
    merchant_reference: 'INV-2041',
    customer_name: 'Grâce Mukendi',
    status: 'SUCCESS',
    amount: '25.50',
    refunded: '0.00',
    remaining: '25.50',
    card_type: 'VISA',
    card_last4: '4242',
    finalised_at: '2026-11-21T09:31:12.482913',
    until: '2027-01-20T09:31:12.482913',
  },
  allowed_actions: { approve: { allowed: true, reason: null }, reject: { allowed: true, reason: null } },
} as const

export const adminRequestsResponse = cappedPageResponse(
  'AdminRefundRequests',
  adminRequest,
  exampleAdminRequest,
)

export const adminRequestResponse = dataResponse(
  'AdminRefundRequestResponse',
  adminRequest,
  exampleAdminRequest,
)
