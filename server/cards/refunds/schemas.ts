// Schemas of refund requests and responses.
import { z } from 'zod'
import { named, utcStamp } from '../../platform/http/api.ts'
import { decimalNumber, freeText, optional } from '../../platform/http/body/body.ts'
import { amountFault } from '../transaction/amount.ts'
import { currencyName, exampleUuid, followUpStatus, fourPlaces } from '../transaction/schemas.ts'

/** Everything that is left, unless the request names an amount. */
export const refundAmount = optional(
  decimalNumber.superRefine((digits, context) => {
    const fault = amountFault(digits)
    if (fault) context.addIssue({ code: 'custom', params: fault })
  }),
)

export const refundSchema = z.object({
  amount: refundAmount,
  reason: freeText({ min: 3 }),
  notify_merchant: optional(z.boolean()),
  force: optional(z.boolean()),
})

export const refundResponse = named(
  'RefundResponse',
  z.object({
    refund_id: z.int(),
    cs_refund_id: z.string(),
    status: followUpStatus,
    amount: fourPlaces,
    currency: currencyName,
    refunded_total: fourPlaces,
    remaining: fourPlaces,
    transaction_status: z.enum(['SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED']),
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

export const gateway_reason = z
  .string()
  .nullable()
  .meta({ description: "The gateway's own reason code, if it gave one." })

export const refundHistoryResponse = named(
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
