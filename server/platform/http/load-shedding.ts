// Under too much load what is worth least is refused first: before its body is read, before anybody asks who sends it, and
// before any statement, so that a refused request has done nothing. Load is what is in flight, and the responses that wait
// for slow readers: no clock.
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
    /**
     * `paused` while its body comes, as slowly as its sender likes: that is nobody else's loss. `sending` while a large
     * response waits for its reader.
     */
    flight: 'uncounted' | 'counted' | 'paused' | 'sending'
  }
  interface FastifyContextConfig {
    priority?: Priority
  }
}

export type Load = {
  /** By weight. */
  readonly inFlight: number
  admits(priority: Priority): boolean
  add(weight: number): void
  remove(weight: number): void
}

export function openLoad(mostInFlight: number): Load {
  let inFlight = 0
  return {
    get inFlight() {
      return inFlight
    },
    admits: (priority) => inFlight < mostInFlight * priorities[priority].share,
    add(weight) {
      inFlight += weight
    },
    remove(weight) {
      inFlight -= weight
    },
  }
}

export type LoadShedding = {
  load: Load
  /** @throws when nobody has said what the route is worth. */
  priorityOf(method: string, url: string): Priority
  /** Milliseconds without progress after which the connection of a slow reader is closed; half a minute unless given. */
  stalledReaderMs?: number
}

/** A smaller response holds no more memory than a connection does anyway, so whoever does not read it takes nobody's place. */
const smallResponseBytes = 64 * 1024
/** A response that waits for its reader asks nothing of the database any more, whatever its request counted for. */
const waitingWeight = 1
/** As long as a request may take to arrive. */
const usualStalledReaderMs = 30_000
/** A mobile connection of 64 kbit/s; whoever reads more slowly for long is not waited for. */
const leastBytesPerSecond = 8 * 1024

export type ShedRequest = { priority: Priority }
export const shedRequests = channel('likuta:shed')

/**
 * A request is in flight from its acceptance to its response, whether or not its client is still there: work that nobody
 * waits for is work. A large response counts on until its reader has it or its connection is closed. To be called before the
 * first route.
 * @param refuse answers in the shape of the service.
 */
export function shedLoad(
  app: FastifyInstance,
  { load, priorityOf, stalledReaderMs = usualStalledReaderMs }: LoadShedding,
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
    load.add(priorities[priority].weight)
    done()
  }
  const leave = (request: FastifyRequest, next: FastifyRequest['flight']) => {
    if (request.flight !== 'counted') return
    request.flight = next
    load.remove(priorities[rankOf(request)].weight)
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
  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = bytesOf(payload)
    const isWaited =
      request.flight === 'counted' && bytes > smallResponseBytes && !request.raw.socket.destroyed
    leave(request, isWaited ? 'sending' : 'uncounted')
    if (isWaited) countUntilSent(load, request, reply, { bytes, stalledReaderMs })
    done(null, payload)
  })
}

/** Counts a response until its last byte is with the kernel or its connection is closed, and closes that of a slow reader. */
function countUntilSent(
  load: Load,
  request: FastifyRequest,
  { raw }: FastifyReply,
  { bytes, stalledReaderMs }: { bytes: number; stalledReaderMs: number },
): void {
  load.add(waitingWeight)
  // Node closes the connection when nothing has moved for so long.
  raw.setTimeout(stalledReaderMs)
  // How long a stream is, nobody knows before its end; it holds no more of it than a small response.
  const timer = Number.isFinite(bytes)
    ? setTimeout(() => request.raw.socket.destroy(), stalledReaderMs + (bytes / leastBytesPerSecond) * 1_000)
    : undefined
  const sent = () => {
    if (request.flight !== 'sending') return
    request.flight = 'uncounted'
    clearTimeout(timer)
    load.remove(waitingWeight)
  }
  raw.once('finish', sent).once('close', sent)
}

/** Of a stream nobody knows. */
function bytesOf(payload: unknown): number {
  if (payload === undefined || payload === null) return 0
  if (typeof payload === 'string') return Buffer.byteLength(payload)
  return payload instanceof Uint8Array ? payload.byteLength : Number.POSITIVE_INFINITY
}

/** What no route serves is told so at once. */
const rankOf = (request: FastifyRequest): Priority => request.routeOptions.config.priority ?? 'always'

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}
