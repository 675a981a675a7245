// Request and response schemas of further webhook endpoints.
import { z } from 'zod'
import { passwordField } from '../../accounts/account.ts'
import { dataResponse, zonelessStamp } from '../../platform/http/api.ts'
import { freeText, optional, refused, webUrl } from '../../platform/http/body/body.ts'
import { maxEndpoints } from '../../webhooks/endpoints.ts'
import { eventTypes } from '../../webhooks/feed.ts'

const currentPassword = optional(passwordField).meta({
  description:
    'Proves who you are, unless you have a second factor or send a step-up. Not needed in the sandbox.',
})
const eventNames = z
  .array(z.enum(eventTypes))
  .refine((names) => names.length > 0, refused('too_short', 'List should have at least 1 item'))
  .meta({
    minItems: 1,
    description: 'The events that are copied to it, whether the webhook URL gets them or not.',
  })
const description = optional(freeText({ max: 200 })).meta({ description: 'What it is for, in your words.' })
const enabled = optional(z.boolean()).meta({
  description: 'A disabled endpoint gets no copies, and deliveries that wait for it end as FAILED.',
})

export function newEndpointSchema(accepts: (url: URL) => boolean) {
  const url = webUrl(accepts).meta({ description: 'Where the copies are sent.' })
  return z.object({ url, events: eventNames, description, enabled, current_password: currentPassword })
}

/** What is absent stays as it is. */
export function endpointChangeSchema(accepts: (url: URL) => boolean) {
  return z.object({
    url: optional(webUrl(accepts)).meta({
      description: 'Absent leaves it as it is. Deliveries that wait are sent to the new one.',
    }),
    events: optional(eventNames).meta({
      description: 'All events that are copied; absent leaves them as they are.',
    }),
    description,
    enabled,
    current_password: currentPassword,
  })
}

const fields = {
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(eventTypes)),
  description: z.string(),
  enabled: z.boolean(),
  created_at: zonelessStamp,
  /** Until then its webhooks have a signature of the secret before, too. */
  previous_valid_until: zonelessStamp.nullable(),
}

export const exampleEndpointId = '019f3c2e-9b10-7c41-8f2a-6b1d4e5f7a00'
const secret = z.string().meta({ description: 'Signs its webhooks. It is never shown again.' })
const example = {
  id: exampleEndpointId,
  url: 'https://erp.shop.example/likuta',
  events: ['PAYMENT' as const, 'REFUND' as const],
  description: 'Accounting',
  enabled: true,
  created_at: '2026-11-21T09:30:00.118204',
  previous_valid_until: null,
}

export const exampleNewEndpoint = {
  url: example.url,
  events: example.events,
  description: example.description,
}

const endpoint = z.object(fields).meta({ id: 'WebhookEndpoint' })

export const endpointsResponse = dataResponse(
  'WebhookEndpoints',
  z.object({
    items: z.array(endpoint),
    maximum: z.int().meta({ description: 'How many a merchant has at most.' }),
  }),
  { items: [example], maximum: maxEndpoints },
)
export const endpointResponse = dataResponse('WebhookEndpointResponse', endpoint, example)
export const newEndpointResponse = dataResponse('NewWebhookEndpoint', z.object({ ...fields, secret }), {
  ...example,
  secret: 'whsec_…',
})
export const endpointSecretResponse = dataResponse(
  'NewWebhookEndpointSecret',
  z.object({ secret, rotated_at: zonelessStamp, previous_valid_until: fields.previous_valid_until }),
  {
    secret: 'whsec_…',
    rotated_at: '2026-11-21T09:30:00.118204',
    previous_valid_until: '2026-11-22T09:30:00.118204',
  },
)
