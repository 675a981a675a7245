// Writes one log line for every response with status 400 or above, so that a merchant's X-Request-Id leads to what was
// refused and why. A line contains nothing the caller wrote: only the route's pattern, and our own message without any
// value from the request. Requests that were shed under load are counted, and are one line a second.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { InvalidBody, type Problem } from '../../kernel/problem.ts'
import type { Log } from '../observability/log.ts'
import { routeOf } from './server/other-methods.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the request was refused; null when it was not refused, or the route responded in its own way. */
    refused: { reason: string; code?: string; error?: unknown } | null
    /** The calling merchant, once authenticated. */
    merchantCode: string
  }
}

/** Must be called before the first route is registered. */
export function logRefusals(app: FastifyInstance, log: Log): void {
  const logShed = openShedLog(log)
  app.decorateRequest('refused', null)
  app.decorateRequest('merchantCode', '')
  app.addHook('onResponse', (request, { statusCode }, done) => {
    // guard: shed-requests-counted
    if (request.flight === 'shed') {
      logShed()
      return done()
    }
    const fields = {
      request_id: request.id,
      method: request.method,
      route: routeOf(request),
      http_status: statusCode,
      ...(request.merchantCode !== '' && { merchant_code: request.merchantCode }),
      ...request.refused,
    }
    if (statusCode >= 500) log.error('request failed', fields)
    else if (statusCode >= 400) log.info('request refused', fields)
    done()
  })
}

/** Counts, and writes the count of each second in one line: under overload a line per request would cost more than the refusal. */
function openShedLog(log: Log): () => void {
  let count = 0
  return () => {
    count += 1
    if (count > 1) return
    setTimeout(() => {
      log.warn('requests shed under load', { count })
      count = 0
    }, 1_000).unref()
  }
}

/**
 * Records why a request is refused, for its log line.
 * @param cause an error to log with its stack. @param isCoded whether the response contains the problem's code
 */
export function noteRefusal(
  request: FastifyRequest,
  problem: Problem | InvalidBody,
  { cause, isCoded = false }: { cause?: unknown; isCoded?: boolean } = {},
): void {
  const { code } = problem instanceof InvalidBody ? {} : problem.spec
  request.refused = {
    reason: reasonOf(problem),
    ...(isCoded && code !== undefined && { code }),
    ...(cause !== undefined && { error: cause }),
  }
}

function reasonOf(problem: Problem | InvalidBody): string {
  if (!(problem instanceof InvalidBody)) return problem.logged
  const types = new Set(problem.faults.map(({ type }) => type))
  return `Invalid body: ${[...types].sort().join(', ')}`
}
