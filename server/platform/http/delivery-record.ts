// Response schemas for webhooks and their delivery attempts, as merchants and admins read them.
import { z } from 'zod'
import { zonelessStamp } from './api.ts'

export const deliveryState = z.enum(['PENDING', 'DELIVERED', 'FAILED', 'DEAD'])

const attempt = z.object({
  at: zonelessStamp,
  http_status: z.int().nullable(),
  error: z.string().nullable(),
  duration_ms: z.number(),
})

const fields = {
  id: z.int(),
  event_id: z.string(),
  event_type: z.string(),
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

export const exampleDelivery = {
  id: 4711,
  event_id: '019f3c2e-8a41-7bb2-9d0e-5a6f3c1b2d4e',
  event_type: 'PAYMENT',
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
