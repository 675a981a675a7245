// The routes of a server as it registered them, so that no hand-written list can become outdated.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'

/** `url` is as registered: `/api/v1/merchant/payments/:id`. */
export type Route = { method: string; url: string }

export const titleOf = ({ method, url }: Route): string => `${method} ${url}`

/** Records the routes that servers register from now on, until `stop`. */
export function recordRoutes(): { of(app: FastifyInstance): Route[]; stop(): void } {
  const received = new Map<unknown, Route[]>()
  const onRoute = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    const routes: Route[] = []
    received.set(fastify, routes)
    fastify.addHook('onRoute', ({ method, url, config }: RouteOptions) => {
      // Routes that only respond 405 to a method that their path does not support.
      if (config?.priority === 'always') return
      for (const each of [method].flat()) routes.push({ method: each, url })
    })
  }
  subscribe('fastify.initialization', onRoute)
  return {
    of: (app) => received.get(app) ?? [],
    stop: () => void unsubscribe('fastify.initialization', onRoute),
  }
}
