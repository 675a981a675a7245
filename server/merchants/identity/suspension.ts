// What a suspended merchant may still call with its keys and its secret: it reads everything, and answers disputes, whose deadlines go on.
import type { FastifyRequest } from 'fastify'

const changes = new Set([
  'POST /api/v1/payment/status',
  'POST /api/v1/payment/disputes/:dispute_id/evidence',
  'POST /api/v1/payment/disputes/:dispute_id/evidence/files/:file_id/remove',
  'POST /api/v1/payment/disputes/:dispute_id/accept',
])

/** Whether a suspended merchant may call a route. What is not listed here is refused, so that a new route is. */
export function isOpenToSuspended({
  method,
  routeOptions,
}: Pick<FastifyRequest, 'method' | 'routeOptions'>): boolean {
  return method === 'GET' || method === 'HEAD' || changes.has(`${method} ${routeOptions.url ?? ''}`)
}
