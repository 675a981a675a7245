// The admin route for the figures of all merchants.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { admins } from '../../platform/http/access.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { sendJson } from '../../platform/http/http.ts'
import { serviceFiguresResponse } from './schemas.ts'
import { type FigureNeeds, figuresQuery, serviceFigures } from './service-figures.ts'

const readServiceFigures: Endpoint = {
  tag: 'Admin: system',
  id: 'readServiceFigures',
  method: 'GET',
  path: '/api/v1/admin/figures',
  priority: 'list',
  access: admins('read'),
  summary: 'Retrieve the figures of all merchants',
  description:
    'Days are UTC days. Without `environment`, the figures are those of the environment of the deployment.',
  query: figuresQuery,
  responses: { 200: serviceFiguresResponse },
}

type Guard = (request: FastifyRequest) => Promise<void>

/** @param guard refuses requests that are not from an admin. */
export function registerFigureRoutes(app: FastifyInstance, needs: FigureNeeds, guard: Guard): void {
  app.get(
    '/api/v1/admin/figures',
    { onRequest: guard, config: { api: readServiceFigures } },
    async (request, reply) =>
      sendJson(reply, { status: 'success', data: await serviceFigures(needs, request.query) }),
  )
}
