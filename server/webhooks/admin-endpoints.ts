// What the routes of admins about deliveries tell of themselves.
import { z } from 'zod'
import { cappedPageOf, type Endpoint, environmentName, named, success } from '../platform/http/api.ts'
import { refused, text, wholeNumber } from '../platform/http/body/body.ts'
import { deliveryStoryRecord, exampleAttempt, exampleDelivery } from '../platform/http/delivery-record.ts'
import { pageFields } from '../platform/http/list-query.ts'
import { deliveryStates } from './delivery/deliveries.ts'
import { deliveryProblems } from './problems.ts'

const mostAtOnce = 200

export const listSchema = z.object({
  ...pageFields,
  state: z.enum(deliveryStates).optional(),
  merchant_code: text({ max: 40 }).optional(),
  event_type: text({ max: 60 }).optional(),
})
const reason = text({ min: 3, max: 500 })
export const oneSchema = z.object({ reason })
export const manySchema = z.object({
  reason,
  ids: z
    .array(wholeNumber({ min: 1, max: Number.MAX_SAFE_INTEGER }))
    .superRefine((ids, context) => {
      if (ids.length >= 1 && ids.length <= mostAtOnce) return
      const fault = refused('value_error', `Value error, ids holds 1 to ${mostAtOnce} deliveries`)
      context.addIssue({ code: 'custom', ...fault })
    })
    .meta({ minItems: 1, maxItems: mostAtOnce }),
})

const deliveries = { tag: 'Deliveries', authentication: 'admin' } as const

const listed = z
  .object({
    ...deliveryStoryRecord.shape,
    merchant_code: z.string(),
    merchant_name: z.string(),
    environment: environmentName,
    subject: z.string(),
  })
  .meta({ id: 'ListedDelivery' })

export const searchDeliveries: Endpoint = {
  ...deliveries,
  id: 'searchDeliveries',
  summary: 'Look for webhooks of all merchants',
  description: 'Newest first, each with what was sent and its attempts.',
  query: listSchema,
  answers: {
    200: named('ListedDeliveries', success(cappedPageOf(listed)), {
      status: 'success',
      data: {
        items: [
          {
            ...exampleDelivery,
            body: '{"status":"SUCCESS"}',
            attempts: [{ ...exampleAttempt, response_head: 'ok' }],
            merchant_code: 'MSL-7K2M-9QXA',
            merchant_name: 'Boutique Kivu',
            environment: 'sandbox',
            subject: 'card:41',
          },
        ],
        pagination: { page: 1, limit: 20, total: 1, pages: 1, capped: false },
      },
    }),
  },
}

export const resendOne: Endpoint = {
  ...deliveries,
  id: 'resendDeliveryOfMerchant',
  summary: 'Send a webhook of a merchant again',
  path: { id: z.string().meta({ examples: ['4711'] }) },
  body: named('ResendReason', oneSchema, { reason: 'The shop was down' }),
  answers: {
    202: named('DeliveryOfMerchantResent', success(z.object({ id: z.int(), status: z.literal('PENDING') })), {
      status: 'success',
      data: { id: 4711, status: 'PENDING' },
    }),
  },
  problems: [deliveryProblems.delivery_unknown],
}

export const resendSeveral: Endpoint = {
  ...deliveries,
  id: 'resendDeliveries',
  summary: 'Send several webhooks again',
  body: named('ResendRequest', manySchema, { reason: 'The shop was down', ids: [4711, 4712] }),
  answers: {
    202: named(
      'DeliveriesResent',
      success(
        z.object({
          resent: z.int(),
          items: z.array(z.object({ id: z.int(), result: z.enum(['resent', 'under_way', 'unknown']) })),
        }),
      ),
      { status: 'success', data: { resent: 1, items: [{ id: 4711, result: 'resent' }] } },
    ),
  },
  problems: [deliveryProblems.delivery_unknown],
}
