// The routes a server has, told by the server: nobody keeps a list of them that could fall behind.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'

/** `url` as it was registered: `/api/v1/merchant/payments/:id`. */
export type Route = { method: string; url: string }

/** Hears what servers register from now on, until `stop`. */
export function recordRoutes(): { of(app: FastifyInstance): Route[]; stop(): void } {
  const received = new Map<unknown, Route[]>()
  const onRoute = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    const routes: Route[] = []
    received.set(fastify, routes)
    fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
      const methods = [method].flat()
      // Whoever takes this one as well is there to say 405 to all methods that a path does not have.
      if (!methods.includes('TRACE')) for (const each of methods) routes.push({ method: each, url })
    })
  }
  subscribe('fastify.initialization', onRoute)
  return {
    of: (app) => received.get(app) ?? [],
    stop: () => void unsubscribe('fastify.initialization', onRoute),
  }
}
