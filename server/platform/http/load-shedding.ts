// Under overload the least important requests are refused first: before the body is read, the caller authenticated or any
// statement run, so a refused request has had no effect. Load is the number of requests in flight and of responses that
// wait for slow readers; it does not depend on time.
import { channel } from 'node:diagnostics_channel'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../kernel/problem.ts'
import { requestProblems } from './problems.ts'

/**
 * Priorities of requests, most important first. A request is refused once `share` of the maximum load is reached; `weight`
 * is how many requests it counts as. A charge waits for the database a dozen times, once per statement, so the many
 * statements and rows of lists must not build up a long queue.
 */
export const priorities = {
  /** Reports on the server's health, or costs no more than a refusal. */
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
     * `paused` while the body arrives, because a slow sender costs others nothing; `sending` while a large response waits
     * for its reader; `shed` once the request was refused for overload.
     */
    flight: 'uncounted' | 'counted' | 'paused' | 'sending' | 'shed'
  }
  interface FastifyContextConfig {
    priority?: Priority
  }
}

export type Load = {
  /** Sum of weights. */
  readonly inFlight: number
  admits(priority: Priority): boolean
  add(weight: number): void
  remove(weight: number): void
}

export function openLoad(maxInFlight: number): Load {
  let inFlight = 0
  return {
    get inFlight() {
      return inFlight
    },
    admits: (priority) => inFlight < maxInFlight * priorities[priority].share,
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
  /** Milliseconds without progress before the connection of a slow reader is closed; 30,000 by default. */
  stalledReaderMs?: number
}

/** A smaller response uses no more memory than the connection does anyway, so it does not count while unsent. */
const smallResponseBytes = 64 * 1024
/** A response that waits for its reader no longer uses the database, whatever the weight of its request. */
const waitingWeight = 1
/** As long as a request may take to arrive. */
const usualStalledReaderMs = 30_000
/** A mobile connection of 64 kbit/s; connections that stay slower are closed. */
const minBytesPerSecond = 8 * 1024

export type ShedRequest = { priority: Priority }
export const shedRequests = channel('likuta:shed')

/**
 * A request is in flight from its admission to its response, whether or not its client is still connected, because its
 * work goes on. A large response keeps counting until its reader has it or its connection is closed. Must be called before
 * the first route is registered.
 * @param refuse responds in the format of the service.
 */
export function shedLoad(
  app: FastifyInstance,
  { load, stalledReaderMs = usualStalledReaderMs }: LoadShedding,
  refuse: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  app.decorateRequest('flight', 'uncounted')
  app.addHook('onRoute', (route) => {
    const { api, priority = typeof api === 'object' ? api.priority : undefined } = route.config ?? {}
    // guard: routes-have-priorities
    if (!priority) throw new Error(`${route.method} ${route.url} has no priority`)
    route.config = { ...route.config, priority }
  })
  const admit = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const priority = rankOf(request)
    if (!load.admits(priority)) {
      request.flight = 'shed'
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
  // Many bodies that arrived slowly may complete at once, so admission is checked again.
  app.addHook('preValidation', (request, reply, done) => {
    if (request.flight !== 'paused') return done()
    request.flight = 'uncounted'
    admit(request, reply, done)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = bytesOf(payload)
    // A stream of events lasts as long as its page is open, and bounds the number of its readers itself.
    const isFeed = String(reply.getHeader('content-type')).startsWith('text/event-stream')
    // guard: slow-readers
    const isWaited =
      request.flight === 'counted' && !isFeed && bytes > smallResponseBytes && !request.raw.socket.destroyed
    leave(request, isWaited ? 'sending' : 'uncounted')
    if (isWaited) countUntilSent(load, request, reply, { bytes, stalledReaderMs })
    done(null, payload)
  })
}

/** Counts a response until the kernel has its last byte or its connection is closed, and closes that of a slow reader. */
function countUntilSent(
  load: Load,
  request: FastifyRequest,
  { raw }: FastifyReply,
  { bytes, stalledReaderMs }: { bytes: number; stalledReaderMs: number },
): void {
  load.add(waitingWeight)
  // When no byte has moved for this long.
  raw.setTimeout(stalledReaderMs, () => request.raw.socket.destroy())
  // The length of a stream is unknown until its end, but only a small part of it is buffered.
  const timer = Number.isFinite(bytes)
    ? setTimeout(() => request.raw.socket.destroy(), stalledReaderMs + (bytes / minBytesPerSecond) * 1_000)
    : undefined
  const sent = () => {
    if (request.flight !== 'sending') return
    request.flight = 'uncounted'
    clearTimeout(timer)
    load.remove(waitingWeight)
  }
  raw.once('finish', sent).once('close', sent)
}

/** Size of a payload; unknown for a stream. */
function bytesOf(payload: unknown): number {
  if (payload === undefined || payload === null) return 0
  if (typeof payload === 'string') return Buffer.byteLength(payload)
  return payload instanceof Uint8Array ? payload.byteLength : Number.POSITIVE_INFINITY
}

/** Unknown routes are always admitted, because a 404 is cheap. */
const rankOf = (request: FastifyRequest): Priority => request.routeOptions.config.priority ?? 'always'

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

export type Semaphore = <Result>(work: () => Promise<Result>) => Promise<Result>

/** @returns a function that runs work in order of arrival. It throws Problem 503 at once when the queue is full. */
export function openSemaphore({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }): Semaphore {
  const waiting: (() => void)[] = []
  let working = 0

  return async (work) => {
    if (working < atOnce) working += 1
    else if (waiting.length >= maxWaiting)
      throw new Problem(requestProblems.unavailable, {}, { 'retry-after': '2' })
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The slot is passed on directly, so that a new arrival cannot overtake those waiting.
      const next = waiting.shift()
      if (next) next()
      else working -= 1
    }
  }
}
