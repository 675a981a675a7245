// What people of the service do about deliveries: look for those that did not arrive, send them again.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { adminOf } from '../admin/access.ts'
import { Problem } from '../kernel/problem.ts'
import { check } from '../platform/http/body/body.ts'
import { jsonBody, sendJson } from '../platform/http/http.ts'
import { pagedUpTo, rangeOf, readQuery } from '../platform/http/list-query.ts'
import * as endpoints from './admin-endpoints.ts'
import { listSchema, manySchema, oneSchema } from './admin-endpoints.ts'
import { searchAllDeliveries } from './delivery/admin-search.ts'
import { type ResendNeeds, resendMany } from './delivery/resend-many.ts'
import { deliveryProblems } from './problems.ts'

type Guard = (request: FastifyRequest) => Promise<void>

const path = '/api/v1/admin/deliveries'
/** @param guard lets admins pass and refuses the rest. */
export function registerDeliveryAdminRoutes(app: FastifyInstance, needs: ResendNeeds, guard: Guard): void {
  app.get(path, { onRequest: guard, config: { api: endpoints.searchDeliveries } }, async (request, reply) => {
    const wanted = readQuery(listSchema, request.query)
    const found = await searchAllDeliveries(needs.db, wanted, rangeOf(wanted))
    return sendJson(reply, { status: 'success', data: pagedUpTo(wanted, found) })
  })

  app.post<{ Params: { id: string } }>(
    `${path}/:id/resend`,
    { onRequest: guard, config: { api: endpoints.resendOne } },
    async (request, reply) => {
      const act = { ...check(oneSchema, jsonBody(request), 'body'), admin: adminOf(request) }
      const { id } = request.params
      if (!/^[1-9]\d{0,17}$/.test(id)) throw new Problem(deliveryProblems.delivery_unknown)
      await resendMany(needs, [BigInt(id)], act)
      return sendJson(reply.code(202), { status: 'success', data: { id: Number(id), status: 'PENDING' } })
    },
  )

  app.post(
    `${path}/resend`,
    { onRequest: guard, config: { api: endpoints.resendSeveral } },
    async (request, reply) => {
      const { ids, reason } = check(manySchema, jsonBody(request), 'body')
      const wanted = [...new Set(ids)].map(BigInt)
      const items = await resendMany(needs, wanted, { reason, admin: adminOf(request) })
      const resent = items.filter(({ result }) => result === 'resent').length
      return sendJson(reply.code(202), { status: 'success', data: { resent, items } })
    },
  )
}
