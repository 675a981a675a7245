// Admin API for webhook deliveries: search over all merchants, and resend one or several.

import { z } from 'zod'
import { adminOf } from '../../admin/access.ts'
import { isUuid } from '../../kernel/id.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Cells } from '../../platform/database/cells.ts'
import { admins } from '../../platform/http/access.ts'
import {
  cappedPageResponse,
  dataResponse,
  environmentName,
  merchantZone,
  named,
} from '../../platform/http/api.ts'
import { check, reasonText, refused, text } from '../../platform/http/body/body.ts'
import {
  deliveryDetailSchema,
  exampleAttempt,
  exampleDelivery,
  exampleDeliveryId,
} from '../../platform/http/delivery-record.ts'
import { endpoint, endpointOfCells, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { pagedUpTo, pageFields, rangeOf, readQuery } from '../../platform/http/list-query.ts'
import { placeOfUuid } from '../../platform/http/place.ts'
import {
  deliveryProblems,
  type ResendNeeds,
  resendMany,
  runOncePerKey,
  searchAllDeliveries,
} from './admin-search.ts'
import { deliveryStates, resendResults } from './deliveries.ts'

const maxAtOnce = 200

const listSchema = z.object({
  ...pageFields,
  state: z.enum(deliveryStates).optional(),
  merchant_code: text({ max: 40 }).optional(),
  event_type: text({ max: 60 }).optional(),
})
const reason = reasonText()
const oneSchema = z.object({ reason })
const manySchema = z.object({
  reason,
  ids: z
    .array(text().refine(isUuid, 'Value error, not an id of a delivery'))
    .superRefine((ids, context) => {
      if (ids.length >= 1 && ids.length <= maxAtOnce) return
      const fault = refused('value_error', `Value error, ids holds 1 to ${maxAtOnce} deliveries`)
      context.addIssue({ code: 'custom', ...fault })
    })
    .meta({ minItems: 1, maxItems: maxAtOnce }),
})

const deliveries = { tag: 'Deliveries' } as const

const listed = z
  .object({
    ...deliveryDetailSchema.shape,
    merchant_code: z.string(),
    merchant_name: z.string(),
    time_zone: merchantZone,
    environment: environmentName,
    subject: z.string(),
  })
  .meta({ id: 'AdminDelivery' })

const resending = {
  ...deliveries,
  method: 'POST',
  priority: 'list',
  access: admins('webhooks'),
  stepUp: 'harmless',
  conflictOfInterest: 'record',
} as const

export const adminDeliveryRoutes = [
  endpointOfCells({
    ...deliveries,
    id: 'searchDeliveries',
    method: 'GET',
    path: '/api/v1/admin/deliveries',
    priority: 'list',
    access: admins('read'),
    summary: 'Search webhooks of all merchants',
    description: 'Newest first, each with its body and attempts.',
    query: listSchema,
    responses: {
      200: cappedPageResponse('AdminDeliveries', listed, {
        ...exampleDelivery,
        body: '{"status":"SUCCESS"}',
        attempts: [{ ...exampleAttempt, response_head: 'ok' }],
        merchant_code: 'LKT-7K2M-9QXA',
        merchant_name: 'Boutique Kivu',
        time_zone: 'Africa/Lubumbashi',
        environment: 'sandbox',
        subject: 'card:41',
      }),
    },
    handle: async ({ cells }: { cells: Cells }, { request }) => {
      const wanted = readQuery(listSchema, request.query)
      const found = await searchAllDeliveries(cells, wanted, rangeOf(wanted))
      return succeeded(pagedUpTo(wanted, found))
    },
  }),
  endpoint({
    ...resending,
    id: 'resendAdminDelivery',
    path: '/api/v1/admin/deliveries/:id/resend',
    place: placeOfUuid,
    summary: "Resend a merchant's webhook",
    params: { id: z.string().meta({ examples: [exampleDeliveryId] }) },
    body: named('ResendReason', oneSchema, { reason: 'The shop was down' }),
    responses: {
      202: dataResponse('AdminDeliveryResent', z.object({ id: z.string(), status: z.literal('PENDING') }), {
        id: exampleDeliveryId,
        status: 'PENDING',
      }),
    },
    problems: [deliveryProblems.delivery_unknown, deliveryProblems.endpoint_disabled],
    handle: async (needs: ResendNeeds, { request, params: { id } }) => {
      const act = { ...check(oneSchema, jsonBody(request), 'body'), admin: adminOf(request) }
      if (!isUuid(id)) throw new Problem(deliveryProblems.delivery_unknown)
      const [resent] = await resendMany(needs, [id], act)
      if (resent?.result === 'endpoint_disabled') throw new Problem(deliveryProblems.endpoint_disabled)
      return succeeded({ id, status: 'PENDING' })
    },
  }),
  endpoint({
    ...resending,
    id: 'resendDeliveries',
    path: '/api/v1/admin/deliveries/resend',
    repeatable: true,
    summary: 'Resend several webhooks',
    description: `A repeat with the same \`Idempotency-Key\` resends only what the first request could not, because some of the merchants were out
of reach.`,
    body: named('ResendRequest', manySchema, { reason: 'The shop was down', ids: [exampleDeliveryId] }),
    responses: {
      202: dataResponse(
        'DeliveriesResent',
        z.object({
          resent: z.int(),
          items: z.array(z.object({ id: z.string(), result: z.enum(resendResults) })),
        }),
        { resent: 1, items: [{ id: exampleDeliveryId, result: 'resent' }] },
      ),
    },
    problems: [deliveryProblems.delivery_unknown],
    handle: async (needs: ResendNeeds, { request }) => {
      const { ids, reason } = check(manySchema, jsonBody(request), 'body')
      const act = { reason, admin: adminOf(request) }
      // guard: resend-once-per-cell
      const items = await resendMany(needs, [...new Set(ids)], act, runOncePerKey(needs, request))
      const resent = items.filter(({ result }) => result === 'resent').length
      return succeeded({ resent, items })
    },
  }),
]
