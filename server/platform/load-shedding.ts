// Under too much load what is worth least is refused first: before its body is read, before anybody asks who sends it, and
// before any statement, so that a refused request has done nothing. Load is what is in flight: no clock.
import { channel } from 'node:diagnostics_channel'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * What a request is worth, most first: `share` of the most that may be in flight, from which on it is refused, and for how
 * many it counts. A charge waits behind others a dozen times, once for each of its statements, so the many statements and
 * rows of lists must not make a long line.
 */
export const priorities = {
  /** Tells how bad it is, or costs no more than a refusal. */
  always: { share: Number.POSITIVE_INFINITY, weight: 0 },
  charge: { share: 1, weight: 1 },
  order: { share: 3 / 4, weight: 1 },
  status: { share: 1 / 2, weight: 1 },
  list: { share: 1 / 8, weight: 8 },
  test: { share: 1 / 16, weight: 1 },
} as const

export type Priority = keyof typeof priorities

declare module 'fastify' {
  interface FastifyRequest {
    /** `paused` while its body comes, as slowly as its sender likes: that is nobody else's loss. */
    flight: 'uncounted' | 'counted' | 'paused'
  }
  interface FastifyContextConfig {
    priority?: Priority
  }
}

export type Load = {
  /** By weight. */
  readonly inFlight: number
  admits(priority: Priority): boolean
  add(priority: Priority): void
  remove(priority: Priority): void
}

export function openLoad(mostInFlight: number): Load {
  let inFlight = 0
  return {
    get inFlight() {
      return inFlight
    },
    admits: (priority) => inFlight < mostInFlight * priorities[priority].share,
    add(priority) {
      inFlight += priorities[priority].weight
    },
    remove(priority) {
      inFlight -= priorities[priority].weight
    },
  }
}

export type LoadShedding = {
  load: Load
  /** @throws when nobody has said what the route is worth. */
  priorityOf(method: string, url: string): Priority
}

export type ShedRequest = { priority: Priority }
export const shedRequests = channel('mosolo:shed')

/**
 * A request is in flight from its acceptance to its answer, whether or not its client is still there: work that nobody
 * waits for is work. To be called before the first route.
 * @param refuse answers in the shape of the service.
 */
export function shedLoad(
  app: FastifyInstance,
  { load, priorityOf }: LoadShedding,
  refuse: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  app.decorateRequest('flight', 'uncounted')
  app.addHook('onRoute', (route) => {
    const [method = ''] = [route.method].flat()
    const priority = route.config?.priority ?? priorityOf(method, route.url)
    route.config = { ...route.config, priority }
  })
  const admit = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const priority = rankOf(request)
    if (!load.admits(priority)) {
      shedRequests.publish({ priority } satisfies ShedRequest)
      return refuse(request, reply)
    }
    request.flight = 'counted'
    load.add(priority)
    done()
  }
  const leave = (request: FastifyRequest, next: FastifyRequest['flight']) => {
    if (request.flight !== 'counted') return
    request.flight = next
    load.remove(rankOf(request))
  }
  app.addHook('onRequest', admit)
  app.addHook('preParsing', (request, _reply, body, done) => {
    if (hasBody(request)) leave(request, 'paused')
    done(null, body)
  })
  // Many that came slowly may be there at once.
  app.addHook('preValidation', (request, reply, done) => {
    if (request.flight !== 'paused') return done()
    request.flight = 'uncounted'
    admit(request, reply, done)
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    leave(request, 'uncounted')
    done(null, payload)
  })
}

/** What no route serves is told so at once. */
const rankOf = (request: FastifyRequest): Priority => request.routeOptions.config.priority ?? 'always'

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}
