// Writes one log line for every response with status 400 or above, so that a merchant's X-Request-Id leads to what was
// refused and why. A line contains nothing the caller wrote: only the route's pattern, and our own message without any
// value from the request. Requests that were shed under load are counted, and are one line a second.

import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { newId } from '../../kernel/id.ts'
import { InvalidBody, Problem, type ProblemSpec } from '../../kernel/problem.ts'
import { isConflict, isDatabaseUnavailable, isLockOrStatementTimeout } from '../database/database.ts'
import type { Log } from '../process/log.ts'
import { routeOf } from './other-methods.ts'
import { requestProblems } from './problems.ts'

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
export function recordRefusal(
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

/** Responds to a request that could not be parsed and closes its connection. */
export function refuseConnection(log: Log, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const spec =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? requestProblems.headers_too_large
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? { status: 408, detail: 'Request Timeout' }
        : requestProblems.bad_request
  const body = JSON.stringify({ detail: spec.detail })
  const id = newId()
  log.info('request refused', {
    request_id: id,
    route: 'none',
    http_status: spec.status,
    reason: spec.detail,
  })
  socket.end(
    `HTTP/1.1 ${spec.status} ${spec.detail}\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${id}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

const frameworkProblems: Record<string, ProblemSpec> = {
  FST_ERR_CTP_BODY_TOO_LARGE: requestProblems.body_too_large,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: requestProblems.bad_request,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: requestProblems.unsupported_media_type,
  // A target that the router cannot parse (an invalid escape, an overlong part) names no existing resource.
  FST_ERR_BAD_URL: requestProblems.not_found,
  FST_ERR_MAX_PARAM_LENGTH: requestProblems.not_found,
}

/**
 * The problem for an error of the framework, the database or unknown origin.
 * @param failure the problem for unknown errors.
 * @param bodyLimit in bytes, of a route that accepts larger bodies than others.
 */
export function problemOf(
  error: unknown,
  failure: ProblemSpec = requestProblems.internal,
  bodyLimit?: number,
): Problem {
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  const known = code === undefined ? undefined : frameworkProblems[code]
  if (known === requestProblems.body_too_large && bodyLimit !== undefined)
    return new Problem(requestProblems.upload_too_large, { limit: sizeText(bodyLimit) })
  if (known) return new Problem(known)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Problem({ ...requestProblems.bad_request, status: statusCode })
  // A conflict has been retried several times by now; the caller may try again when fewer others do.
  if (isDatabaseUnavailable(error) || isLockOrStatementTimeout(error) || isConflict(error))
    return unavailable()
  return new Problem(failure)
}

function sizeText(bytes: number): string {
  const mebibytes = bytes / 1024 / 1024
  return mebibytes >= 1 ? `${Math.floor(mebibytes)} MiB` : `${Math.floor(bytes / 1024)} KiB`
}

/** Nothing is wrong with the request: the caller may retry in a moment. */
export const unavailable = () => new Problem(requestProblems.unavailable, {}, { 'retry-after': '2' })
