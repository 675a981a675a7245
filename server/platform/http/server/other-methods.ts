// Responds 405 with `Allow` to methods that an existing path does not support.
import type { FastifyInstance } from 'fastify'
import { Problem } from '../../../kernel/problem.ts'
import { requestProblems } from '../problems.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Must be called after all routes are registered. */
    refuseOtherMethods(): void
  }
}

/** Collects the methods of each path, for `refuseOtherMethods`. Must be called before the first route is registered. */
export function rejectOtherMethods(app: FastifyInstance): void {
  const methodsOf = new Map<string, Set<string>>()
  app.addHook('onRoute', (route) => {
    const methods = methodsOf.get(route.url) ?? new Set<string>()
    for (const method of [route.method].flat()) methods.add(method)
    methodsOf.set(route.url, methods)
  })
  app.addHook('onReady', async () => {})
  app.decorate('refuseOtherMethods', () => {
    for (const [url, methods] of [...methodsOf]) {
      const others = app.supportedMethods.filter((method) => !methods.has(method))
      const allow = [...methods].sort().join(', ')
      app.route({
        method: others,
        url,
        config: { api: 'unlisted', priority: 'always' },
        handler: async () => {
          throw new Problem(requestProblems.method_not_allowed, {}, { allow })
        },
      })
    }
  })
}
