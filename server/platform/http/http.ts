// The HTTP server: limits, request ids, strict bodies, security headers, and the one place where errors become answers.
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { newId } from '../../kernel/id.ts'
import { InvalidBody, Problem, type ProblemSpec } from '../../kernel/problem.ts'
import { hasWaitedInVain, isDatabaseUnavailable } from '../database/database.ts'
import type { Log } from '../observability/log.ts'
import { type RequestSpan, requestSpan, within } from '../observability/telemetry.ts'
import { readJson } from './body/json.ts'
import { refuseControlCharacters } from './body/query-text.ts'
import { limitStrangers, refuseLargeOfStrangers } from './body/stranger-body.ts'
import { type LoadShedding, shedLoad } from './load-shedding.ts'
import { requestProblems } from './problems.ts'
import { sendQuotas } from './rate-limit.ts'
import { logRefusals, noteRefusal } from './refusal-log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes as received; empty when there was no body. Signatures are made over these. */
    rawBody: Buffer
    /** What an error answer said, in words without what was sent; empty for any other answer. */
    refusal: string
    span: RequestSpan
  }
  interface FastifyContextConfig {
    /** What an unexpected error of this route is called; 'Internal Server Error' otherwise. */
    failure?: ProblemSpec
  }
}

export const maxBodyBytes = 64 * 1024

/** How errors look to the client of a service. */
export type ErrorShape = Readonly<{
  /** The status of a body that has faults. */
  invalidBodyStatus: number
  body(error: { status: number; detail: string; problem?: Problem; faults?: InvalidBody['faults'] }): unknown
}>

/** `{detail}`; for an invalid body the list of its faults. */
export const detailShape: ErrorShape = {
  invalidBodyStatus: 422,
  body: ({ detail, faults }) => ({ detail: faults ?? detail }),
}

export type HttpOptions = {
  log: Log
  trustedProxies: string[]
  /** The shape of errors by path prefix, the first that fits; `{detail}` otherwise. */
  shapes?: readonly (readonly [prefix: string, shape: ErrorShape])[]
  /** True once the process is about to close: connections are then let go of with each answer. */
  stopping?: () => boolean
  /** Refuses what is worth least while there is too much to do; without it nothing is. */
  shedding?: LoadShedding
  /** A page in place of a JSON error, for whom that is better; otherwise nothing. */
  page?: (request: FastifyRequest, reply: FastifyReply, status: number) => FastifyReply | undefined
}

export function openHttp({
  log,
  trustedProxies,
  shapes = [],
  stopping = () => false,
  shedding,
  page = () => undefined,
}: HttpOptions): FastifyInstance {
  const app = Fastify({
    bodyLimit: maxBodyBytes,
    connectionTimeout: 0,
    // What a start waits for has bounds of its own, and one of them is as long as this would be: a provider that hangs.
    pluginTimeout: 0,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: true,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    genReqId: () => newId(),
    logger: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    http: {
      maxHeaderSize: 16 * 1024,
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      // How often Node looks for requests that take too long; half a minute by default.
      connectionsCheckingInterval: 1_000,
      requireHostHeader: true,
    },
    clientErrorHandler: (error, socket) => refuseConnection(log, error, socket),
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders).header('x-request-id', request.id)
      answer(request as FastifyRequest, reply as unknown as FastifyReply, problemOf(error))
    },
  })
  app.server.maxRequestsPerSocket = 10_000
  // Node would answer 417 without a word.
  app.server.on('checkExpectation', (request, reply) => void app.server.emit('request', request, reply))

  const answer = (request: FastifyRequest, reply: FastifyReply, problem: Problem) => {
    const { status } = problem.spec
    if (!request.refused) noteRefusal(request, problem)
    const shape = shapeOf(request.url)
    reply.code(status).headers(problem.headers)
    // A service whose errors have a shape of their own has no pages.
    const shown = shape === detailShape ? page(request, reply, status) : undefined
    return shown ?? sendJson(reply, shape.body({ status, detail: problem.message, problem }))
  }
  const shapeOf = (url: string) => shapes.find(([prefix]) => url.startsWith(prefix))?.[1] ?? detailShape

  app.decorateRequest('rawBody', undefined as unknown as Buffer)
  app.decorateRequest('refusal', '')
  sendQuotas(app)
  observeRequests(app)
  logRefusals(app, log)
  app.addHook('onRequest', async (request, reply) => {
    request.rawBody = noBytes
    reply.headers(securityHeaders).header('x-request-id', request.id)
    refuseAmbiguous(request)
    refuseControlCharacters(request, shapeOf(request.url).invalidBodyStatus)
  })
  limitStrangers(app)
  // Without a stack: nothing is wrong but the load.
  if (shedding) shedLoad(app, shedding, (request, reply) => void answer(request, reply, unavailable()))

  // A connection that was busy when the server began to close is kept by nobody: it would hold the end up for a minute.
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing || stopping()) reply.header('connection', 'close')
  })

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    request.rawBody = body as Buffer
    refuseLargeOfStrangers(request, request.rawBody.length)
    done(null, undefined)
  })

  app.setErrorHandler((error, request, reply) => {
    const shape = shapeOf(request.url)
    if (error instanceof InvalidBody) {
      noteRefusal(request, error)
      request.refusal = error.faults.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ')
      const status = shape.invalidBodyStatus
      return sendJson(
        reply.code(status),
        shape.body({ status, detail: 'Invalid body', faults: error.faults }),
      )
    }
    const problem = error instanceof Problem ? error : problemOf(error, request.routeOptions.config.failure)
    request.refusal = problem.message
    noteRefusal(request, problem, problem.spec.status >= 500 ? error : undefined)
    return answer(request, reply, problem)
  })
  app.setNotFoundHandler((request, reply) => answer(request, reply, new Problem(requestProblems.not_found)))
  answerOtherMethods(app)
  return app
}

/** A path that no route has is counted under one name: it is anybody's to choose. */
function observeRequests(app: FastifyInstance): void {
  app.decorateRequest('span', undefined as unknown as RequestSpan)
  app.addHook('onRequest', (request, _reply, done) => {
    request.span = requestSpan(request.headers, request.method)
    within(request.span, done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    // A target that could not be read has been answered before any hook.
    request.span?.end({ method: request.method, route, status: reply.statusCode })
    done()
  })
}

const noBytes = Buffer.alloc(0)

const securityHeaders = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

export function sendJson(reply: FastifyReply, body: unknown): FastifyReply {
  return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body))
}

/** The body as JSON. @throws Problem 400, 415 as the contract orders them. */
export function jsonBody(request: FastifyRequest): unknown {
  const { 'content-type': type, 'content-encoding': encoding } = request.headers
  if (encoding !== undefined && encoding !== 'identity') throw new Problem(requestProblems.compressed_body)
  if (type === undefined ? request.rawBody.length > 0 : !isJsonType(type))
    throw new Problem(requestProblems.unsupported_media_type)
  const read = readJson(request.rawBody)
  if (read.kind === 'value') return read.value
  throw new Problem(requestProblems[read.kind === 'malformed' ? 'malformed_json' : 'json_over_budget'])
}

function isJsonType(type: string): boolean {
  const [media, ...parameters] = type
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  return (
    media === 'application/json' &&
    parameters.every((part) => part === '' || /^charset="?utf-?8"?$/.test(part))
  )
}

/**
 * What Node lets through and a proxy might read differently: several Hosts, a whole URL as target, other codings, a
 * version that is none, an expectation nobody knows.
 */
function refuseAmbiguous(request: FastifyRequest): void {
  const [path = ''] = request.url.split('?')
  // No database can hold it, so nothing is named by it.
  if (path.includes('%00')) throw new Problem(requestProblems.not_found)
  const hosts = request.raw.headersDistinct.host?.length ?? 0
  const coding = request.headers['transfer-encoding']
  const framed = coding === undefined || coding.toLowerCase() === 'chunked'
  const spoken = /^1\.[01]$/.test(request.raw.httpVersion)
  const expected = /^(100-continue)?$/i.test(request.headers.expect ?? '')
  if (hosts !== 1 || !request.raw.url?.startsWith('/') || !framed || !spoken || !expected)
    throw new Problem(requestProblems.bad_request)
}

const frameworkProblems: Record<string, ProblemSpec> = {
  FST_ERR_CTP_BODY_TOO_LARGE: requestProblems.body_too_large,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: requestProblems.bad_request,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: requestProblems.unsupported_media_type,
  // A target the router cannot read (a broken escape, a part that is too long) names nothing that exists.
  FST_ERR_BAD_URL: requestProblems.not_found,
  FST_ERR_MAX_PARAM_LENGTH: requestProblems.not_found,
}

function problemOf(error: unknown, failure: ProblemSpec = requestProblems.internal): Problem {
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  const known = code === undefined ? undefined : frameworkProblems[code]
  if (known) return new Problem(known)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Problem({ ...requestProblems.bad_request, status: statusCode })
  if (isDatabaseUnavailable(error) || hasWaitedInVain(error)) return unavailable()
  return new Problem(failure)
}

const unavailable = () => new Problem(requestProblems.unavailable, {}, { 'retry-after': '2' })

/** A path that exists answers 405, with `Allow`, to the methods it does not take. */
function answerOtherMethods(app: FastifyInstance): void {
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

declare module 'fastify' {
  interface FastifyInstance {
    /** To be called once all routes are there. */
    refuseOtherMethods(): void
  }
}

/** A request that never became one: answered on the bare socket, in the same shape. */
function refuseConnection(log: Log, error: Error & { code?: string }, socket: Socket): void {
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

/** What a request tells of the machine and the program that made it. */
export function requestFacts(request: FastifyRequest) {
  return {
    ipAddress: request.ip,
    userAgent: (request.headers['user-agent'] || 'unknown').slice(0, 512),
    acceptHeader: (request.headers.accept || '*/*').slice(0, 256),
  }
}
