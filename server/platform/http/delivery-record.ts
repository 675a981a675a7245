// Response schemas for webhooks and their delivery attempts, as merchants and admins read them.
import { z } from 'zod'
import { twoPlaces, zonelessStamp } from './api.ts'

export const deliveryState = z.enum(['PENDING', 'DELIVERED', 'FAILED', 'DEAD'])

const attempt = z.object({
  at: zonelessStamp,
  http_status: z.int().nullable(),
  error: z.string().nullable(),
  duration_ms: z.number(),
})

/** What a webhook is about. */
export const aboutSchema = z.object({
  type: z.enum(['payment', 'transfer']),
  id: z
    .string()
    .meta({ description: 'The `transaction_uuid` of the payment or the `transaction_id` of the transfer.' }),
  reference: z.string(),
  outcome: z.string().nullable().meta({ description: 'The `status` in the body; null if it has none.' }),
  amount: twoPlaces
    .nullable()
    .meta({ description: 'The amount in the body: of a refund, what was refunded.' }),
  currency: z.string().nullable(),
})

const fields = {
  id: z
    .string()
    .meta({ description: 'The id of the delivery. To the webhook URL it is the id of the event.' }),
  event_id: z.string().meta({ description: 'The `X-Service-Event-Id`, the same at each of your addresses.' }),
  endpoint_id: z.string().nullable().meta({
    description: 'The further webhook endpoint that it goes to; null for the webhook URL.',
  }),
  event_type: z.string(),
  about: aboutSchema.nullable().meta({
    description: 'The payment or transfer that the webhook reports; null for an event about neither.',
  }),
  url: z.string(),
  status: deliveryState,
  next_attempt_at: zonelessStamp.nullable(),
  created_at: zonelessStamp,
}

export const deliverySchema = z.object({ ...fields, attempts: z.array(attempt) }).meta({ id: 'Delivery' })

/** Includes the exact payload that was sent and the beginning of each reply. */
export const deliveryDetailSchema = z
  .object({
    ...fields,
    body: z.string(),
    attempts: z.array(attempt.extend({ response_head: z.string() })),
  })
  .meta({ id: 'DeliveryDetail' })

export const exampleDeliveryId = '019f3c2e-8a41-7bb2-9d0e-5a6f3c1b2d4e'

export const exampleDelivery = {
  id: exampleDeliveryId,
  event_id: exampleDeliveryId,
  endpoint_id: null,
  event_type: 'PAYMENT',
  about: {
    type: 'payment' as const,
    id: 'LKT-20261121-093000-7K2M9QXA-CD',
    reference: 'INV-2041',
    outcome: 'SUCCESS',
    amount: '25.50',
    currency: 'USD',
  },
  url: 'https://shop.example/webhooks/likuta',
  status: 'DELIVERED' as const,
  next_attempt_at: null,
  created_at: '2026-11-21T09:31:12.482913',
}

export const exampleAttempt = {
  at: '2026-11-21T09:31:12.703110',
  http_status: 200,
  error: null,
  duration_ms: 87,
}
