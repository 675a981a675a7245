// What a suspended merchant may still call with its keys and its secret: it reads everything, and answers disputes, whose deadlines go on.
import type { FastifyRequest } from 'fastify'

/** Whether a suspended merchant may call a route. What does not say so is refused, so that a new route is. */
export function isOpenToSuspended({
  method,
  routeOptions: { config },
}: Pick<FastifyRequest, 'method' | 'routeOptions'>): boolean {
  const isOpen = typeof config.api === 'object' && config.api.openToSuspended === true
  return method === 'GET' || method === 'HEAD' || isOpen
}
