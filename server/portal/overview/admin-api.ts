// The admin route for the figures of all merchants.

import { admins } from '../../platform/http/access.ts'
import { endpoint, succeeded } from '../../platform/http/endpoint.ts'
import { serviceFiguresResponse } from './schemas.ts'
import { type FigureNeeds, figuresQuery, serviceFigures } from './service-figures.ts'

export const figuresRoute = endpoint({
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
  handle: async (needs: FigureNeeds, { request }) => succeeded(await serviceFigures(needs, request.query)),
})
