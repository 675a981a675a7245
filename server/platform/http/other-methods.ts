// Responds 405 with `Allow` to methods that an existing path does not support. Registering all of these as routes would make most
// of the router's tree, and a tenth of the start, so they are found when no route matches.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import FindMyWay from 'find-my-way'
import { Problem } from '../../kernel/problem.ts'
import { requestProblems } from './problems.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Must be called after all routes are registered. */
    refuseOtherMethods(): void
  }
  interface FastifyRequest {
    /** The pattern of the path if no route matches because of the method; otherwise empty. */
    pathWithOtherMethods: string
  }
}

/** How paths match routes. */
export const pathRules = { maxParamLength: 200, ignoreTrailingSlash: false } as const

/** The pattern of a request's route; one name for all unknown paths, because callers can invent any number of them. */
export const routeOf = (request: FastifyRequest): string =>
  request.routeOptions.url ?? (request.pathWithOtherMethods || 'none')

/**
 * Collects the methods of each path, for `refuseOtherMethods`. Must be called before the first route is registered.
 * @returns a check of requests that match no route. It throws Problem 405 if another method of the path would.
 */
export function rejectOtherMethods(app: FastifyInstance): (request: FastifyRequest) => void {
  const methodsOf = new Map<string, Set<string>>()
  const allowed = new Map<string, string>()
  let find: ((path: string) => string | undefined) | undefined
  app.decorateRequest('pathWithOtherMethods', '')
  app.addHook('onRoute', (route) => {
    const methods = methodsOf.get(route.url) ?? new Set<string>()
    for (const method of [route.method].flat()) methods.add(method)
    methodsOf.set(route.url, methods)
  })
  const refuse = (url: string): never => {
    throw new Problem(requestProblems.method_not_allowed, {}, { allow: allowed.get(url) ?? '' })
  }
  app.decorate('refuseOtherMethods', () => {
    const known = [...methodsOf].map(([url, methods]) => ({ url, methods: [...methods].sort() }))
    for (const { url, methods } of known) allowed.set(url, methods.join(', '))
    const patterns = known
      .filter(({ url }) => url.includes(':'))
      .map(({ url, methods }) => ({ expression: expressionOf(url), methods }))
    for (const { url, methods } of known) {
      // Otherwise `GET /orders` would reach `GET /:id`.
      const caught = patterns.filter(({ expression }) => expression.test(url)).flatMap((each) => each.methods)
      const method = [...new Set(caught)].filter((each) => !methods.includes(each))
      const config = { api: 'unlisted', priority: 'always' } as const
      if (method.length > 0) app.route({ method, url, config, handler: async () => refuse(url) })
    }
  })
  return (request) => {
    find ??= openPaths([...allowed.keys()])
    const url = find(request.raw.url ?? '')
    if (url === undefined) return
    request.pathWithOtherMethods = url
    refuse(url)
  }
}

/** Matches paths, and patterns that are more specific. */
const expressionOf = (url: string) =>
  new RegExp(`^${url.replace(/[.*]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)

/** Finds the pattern of a path as the server's own router does. */
function openPaths(urls: readonly string[]): (path: string) => string | undefined {
  const router = FindMyWay(pathRules)
  for (const url of urls) router.on('GET', url, () => {}, url)
  return (path) => router.find('GET', path)?.store as string | undefined
}
