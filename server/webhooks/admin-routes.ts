// What people of the service do about deliveries: look for those that did not arrive, send them again.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { adminOf } from '../admin/access.ts'
import { Problem } from '../kernel/problem.ts'
import { check, refused, text, wholeNumber } from '../platform/body.ts'
import { jsonBody, sendJson } from '../platform/http.ts'
import { pagedUpTo, pageFields, rangeOf, readQuery } from '../platform/page.ts'
import { searchAllDeliveries } from './all-deliveries.ts'
import { deliveryStates } from './deliveries.ts'
import { deliveryProblems } from './problems.ts'
import { type ResendNeeds, resendMany } from './resend-many.ts'

type Guard = (request: FastifyRequest) => Promise<void>

const path = '/api/v1/admin/deliveries'
const mostAtOnce = 200

const listSchema = z.object({
  ...pageFields,
  state: z.enum(deliveryStates).optional(),
  merchant_code: text({ max: 40 }).optional(),
  event_type: text({ max: 60 }).optional(),
})
const reason = text({ min: 3, max: 500 })
const oneSchema = z.object({ reason })
const manySchema = z.object({
  reason,
  ids: z.array(wholeNumber({ min: 1, max: Number.MAX_SAFE_INTEGER })).superRefine((ids, context) => {
    if (ids.length >= 1 && ids.length <= mostAtOnce) return
    const fault = refused('value_error', `Value error, ids holds 1 to ${mostAtOnce} deliveries`)
    context.addIssue({ code: 'custom', ...fault })
  }),
})

/** @param guard lets admins pass and refuses the rest. */
export function registerDeliveryAdminRoutes(app: FastifyInstance, needs: ResendNeeds, guard: Guard): void {
  app.get(path, { onRequest: guard }, async (request, reply) => {
    const wanted = readQuery(listSchema, request.query)
    const found = await searchAllDeliveries(needs.db, wanted, rangeOf(wanted))
    return sendJson(reply, { status: 'success', data: pagedUpTo(wanted, found) })
  })

  app.post<{ Params: { id: string } }>(`${path}/:id/resend`, { onRequest: guard }, async (request, reply) => {
    const act = { ...check(oneSchema, jsonBody(request), 'body'), admin: adminOf(request) }
    const { id } = request.params
    if (!/^[1-9]\d{0,17}$/.test(id)) throw new Problem(deliveryProblems.delivery_unknown)
    await resendMany(needs, [BigInt(id)], act)
    return sendJson(reply.code(202), { status: 'success', data: { id: Number(id), status: 'PENDING' } })
  })

  app.post(`${path}/resend`, { onRequest: guard }, async (request, reply) => {
    const { ids, reason } = check(manySchema, jsonBody(request), 'body')
    const wanted = [...new Set(ids)].map(BigInt)
    const items = await resendMany(needs, wanted, { reason, admin: adminOf(request) })
    const resent = items.filter(({ result }) => result === 'resent').length
    return sendJson(reply.code(202), { status: 'success', data: { resent, items } })
  })
}
