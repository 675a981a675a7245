// The HTTP server: limits, request ids, strict bodies, security headers, and the one place where errors become responses.
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { newId } from '../../kernel/id.ts'
import { InvalidBody, Problem, type ProblemSpec } from '../../kernel/problem.ts'
import type { Log } from '../process/log.ts'
import { type RequestSpan, requestSpan, within } from '../process/telemetry.ts'
import { sendsSecret } from './access.ts'
import { readJson } from './body/json.ts'
import { limitStrangers, refuseControlCharacters, refuseLargeOfStrangers } from './body/refused-input.ts'
import { type LoadShedding, shedLoad } from './load-shedding.ts'
import { pathRules, rejectOtherMethods, routeOf } from './other-methods.ts'
import { requestProblems } from './problems.ts'
import { sendQuotas } from './rate-limit.ts'
import { logRefusals, problemOf, recordRefusal, refuseConnection, unavailable } from './refusals.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes as received, over which signatures are computed; empty when there was no body. */
    rawBody: Buffer
    /** The message of an error response, without anything the caller sent; empty for any other response. */
    refusal: string
    span: RequestSpan
  }
  interface FastifyContextConfig {
    /** Name of an unexpected error of this route, in place of 'Internal Server Error'. */
    failure?: ProblemSpec
  }
}

export const maxBodyBytes = 64 * 1024

/** The format of a service's error responses. */
export type ErrorShape = Readonly<{
  /** The status of an invalid body. */
  invalidBodyStatus: number
  body(error: { status: number; detail: string; problem?: Problem; faults?: InvalidBody['faults'] }): unknown
}>

/** `{detail}`; for an invalid body, the list of its errors. */
export const detailShape: ErrorShape = {
  invalidBodyStatus: 422,
  body: ({ detail, faults }) => ({ detail: faults ?? detail }),
}

// The format of the remittance and merchant self-service APIs: a status, a code from the error catalogue, a message, and every validation
// error of the request at once.

const malformed = 'RMT-1001'
const faulty = { code: 'RMT-1005', message: 'A required field is missing or invalid' }
/** Used when a date is the only invalid field. */
export const dateInvalid = {
  code: 'RMT-1006',
  status: 400,
  detail: 'A date is invalid',
  retry: 'never',
} as const satisfies ProblemSpec

/** The code of a problem; general problems are named after their HTTP status. */
export function codeOf({ code, status }: Pick<ProblemSpec, 'code' | 'status'>): string {
  return code ?? (status === 400 ? malformed : `RMT-${status}`)
}

/** `{status: error, code, message, errors?}`. */
export const codeShape: ErrorShape = {
  invalidBodyStatus: 400,
  body({ status, detail, problem, faults }) {
    if (faults) {
      const errors = faults.map(({ loc, msg }) => ({ field: loc.slice(1).join('.'), message: msg }))
      const isDated = faults.every(({ type }) => type === 'date_parsing')
      const reported = isDated ? { code: dateInvalid.code, message: dateInvalid.detail } : faulty
      return { status: 'error', ...reported, errors }
    }
    return {
      status: 'error',
      code: codeOf(problem?.spec ?? { status }),
      message: detail,
      ...(problem && problem.errors.length > 0 && { errors: problem.errors }),
    }
  },
}

export type HttpOptions = {
  log: Log
  trustedProxies: string[]
  /** Error formats by path prefix, of which the first match applies; `{detail}` otherwise. */
  shapes?: readonly (readonly [prefix: string, shape: ErrorShape])[]
  /** True once the process is about to close: responses then ask clients to close their connections. */
  stopping?: () => boolean
  /** Refuses the least important requests under overload; without it, none are refused. */
  shedding?: LoadShedding
  /**
   * Sends an error page instead of JSON to a browser; returns undefined for other clients. Not called for API routes,
   * which always respond in JSON.
   */
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
  const shapeOf: ShapeOf = ({ url, headers, routeOptions }) => {
    const api = routeOptions?.config?.api
    if (typeof api === 'object' && sendsSecret(api.access, { headers })) return codeShape
    return shapes.find(([prefix]) => url.startsWith(prefix))?.[1] ?? detailShape
  }
  const refuse = refusalsIn(shapeOf, page)
  const app = newServer(log, trustedProxies, refuse)

  app.decorateRequest('rawBody', undefined as unknown as Buffer)
  app.decorateRequest('refusal', '')
  sendQuotas(app)
  observeRequests(app)
  logRefusals(app, log)
  app.addHook('onRequest', (request, reply, done) => {
    request.rawBody = noBytes
    reply.headers(securityHeaders).header('x-request-id', request.id)
    refuseAmbiguous(request)
    // guard: control-characters-in-query
    refuseControlCharacters(request, shapeOf(request).invalidBodyStatus)
    done()
  })
  limitStrangers(app)
  // Without a stack trace: overload is not a bug.
  if (shedding) shedLoad(app, shedding, (request, reply) => void refuse(request, reply, unavailable()))
  closeBusyConnections(app, stopping)

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    request.rawBody = body as Buffer
    // guard: unauthenticated-body-chunks
    refuseLargeOfStrangers(request, request.rawBody.length)
    done(null, undefined)
  })

  respondToErrors(app, shapeOf, refuse)
  const refuseOtherMethod = rejectOtherMethods(app)
  app.setNotFoundHandler((request, reply) => {
    refuseOtherMethod(request)
    return refuse(request, reply, new Problem(requestProblems.not_found))
  })
  return app
}

/** Where two kinds of credentials are taken, errors have the format of the kind that was sent. */
type ShapeOf = (request: FastifyRequest) => ErrorShape
type Refuse = (request: FastifyRequest, reply: FastifyReply, problem: Problem) => FastifyReply

/** Responds to a request with a problem, in the format of its service. */
function refusalsIn(shapeOf: ShapeOf, page: HttpOptions['page'] & {}): Refuse {
  return (request, reply, problem) => {
    const { status } = problem.spec
    const shape = shapeOf(request)
    if (!request.refused) recordRefusal(request, problem, { isCoded: shape !== detailShape })
    reply.code(status).headers(problem.headers)
    // Services with their own error format have no pages.
    const shown = shape === detailShape && !isApiRoute(request) ? page(request, reply, status) : undefined
    return shown ?? sendJson(reply, shape.body({ status, detail: problem.message, problem }))
  }
}

/** Whether the route is in the API document and is not a page: it responds in JSON whatever the client accepts. */
function isApiRoute({ routeOptions }: FastifyRequest): boolean {
  const api = routeOptions?.config?.api
  return typeof api === 'object' && !api.page
}

function newServer(log: Log, trustedProxies: string[], refuse: Refuse): FastifyInstance {
  const app = Fastify({
    bodyLimit: maxBodyBytes,
    connectionTimeout: 0,
    // Startup waits for calls with their own time limits, one of which is as long as this one (a hanging rate provider).
    pluginTimeout: 0,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: true,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    genReqId: () => newId(),
    logger: false,
    routerOptions: pathRules,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    http: {
      maxHeaderSize: 16 * 1024,
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      // How often Node looks for requests that take too long; the default of 30 seconds is too coarse.
      connectionsCheckingInterval: 1_000,
      requireHostHeader: true,
    },
    clientErrorHandler: (error, socket) => refuseConnection(log, error, socket),
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders).header('x-request-id', request.id)
      refuse(request as FastifyRequest, reply as unknown as FastifyReply, problemOf(error))
    },
  })
  // Whoever pipelines thousands of requests keeps the event loop from everybody else's.
  // guard: requests-of-connection
  app.server.maxRequestsPerSocket = 1_000
  // Node would respond with 417 and an empty body.
  app.server.on('checkExpectation', (request, reply) => void app.server.emit('request', request, reply))
  return app
}

/** Use cases check bodies. Fastify loads its own validator and serializer only where it has no other. */
const noSchemas = (): never => {
  throw new Error('routes have no schemas of their own')
}

/** Closes busy connections after their response, because a kept-alive one would delay the shutdown by a minute. */
function closeBusyConnections(app: FastifyInstance, stopping: () => boolean): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing || stopping()) reply.header('connection', 'close')
    done(null, payload)
  })
}

function respondToErrors(app: FastifyInstance, shapeOf: ShapeOf, refuse: Refuse): void {
  app.setErrorHandler((error, request, reply) => {
    const shape = shapeOf(request)
    if (error instanceof InvalidBody) {
      recordRefusal(request, error)
      request.refusal = error.faults.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ')
      const status = shape.invalidBodyStatus
      return sendJson(
        reply.code(status),
        shape.body({ status, detail: 'Invalid body', faults: error.faults }),
      )
    }
    const { config, bodyLimit = maxBodyBytes } = request.routeOptions
    const largest = bodyLimit > maxBodyBytes ? bodyLimit : undefined
    const problem = error instanceof Problem ? error : problemOf(error, config.failure, largest)
    request.refusal = problem.message
    const cause = problem.spec.status >= 500 ? error : undefined
    recordRefusal(request, problem, { cause, isCoded: shape !== detailShape })
    return refuse(request, reply, problem)
  })
}

function observeRequests(app: FastifyInstance): void {
  app.decorateRequest('span', undefined as unknown as RequestSpan)
  app.addHook('onRequest', (request, _reply, done) => {
    request.span = requestSpan(request.headers, request.method)
    within(request.span, done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request)
    // A malformed request target is refused before any hook runs, so the span may be missing.
    request.span?.finish({ method: request.method, route, status: reply.statusCode })
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
  return sendJsonText(reply, JSON.stringify(body))
}

export function sendJsonText(reply: FastifyReply, text: string): FastifyReply {
  return reply.header('content-type', 'application/json; charset=utf-8').send(text)
}

/** Parses the body as JSON. @throws Problem 400 or 415, checked in the order that the contract fixes. */
export function jsonBody(request: FastifyRequest): unknown {
  requireJsonType(request)
  const read = readJson(request.rawBody)
  if (read.kind === 'value') return read.value
  throw new Problem(requestProblems[read.kind === 'malformed' ? 'malformed_json' : 'json_over_budget'])
}

/** Returns the text of a body for a route that only stores it: JSON with any number of values. @throws Problem otherwise. */
export function jsonText(request: FastifyRequest): string {
  requireJsonType(request)
  const { kind } = readJson(request.rawBody)
  const text = request.rawBody.toString('utf8')
  const isValid = kind === 'value' || (kind === 'over_budget' && isJson(text))
  if (!isValid) throw new Problem(requestProblems.malformed_json)
  return text
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** @throws Problem for a compressed body, or a type other than JSON. */
function requireJsonType(request: FastifyRequest): void {
  const { 'content-type': type, 'content-encoding': encoding } = request.headers
  // guard: compressed-body
  if (encoding !== undefined && encoding !== 'identity') throw new Problem(requestProblems.compressed_body)
  if (type === undefined ? request.rawBody.length > 0 : !isJsonType(type))
    throw new Problem(requestProblems.unsupported_media_type)
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
 * Refuses what Node accepts but a proxy might interpret differently: several Host headers, an absolute URL as target,
 * other transfer codings, an invalid HTTP version, an unknown expectation.
 */
function refuseAmbiguous(request: FastifyRequest): void {
  const [path = ''] = request.url.split('?')
  // No database can store NUL, so no resource can have such a path.
  if (path.includes('%00')) throw new Problem(requestProblems.not_found)
  const hosts = request.raw.headersDistinct.host?.length ?? 0
  const coding = request.headers['transfer-encoding']
  const framed = coding === undefined || coding.toLowerCase() === 'chunked'
  const spoken = /^1\.[01]$/.test(request.raw.httpVersion)
  const expected = /^(100-continue)?$/i.test(request.headers.expect ?? '')
  // guard: single-host-header
  if (hosts !== 1 || !request.raw.url?.startsWith('/') || !framed || !spoken || !expected)
    throw new Problem(requestProblems.bad_request)
}

/** Facts about the client's machine and browser that a request reveals. */
export function requestFacts(request: FastifyRequest) {
  return {
    ipAddress: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 512),
    acceptHeader: (request.headers.accept || '*/*').slice(0, 256),
  }
}
