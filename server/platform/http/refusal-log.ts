// One log line for every response of 400 and above, so that a merchant's X-Request-Id leads to what was refused and why.
// A line has nothing that a caller wrote: the pattern of the route, and the words of our own catalogue before anything is
// put into them.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { InvalidBody, type Problem } from '../../kernel/problem.ts'
import type { Log } from '../observability/log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the request was refused; null where it was not, or by a route in its own way. */
    refused: { reason: string; code?: string; error?: unknown } | null
    /** Of the merchant who asks, once that is proven. */
    merchantCode: string
  }
}

/** To be called before the first route. */
export function logRefusals(app: FastifyInstance, log: Log): void {
  app.decorateRequest('refused', null)
  app.decorateRequest('merchantCode', '')
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const fields = {
      request_id: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      http_status: statusCode,
      ...(request.merchantCode !== '' && { merchant_code: request.merchantCode }),
      ...request.refused,
    }
    if (statusCode >= 500) log.error('request failed', fields)
    else if (statusCode >= 400) log.info('request refused', fields)
    done()
  })
}

/** Says why a request is refused, for its log line. @param cause what is logged with its stack. */
export function noteRefusal(request: FastifyRequest, problem: Problem | InvalidBody, cause?: unknown): void {
  request.refused = { ...reasonOf(problem), ...(cause !== undefined && { error: cause }) }
}

function reasonOf(problem: Problem | InvalidBody): { reason: string; code?: string } {
  if (problem instanceof InvalidBody) {
    const types = new Set(problem.faults.map(({ type }) => type))
    return { reason: `Invalid body: ${[...types].sort().join(', ')}` }
  }
  const { code, detail } = problem.spec
  return { reason: detail, ...(code !== undefined && { code }) }
}
